// What a Field passes to the control inside it, to connect label, hint and error without repeating ids.

import { createContext, use } from 'react'

export interface FieldWiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldWiring | null>(null)

/**
 * True while a form is on its way: what is typed then would not be in it, so the controls take nothing. They
 * keep the focus and what is in them.
 */
export const FormBusy = createContext(false)

interface ControlProps {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/** The control's own props win over those of the surrounding Field. */
export function useFieldWiring(own: ControlProps): ControlProps {
  const field = use(FieldContext)
  if (field === null) {
    return { id: own.id, 'aria-describedby': own['aria-describedby'], 'aria-invalid': own['aria-invalid'] }
  }
  return {
    id: own.id ?? field.id,
    'aria-describedby': own['aria-describedby'] ?? field.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': own['aria-required'] ?? (field.required || undefined),
  }
}

// A button that shows only an icon. Screen readers read its label.

import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass } from './iconButtonClass.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  label: string
  icon: ReactNode
  /** Makes it a toggle. */
  pressed?: boolean | undefined
  /** 52 px with a border, beside a field. */
  bordered?: boolean | undefined
}

export function IconButton({ label, icon, pressed, bordered, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={iconButtonClass({ bordered })}
      aria-label={label}
      aria-pressed={pressed}
    >
      {icon}
    </button>
  )
}

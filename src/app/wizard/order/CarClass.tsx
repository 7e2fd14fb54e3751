// The class of a car, by its number and its name.
import { Trans } from '@lingui/react/macro'

export interface CarClassProps {
  number: number
  /** '' where the event has no such class any more. */
  description: string
}

export function CarClass({ number, description }: CarClassProps) {
  if (description === '') return <Trans>Class {number}</Trans>
  return (
    <Trans>
      Class {number}, {description}
    </Trans>
  )
}

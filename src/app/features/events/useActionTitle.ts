// The title of an event's action.
import { useLingui } from '@lingui/react/macro'
import type { ClubEvent } from '../../../domain/event.ts'
import type { EventAction } from './eventActions.ts'

export function useActionTitle(
  action: EventAction,
  { name, ticketLabel }: Pick<ClubEvent, 'name' | 'ticketLabel'>,
): string {
  const { t } = useLingui()
  switch (action) {
    case 'register':
      return t`Register for ${name}`
    case 'vendor':
      return t`Signup for ${name}`
    case 'tickets': {
      const label = ticketLabel || t`tickets`
      return t`Purchase ${label} for ${name}`
    }
    case 'volunteer':
      return t`Volunteer for ${name}`
    case 'lookup':
      return t`Lookup purchase for ${name}`
  }
}

/** While the event is not known. */
export function useActionName(action: EventAction): string {
  const { t } = useLingui()
  switch (action) {
    case 'register':
      return t`Registration`
    case 'vendor':
      return t`Sell at the show`
    case 'tickets':
      return t`Tickets`
    case 'volunteer':
      return t`Volunteer`
    case 'lookup':
      return t`Lookup Purchase`
  }
}

// The actions of an event, by their names in addresses.

/** The last part of the action page's address. */
export const eventActions = ['register', 'vendor', 'tickets', 'volunteer', 'lookup'] as const
export type EventAction = (typeof eventActions)[number]

export function isEventAction(text: string): text is EventAction {
  return eventActions.some((action) => action === text)
}

/** Any other text in an address is no event id. */
export function isEventId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text)
}

/** Names the draft of an action's form. */
export function toFlowId(action: EventAction, eventId: number): string {
  return `${action}/${eventId}`
}

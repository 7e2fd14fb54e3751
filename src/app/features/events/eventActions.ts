// What can be done at an event, by the names that stand in its addresses.

/** What an event offers, by the last part of the action page's address. */
export const eventActions = ['register', 'vendor', 'tickets', 'volunteer', 'lookup'] as const
export type EventAction = (typeof eventActions)[number]

export function isEventAction(text: string): text is EventAction {
  return eventActions.some((action) => action === text)
}

/** Anything else in an address cannot name an event. */
export function isEventId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text)
}

// The portal's pages for everybody, as their documents bring them along: which they are, and what they show.
import type { ClubEvent } from '../event.ts'

/** A page that a visitor's document shows before the app's code has run. */
export type PublicPage =
  | { kind: 'home' | 'events' | 'join' | 'renew' | 'donate' }
  | { kind: 'event'; eventId: number }

/** A public call, and what a page's first screen shows of its answer. */
export interface PublicAnswer {
  action: string
  input: object
  answer: unknown
}

/** What a document brings along, so that the first screen needs no call. All of it is in public answers too. */
export interface PublicAnswers {
  /** The answer of `get_tenant`. */
  club: object
  reads: readonly PublicAnswer[]
}

/** The id of the document's element that holds the answers. */
export const publicAnswersId = 'answers'

const kinds: Readonly<Record<string, Exclude<PublicPage['kind'], 'event'>>> = {
  '/portal': 'home',
  '/portal/events': 'events',
  '/portal/join': 'join',
  '/portal/renew': 'renew',
  '/portal/donate': 'donate',
}
const eventPattern = /^\/portal\/event\/([1-9]\d{0,8})$/

export function findPublicPage(path: string): PublicPage | undefined {
  const eventId = eventPattern.exec(path)?.[1]
  if (eventId !== undefined) return { kind: 'event', eventId: Number(eventId) }
  const kind = Object.hasOwn(kinds, path) ? kinds[path] : undefined
  return kind === undefined ? undefined : { kind }
}

/** An event without what its panel does not show. It stays a whole event for every type. */
export function toPanelEvent(event: ClubEvent): ClubEvent {
  return {
    ...event,
    agreement: '',
    schedule: '',
    viewerNotes: '',
    registrationOptions: [],
    vendors: [],
    tickets: event.tickets.map((ticket) => ({ ...ticket, info: '', imageData: '', options: [] })),
    maps: event.maps.map((map) => ({ ...map, backgroundImage: '', elements: [], reservations: [] })),
  }
}

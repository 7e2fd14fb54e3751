// What a public page shows: the answers that any visitor gets to the calls of its first screen, and no more.
import type { FastifyRequest } from 'fastify'
import type { Accepted } from '../../../contract/caller.ts'
import type { ActionName } from '../../../contract/index.ts'
import {
  type PublicAnswer,
  type PublicAnswers,
  type PublicPage,
  toPanelEvent,
} from '../../../domain/documents/publicPage.ts'
import { findTrueSpan } from '../../../domain/documents/trueSpan.ts'
import type { ClubEvent } from '../../../domain/event.ts'
import { toPictureUrl } from '../../../domain/picture.ts'
import type { EdgeParts } from '../edgeContext.ts'
import { dispatchOpenly } from '../openCalls.ts'
import type { SharedClub, SharedEvent } from './shareTags.ts'

type ClubAnswer = Accepted<'get_tenant'>

export interface PublicContent {
  club: SharedClub
  events: readonly SharedEvent[]
  answers: PublicAnswers
  /** How long the page stays true by itself: epoch milliseconds. */
  from: number
  until: number
}

/** Each is undefined if the club or the event is unknown, or if the caller has reached a limit. */
export interface PublicReads {
  readContent(request: FastifyRequest, page: PublicPage): Promise<PublicContent | undefined>
  /** What every screen shows of the club. */
  readClub(request: FastifyRequest): Promise<PublicAnswers | undefined>
}

export function createPublicReads(parts: EdgeParts): PublicReads {
  return { readContent, readClub }

  function callClub(request: FastifyRequest): Promise<ClubAnswer | undefined> {
    return call<ClubAnswer>(request, 'get_tenant', { memberTypes: true, pages: true })
  }

  async function readClub(request: FastifyRequest): Promise<PublicAnswers | undefined> {
    const answer = await callClub(request)
    return answer && { club: toPageClub(answer), reads: [] }
  }

  async function readContent(request: FastifyRequest, page: PublicPage): Promise<PublicContent | undefined> {
    const [answer, read] = await Promise.all([callClub(request), readEvents(request, page)])
    if (answer === undefined || read === undefined) return undefined
    const club = toPageClub(answer, page)
    const events = read.flatMap(({ events: shown }) => shown)
    const reads = read.map(({ answer: shown }) => shown)
    if (page.kind === 'join') reads.push(toTypesAnswer(club))
    return {
      club: {
        name: club.tenant.name,
        slug: club.tenant.subdomain,
        language: club.tenant.language,
        logo: club.portalSettings.logo,
      },
      events: events.map(toSharedEvent),
      answers: { club, reads },
      ...findTrueSpan(events, club.tenant.timeZone, parts.now()),
    }
  }

  async function readEvents(request: FastifyRequest, page: PublicPage): Promise<EventsRead[] | undefined> {
    if (page.kind === 'event') {
      const input = { event: String(page.eventId) }
      const answer = await call<Accepted<'get_event'>>(request, 'get_event', input)
      if (answer === undefined) return undefined
      const event = toPanelEvent(answer.event)
      const shown = { event, eventtickets: event.tickets, maps: event.maps }
      return [{ events: [event], answer: { action: 'get_event', input, answer: shown } }]
    }
    if (page.kind !== 'home' && page.kind !== 'events') return []
    const input = { availability: '0' }
    const answer = await call<Accepted<'get_upcoming_events'>>(request, 'get_upcoming_events', input)
    if (answer === undefined) return undefined
    const events = answer.events.map(toPanelEvent)
    return [
      { events, answer: { action: 'get_upcoming_events', input, answer: { events, past: answer.past } } },
    ]
  }

  async function call<T>(request: FastifyRequest, action: ActionName, input: object): Promise<T | undefined> {
    const reply = await dispatchOpenly(request, parts, action, input)
    return reply.status === 200 ? (JSON.parse(reply.body) as T) : undefined
  }
}

interface EventsRead {
  events: ClubEvent[]
  answer: PublicAnswer
}

/** Without what changes with every answer, and without pages that this page does not show. */
function toPageClub(
  { success: _, receipt: __, ...club }: ClubAnswer,
  page?: PublicPage,
): Omit<ClubAnswer, 'success' | 'receipt'> {
  const { homePage } = club.portalSettings
  return {
    ...club,
    serverTime: '',
    pages: page?.kind === 'home' ? club.pages.filter(({ id }) => id === homePage) : [],
  }
}

/** The same list as the call's own answer. */
function toTypesAnswer({ memberTypes }: Pick<ClubAnswer, 'memberTypes'>): PublicAnswer {
  return { action: 'get_available_membertypes', input: {}, answer: { memberTypes } }
}

function toSharedEvent(event: ClubEvent): SharedEvent {
  const { id, name, place, startDate, endDate, description, images } = event
  const picture = images[0]?.imageData ?? ''
  return {
    id,
    name,
    place,
    startDate,
    endDate,
    description,
    picture: picture && toPictureUrl(picture, 'poster'),
  }
}

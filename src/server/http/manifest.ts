// `/manifest.webmanifest`: the club's own or that of one event, so that the installed app opens there.
import type { FastifyInstance } from 'fastify'
import { largestId, longestShortName } from '../limits/sizes.ts'
import type { ClubBranding } from '../process/engine.ts'
import { type EdgeParts, readClubSlug, unknownClub } from './edgeContext.ts'

const eventIdPattern = /^[1-9]\d{0,9}$/

export function addManifest(app: FastifyInstance, { config, engine }: EdgeParts): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const slug = readClubSlug(request, config)
    const club = await engine.findClub(slug)
    if (club === undefined) throw unknownClub()
    const { event: eventParameter, start } = request.query as { event?: unknown; start?: unknown }
    const eventId =
      typeof eventParameter === 'string' &&
      eventIdPattern.test(eventParameter) &&
      Number(eventParameter) <= largestId
        ? Number(eventParameter)
        : null
    const event = eventId === null ? undefined : await engine.findEventSummary(slug, eventId)
    const isNamedByHost = config.hostDomain !== null
    const manifest = createManifest(
      club,
      isNamedByHost,
      event === undefined
        ? null
        : { eventId, eventName: event.name, screen: start === 'judging' ? 'judging' : 'viewer' },
    )
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest))
  })
}

interface ShownEvent {
  readonly eventId: number | null
  readonly eventName: string
  /** Where the installed app opens. */
  readonly screen: 'viewer' | 'judging'
}

function createManifest(club: ClubBranding, isNamedByHost: boolean, event: ShownEvent | null): object {
  const path = event === null ? '/portal' : `/portal/${event.screen}/${event.eventId}`
  const start = isNamedByHost ? path : `${path}?subdomain=${club.slug}`
  return {
    id: start,
    name: event === null ? club.name : `${event.eventName} · ${club.name}`,
    short_name: toShortName(event?.eventName ?? club.name),
    start_url: start,
    scope: '/',
    display: 'standalone',
    theme_color: club.themeColor,
    background_color: club.backgroundColor,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

/** As many whole words as fit below an icon. */
function toShortName(name: string): string {
  if (name.length <= longestShortName) return name
  const words = name.slice(0, longestShortName + 1).split(' ')
  return words.length > 1 ? words.slice(0, -1).join(' ') : name.slice(0, longestShortName)
}

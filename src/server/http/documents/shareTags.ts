// What people see of a link that somebody shares: title, description, picture, and the event as search engines
// read it. Only what everybody may know, and never an id of a voter, a judge or an order.
import { toAttribute, toText } from '../../../domain/prerender.ts'
import type { Language } from '../../../domain/shapes/language.ts'
import { toPageAddress } from '../../club/addresses.ts'
import { longestShareDescription } from '../../limits/sizes.ts'
import type { Config } from '../../process/config.ts'

export interface SharedClub {
  name: string
  slug: string
  language: Language
  /** Address of its logo, or ''. */
  logo: string
}

export interface SharedEvent {
  id: number
  name: string
  place: string
  /** Calendar days. */
  startDate: string
  endDate: string
  description: string
  /** Address of its poster, or ''. */
  picture: string
}

export interface Share {
  club: SharedClub
  /** Of the browser's tab and the link. */
  title: string
  /** The page's own address, without parameters. */
  path: string
  /** What the page is about; undefined for the club's own pages. */
  event: SharedEvent | undefined
  /** The events that the page lists or is about. */
  events: readonly SharedEvent[]
  /** The link is meant for one person, so search engines leave it alone. */
  isPrivate: boolean
}

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }
const clubWords: Readonly<Record<Language, (club: string) => string>> = {
  en: (club) => `Events and membership of ${club}`,
  es: (club) => `Eventos y membresía de ${club}`,
}

type AddressConfig = Pick<Config, 'origin' | 'hostDomain'>

/** The elements for the document's head. */
export function toShareTags(share: Share, config: AddressConfig): string {
  const { club, title, path, event, events, isPrivate } = share
  const url = toPageAddress(config, club, path)
  const picture = event?.picture || events.find((one) => one.picture !== '')?.picture || club.logo
  const description =
    event === undefined ? clubWords[club.language](club.name) : describe(event, club.language)
  return [
    named('description', description),
    isPrivate ? named('robots', 'noindex') : '',
    isPrivate ? '' : `<link rel="canonical" href="${toAttribute(url)}">`,
    property('og:type', 'website'),
    property('og:site_name', club.name),
    property('og:locale', locales[club.language].replace('-', '_')),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    picture === '' ? '' : property('og:image', new URL(picture, url).href),
    named('twitter:card', event === undefined || picture === '' ? 'summary' : 'summary_large_image'),
    ...(isPrivate ? [] : events.map((one) => toEventData(one, club, config))),
  ]
    .filter((tag) => tag !== '')
    .join('\n')
}

/** JSON in a document: nothing in it can end the element that holds it. */
export function toJsonElement(type: string, value: unknown, id?: string): string {
  const attributes = `type="${type}"${id === undefined ? '' : ` id="${id}"`}`
  return `<script ${attributes}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

function toEventData(event: SharedEvent, club: SharedClub, config: AddressConfig): string {
  const { id, name, place, startDate, endDate, description, picture } = event
  const url = toPageAddress(config, club, `/portal/event/${id}`)
  return toJsonElement('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    startDate,
    endDate: endDate || startDate,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: place || club.name, ...(place === '' ? {} : { address: place }) },
    ...(description === '' ? {} : { description }),
    ...(picture === '' ? {} : { image: [new URL(picture, url).href] }),
    organizer: { '@type': 'Organization', name: club.name, url: toPageAddress(config, club, '/portal') },
    url,
  })
}

function describe({ startDate, endDate, place, description }: SharedEvent, language: Language): string {
  const when = toDays(startDate, endDate || startDate, language)
  const text = [when, place, description.replaceAll(/\s+/g, ' ').trim()]
    .filter((part) => part !== '')
    .join(' · ')
  return text.length <= longestShareDescription
    ? text
    : `${text.slice(0, longestShareDescription - 1).trimEnd()}…`
}

function toDays(startDate: string, endDate: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' })
  return format.formatRange(Date.parse(`${startDate}T00:00:00Z`), Date.parse(`${endDate}T00:00:00Z`))
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${toAttribute(content)}">`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${toAttribute(content)}">`
}

/** The shell with the tags in the place of its own title and description. */
export function insertShareTags(html: string, share: Share, config: AddressConfig): string {
  // functions, because a text may contain the special signs of `replace`
  return html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${share.club.language}"`)
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${toText(share.title)}</title>\n${toShareTags(share, config)}`,
    )
}

// What the document of an address brings along besides the app: what it is about, for people who are sent the
// link, and the page itself, visible before the app's code has run.
import type { FastifyRequest } from 'fastify'
import {
  findPublicPage,
  type PublicAnswers,
  type PublicPage,
  publicAnswersId,
} from '../../../domain/documents/publicPage.ts'
import type { BallotToRender } from '../../../domain/documents/renderedPage.ts'
import {
  insertPrerender,
  type Prerender,
  type PrerenderedEvent,
  renderEvent,
} from '../../../domain/prerender.ts'
import { defaultLanguage, type Language } from '../../../domain/shapes/language.ts'
import { toPictureAddress } from '../../club/addresses.ts'
import { cacheSizes } from '../../limits/machine.ts'
import { createLru } from '../../process/lru.ts'
import { type EdgeParts, readClubSlug } from '../edgeContext.ts'
import { compressNow, type LoadedFile } from '../loadedFile.ts'
import { nameNextFiles } from './firstFiles.ts'
import type { NextParts } from './nextParts.ts'
import { createPageRenderers } from './pageRenderer.ts'
import { createPublicReads, type PublicContent } from './publicContent.ts'
import { insertShareTags, type Share, toJsonElement } from './shareTags.ts'

const viewerPattern = /^\/portal\/viewer\/([1-9]\d{0,8})(?:\/[a-z]+)?$/
/** What people do at an event, and share: its tickets, its registration, also from a member's own pages. */
const actionPattern = /^\/portal\/(?:member\/)?events\/([1-9]\d{0,8})\/[a-z]+$/
const viewerHomePattern = /^\/portal\/viewer\/[1-9]\d{0,8}$/
const ballotPattern = /^\/portal\/voterballot\//
/** For one person each: what the link opens is nobody else's business. */
const privatePattern = /^\/portal\/(?:judging|voterballot\/[^/]+)\/([1-9]\d{0,8})(?:\/|$)/
/** Parameters that make a page of a flow somebody's own. */
const ownParameters = ['step', 'key', 'redirect']

/** The build's part of a document. */
export interface DocumentBuild {
  shell: LoadedFile
  /** What the address's screen loads besides the shell's own files. */
  findNext(language: Language): NextParts
}

/** For every address; without content of its own where club or event are unknown. */
export type WriteDocument = (
  request: FastifyRequest,
  path: string,
  build: DocumentBuild,
) => Promise<LoadedFile>

interface DocumentContent {
  share?: Share
  prerender?: Prerender
  answers?: PublicAnswers
}

interface CachedDocument {
  /** All that the document was made from. */
  source: string
  document: Promise<LoadedFile>
}

export function createDocuments(parts: EdgeParts): WriteDocument {
  const { config, engine, log, now } = parts
  const { readContent, readClub } = createPublicReads(parts)
  const renderers = createPageRenderers(parts.distDir)
  const documents = createLru<CachedDocument>(cacheSizes.documents)

  return async (request, path, build) => {
    const page = findPublicPage(path)
    try {
      const written = await (page === undefined
        ? writeEventDocument(request, path, build)
        : writePage(request, path, page, build))
      if (written !== undefined) return written
    } catch (error) {
      // the app itself says what is wrong with the club
      log.warn({ err: error, requestId: request.id }, 'a document is served without its content')
    }
    const name = `plain ${build.findNext(defaultLanguage).scripts.join(' ')}`
    return findOrMake(name, {}, build, async () => ({}))
  }

  async function writePage(
    request: FastifyRequest,
    path: string,
    page: PublicPage,
    build: DocumentBuild,
  ): Promise<LoadedFile | undefined> {
    const content = await readContent(request, page)
    if (content === undefined) return undefined
    const slug = nameClub(request, content.club.slug)
    const isOwn = ownParameters.some((name) => name in (request.query as object))
    return findOrMake(`${path} ${slug} ${isOwn} ${content.club.slug}`, content, build, async () => {
      const drawn = await drawPage(path, slug, content, build)
      const [event] = content.events
      const isEvent = page.kind === 'event'
      return {
        share: {
          club: content.club,
          title: (isEvent ? event?.name : drawn?.title) ?? content.club.name,
          path,
          event: isEvent ? event : undefined,
          events: content.events,
          isPrivate: false,
        },
        ...(isOwn || drawn === undefined ? {} : { prerender: drawn }),
        answers: content.answers,
      }
    })
  }

  async function drawPage(
    path: string,
    slug: string | undefined,
    content: PublicContent,
    { shell, findNext }: DocumentBuild,
  ): Promise<Prerender | undefined> {
    const renderer = await renderers.find(shell.etag)
    if (renderer === undefined) return undefined
    const { club, answers, from, until } = content
    const { language } = club
    const next = findNext(language)
    const address = slug === undefined ? path : `${path}?subdomain=${slug}`
    const { title, html } = await renderer.renderPage({ address, slug, language, now: now(), answers })
    const facts = { audience: 'visitor', language, from, until, parts: next.scripts } as const
    return { facts, title, styles: next.styles, html }
  }

  /** The viewer, what people do at an event, and the links for judges and voters. */
  async function writeEventDocument(
    request: FastifyRequest,
    path: string,
    build: DocumentBuild,
  ): Promise<LoadedFile | undefined> {
    const isPrivate = privatePattern.test(path)
    const isBallot = ballotPattern.test(path)
    const found = [viewerPattern, actionPattern, privatePattern].map((pattern) => pattern.exec(path)?.[1])
    const eventId = Number(found.find((id) => id !== undefined))
    if (Number.isNaN(eventId)) return undefined
    const slug = readClubSlug(request, config)
    const [branding, event, answers] = await Promise.all([
      engine.findClub(slug),
      engine.findEventSummary(slug, eventId),
      isPrivate && !isBallot ? undefined : readClub(request),
    ])
    if (branding === undefined || event === undefined) return undefined
    const { name, language, logoHash } = branding
    const shared = { ...event, id: eventId, picture: event.poster ?? '' }
    const share: Share = {
      club: { name, slug: branding.slug, language, logo: toPictureAddress(config, branding, logoHash) },
      title: event.name,
      path: isPrivate ? '/portal' : path,
      event: isPrivate ? { ...shared, description: '' } : shared,
      events: [shared],
      isPrivate,
    }
    const face = { eventId, name: event.name, place: event.place, poster: shared.picture }
    const { scripts } = build.findNext(language)
    const drawn = viewerHomePattern.test(path) ? renderEvent(face, scripts) : undefined
    // never the address of a ballot: it is its voter's secret
    const shownPath = isPrivate ? path.replace(/(voterballot)\/[^/]+/, '$1') : path
    const named = nameClub(request, branding.slug)
    const cacheName = `${shownPath} ${named} ${branding.slug}`
    return findOrMake(cacheName, { share, answers }, build, async () => {
      const ballot = isBallot && answers ? { slug: named, language, answers, face } : undefined
      const prerender = ballot === undefined ? drawn : await drawBallot(ballot, build)
      return { share, ...(prerender && { prerender }), ...(answers && { answers }) }
    })
  }

  async function drawBallot(
    { face, ...seen }: Omit<BallotToRender, 'eventName' | 'now'> & { face: PrerenderedEvent },
    { shell, findNext }: DocumentBuild,
  ): Promise<Prerender | undefined> {
    const renderer = await renderers.find(shell.etag)
    if (renderer === undefined) return undefined
    const { language } = seen
    const { scripts: parts, styles } = findNext(language)
    const { html } = await renderer.renderBallot({ ...seen, now: now(), eventName: face.name })
    return { facts: { language, face, parts }, title: face.name, styles, html }
  }

  function findOrMake(
    name: string,
    content: object,
    build: DocumentBuild,
    make: () => Promise<DocumentContent>,
  ): Promise<LoadedFile> {
    const source = JSON.stringify([build.shell.etag, content])
    const held = documents.get(name)
    if (held?.source === source) return held.document
    const document = make().then((made) => assemble(build, made))
    documents.set(name, { source, document })
    document.catch(() => documents.delete(name))
    return document
  }

  /** A painted document names in its facts what is loaded after the paint. */
  async function assemble(
    { shell, findNext }: DocumentBuild,
    { share, prerender, answers }: DocumentContent,
  ): Promise<LoadedFile> {
    let html = shell.plain.toString()
    if (prerender === undefined) {
      const { scripts, styles } = findNext(share?.club.language ?? defaultLanguage)
      html = nameNextFiles(html, [...scripts, ...styles])
    } else html = insertPrerender(html, prerender)
    if (answers !== undefined) {
      const element = toJsonElement('application/json', answers, publicAnswersId)
      // before the first script, which takes the club's colours from them
      html = html.replace('</title>', () => `</title>\n${element}`)
    }
    if (share !== undefined) html = insertShareTags(html, share, config)
    return compressNow(Buffer.from(html), shell.type)
  }
}

/** Undefined where the host alone names the club. */
function nameClub(request: FastifyRequest, slug: string): string | undefined {
  return (request.query as Record<string, unknown>).subdomain === undefined ? undefined : slug
}

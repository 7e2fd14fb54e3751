// What a document brings along besides the app: the same for everybody, only what is public, and the tags of a
// shared link.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Actions } from '../../../../src/contract/index.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { type SeededClub, secretMark } from '../../../support/clubs/clubs.ts'
import { setUpWorld } from '../../../support/database/setUp.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'
import type { Received } from '../../../support/database/world.ts'

const shell =
  '<!doctype html><html lang="en"><head><meta name="description" content="The product."><title>Showfield</title></head><body><div id="app"></div></body></html>'
/** In place of the app's own screens: what it was given. */
const renderer = `export async function renderPage({ address, language, now, answers }) {
  const text = JSON.stringify([address, language, now, answers]).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return { title: 'The title', html: '<main>' + text + '</main>' }
}
export async function renderBallot({ eventName, slug, language, answers }) {
  return { title: '', html: '<main>' + ['ballot', slug, language, answers.club.tenant.name, eventName].join('|') + '</main>' }
}\n`
const pages = ['/portal', '/portal/events', '/portal/join', '/portal/renew', '/portal/donate']
// between the days are thin spaces
const days = /^June 13.–.14, 2026 · /u
const daysAndPlace = /^June 13.–.14, 2026 · Prescott Park$/u

describe('documents', () => {
  const world = setUpWorld('embedded', {
    distDir: makeTestFolder({
      'index.html': shell,
      '.pages/renderPage-1a2b.js': renderer,
      '.pages/package.json': '{ "type": "module" }',
    }),
    env: { HOST_DOMAIN: 'showfield.example', ORIGIN: 'https://showfield.example' },
  })

  const open = (club: SeededClub, path: string, headers: Record<string, string> = {}): Promise<Received> =>
    world.send(path, { headers: { host: `${club.slug}.showfield.example`, ...headers } })
  const listPages = (club: SeededClub) => [...pages, `/portal/event/${club.show.id}`]

  it('of public pages hold what the public answers hold, and nothing else', async () => {
    const { a } = world.clubs
    const visitor = world.callerOf(a)
    const calls: Record<string, (input: never) => Promise<unknown>> = {
      get_upcoming_events: (input) => visitor.call('get_upcoming_events', input),
      get_event: (input) => visitor.call('get_event', input),
      get_available_membertypes: (input) => visitor.call('get_available_membertypes', input),
    }
    const club = await visitor.call('get_tenant', { memberTypes: true, pages: true })
    const read: string[] = []
    for (const path of listPages(a)) {
      const { text } = await open(a, path)
      expect(text).toContain('<div id="app"><div data-painting=""><main>')
      expect(text).not.toContain(secretMark)
      const answers = readAnswers(text)
      expect(listStrange(answers.club, club)).toEqual([])
      for (const { action, input, answer } of answers.reads) {
        read.push(action)
        expect(listStrange(answer, await calls[action]?.(input as never))).toEqual([])
      }
    }
    expect(read).toEqual([
      'get_upcoming_events',
      'get_upcoming_events',
      'get_available_membertypes',
      'get_event',
    ] satisfies (keyof Actions)[])
  })

  it('are the same for everybody, and not sent twice', async () => {
    const { a } = world.clubs
    const token = await world.signIn(a, 'member')
    for (const path of listPages(a)) {
      const visitor = await open(a, path)
      const member = await open(a, path, { 'x-dart-token': token, 'accept-language': 'es', cookie: 'a=b' })
      expect(member.text).toBe(visitor.text)
      expect(visitor.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      expect((await open(a, path, { 'if-none-match': String(visitor.headers.etag) })).status).toBe(304)
    }
  })

  it("show nothing of another club, and nothing of another club's event", async () => {
    const { a, b } = world.clubs
    for (const path of listPages(a)) {
      expect((await open(a, path)).text).toContain(a.name)
      expect((await open(a, path)).text).not.toMatch(new RegExp(`${b.name}|${b.uuid}|mesa`))
      expect((await open(a, `${path}?subdomain=mesa`)).text).toBe(shell)
    }
    for (const path of ['event', 'viewer', 'judging', 'voterballot/x']) {
      expect((await open(a, `/portal/${path}/${b.show.id}`)).text).toBe(shell)
      expect((await open(a, `/portal/${path}/${a.draft.id}`)).text).toBe(shell)
    }
  })

  it('change when a window opens or closes, and not before', async () => {
    const { a } = world.clubs
    const readSpan = async (): Promise<{ etag: string; from: number; until: number }> => {
      const { headers, text } = await open(a, '/portal/events')
      const facts = JSON.parse(decode(/name="painting" content="([^"]*)"/.exec(text)?.[1] ?? ''))
      return { etag: String(headers.etag), from: facts.from, until: facts.until }
    }
    const before = await readSpan()
    expect(before.from).toBeLessThanOrEqual(world.now())
    expect(before.until).toBeGreaterThan(world.now())
    world.pass(before.until - world.now() - 1)
    expect(await readSpan()).toEqual(before)
    world.pass(1)
    const after = await readSpan()
    expect(after.from).toBe(before.until)
    expect(after.etag).not.toBe(before.etag)
    world.pass(-hourMs)
  })

  it('leave out the page of a flow that is somebody’s own, and say nothing of it', async () => {
    const { a } = world.clubs
    const key = '7b1d4c52-8f0e-4a53-9a77-51c0a1de0001'
    for (const query of ['step=pay', `key=${key}`, 'redirect=https://a.example']) {
      const { text } = await open(a, `/portal/donate?${query}`)
      expect(text).toContain('<div id="app"></div>')
      expect(text).toContain('<title>The title</title>')
      expect(text).not.toMatch(/step=|a\.example|7b1d4c52/)
    }
  })

  it('name club, show, date and picture of a shared link, by its own address', async () => {
    const { a } = world.clubs
    const event = await open(a, `/portal/event/${a.show.id}?utm_source=mail&step=1`)
    const url = `https://harbor.showfield.example/portal/event/${a.show.id}`
    expect(readTags(event.text)).toMatchObject({
      title: 'Harbor Classics Show',
      canonical: url,
      'og:url': url,
      'og:title': 'Harbor Classics Show',
      'og:site_name': 'Harbor Classics',
      'og:image': `https://harbor.showfield.example/media/${a.pictures.event}.webp?w=800`,
      'og:description': expect.stringMatching(days),
      description: expect.stringMatching(days),
      'twitter:card': 'summary_large_image',
    })
    expect(readEvents(event.text)).toEqual([
      expect.objectContaining({
        '@type': 'Event',
        name: 'Harbor Classics Show',
        startDate: '2026-06-13',
        endDate: '2026-06-14',
        url,
      }),
    ])
    const home = await open(a, '/portal?utm_source=mail')
    expect(readTags(home.text)).toMatchObject({
      'og:url': 'https://harbor.showfield.example/portal',
      'og:site_name': 'Harbor Classics',
      'og:image': expect.stringMatching(/^https:\/\/harbor\.showfield\.example\/media\//),
    })
    const viewer = await open(a, `/portal/viewer/${a.show.id}/schedule`)
    expect(readTags(viewer.text)['og:url']).toBe(
      `https://harbor.showfield.example/portal/viewer/${a.show.id}/schedule`,
    )
    // shared, the pages of what people do there are called by the event
    for (const area of ['events', 'member/events']) {
      for (const action of ['tickets', 'register', 'vendor', 'volunteer']) {
        const { text } = await open(a, `/portal/${area}/${a.show.id}/${action}`)
        const tags = readTags(text)
        expect(tags['og:title']).toBe('Harbor Classics Show')
        expect(tags['og:description']).toContain('2026')
        expect(tags['og:image']).toMatch(/\/media\//)
        expect(text).toContain('<title>Harbor Classics Show</title>')
      }
    }
    // so that the first thing on the screen has the club's name and colours
    expect(readAnswers(viewer.text)).toMatchObject({
      club: { tenant: { name: 'Harbor Classics' } },
      reads: [],
    })
  })

  it("name the event alone on a voter's and a judge's link", async () => {
    const { a } = world.clubs
    const [voter = '', other = ''] = a.show.voters
    const judge = `/portal/judging/${a.show.id}`
    const readAll = (links: readonly string[]) =>
      Promise.all(links.map(async (link) => (await open(a, link)).text))
    const [ballot = '', ...otherBallots] = await readAll(
      [voter, other].map((each) => `/portal/voterballot/${each}/${a.show.id}`),
    )
    const [text = '', ...more] = await readAll([judge, `${judge}/form/3/cars?judge=7`])
    expect(otherBallots).toEqual([ballot])
    expect(more).toEqual([text])
    for (const shown of [ballot, text]) {
      expect(shown).not.toContain(voter)
      expect(readEvents(shown)).toEqual([])
    }
    // a voter reads whose ballot it is before the app's code has come
    expect(ballot).toContain('<main>ballot||en|Harbor Classics|Harbor Classics Show</main>')
    expect(readTags(ballot)).toEqual(readTags(text))
    expect((await open(a, `/portal/voterballot/${voter}/${a.show.id}?subdomain=${a.slug}`)).text).toContain(
      `<main>ballot|${a.slug}|en|`,
    )
    expect(text).not.toContain('id="answers"')
    expect(readTags(text)).toEqual({
      title: 'Harbor Classics Show',
      description: expect.stringMatching(daysAndPlace),
      robots: 'noindex',
      'og:type': 'website',
      'og:site_name': 'Harbor Classics',
      'og:locale': 'en_US',
      'og:title': 'Harbor Classics Show',
      'og:description': expect.stringMatching(daysAndPlace),
      'og:url': 'https://harbor.showfield.example/portal',
      'og:image': expect.any(String),
      'twitter:card': 'summary_large_image',
    })
  })

  it('speak the language of the club', async () => {
    const { b } = world.clubs
    await world.changeRows(b, 'club', {}, { language: 'es' })
    const { text } = await open(b, '/portal')
    expect(text).toContain('<html lang="es"')
    expect(decode(text)).toContain('["/portal","es",')
    expect(readTags(text)).toMatchObject({
      'og:locale': 'es_US',
      'og:description': expect.stringMatching(/^Eventos/),
    })
    expect((await open(b, `/portal/judging/${b.show.id}`)).text).toContain('<html lang="es"')
  })

  it('take hostile names for names', async () => {
    const { b } = world.clubs
    const hostile = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;$&$1<!--`
    await world.database.inTenant(b.id, async (tx) => {
      await tx.updateTable('club').set({ name: hostile }).execute()
      await tx
        .updateTable('event')
        .set({ name: hostile, place: hostile, description: hostile, revision: sql`revision + 1` })
        .where('id', '=', b.show.id)
        .execute()
    })
    for (const path of [...listPages(b), `/portal/viewer/${b.show.id}`, `/portal/judging/${b.show.id}`]) {
      const { text } = await open(b, path)
      const isClubs = pages.includes(path)
      expect(readTags(text)).toMatchObject({
        'og:site_name': hostile,
        ...(isClubs ? {} : { 'og:title': hostile }),
      })
      // what remains without data and without quoted values has none of it as markup
      const markup = text
        .replace(/<script type="application\/(?:ld\+)?json"[^>]*>[^<]*<\/script>/g, '')
        .replace(/"[^"]*"/g, '""')
      expect(markup).not.toMatch(/<script|<img src=x|<!--/)
    }
    const event = await open(b, `/portal/event/${b.show.id}`)
    expect(readEvents(event.text)).toMatchObject([{ name: hostile, description: hostile }])
    expect(readAnswers(event.text).club).toMatchObject({ tenant: { name: hostile } })
  })
})

interface Answers {
  club: unknown
  reads: { action: string; input: object; answer: unknown }[]
}

function readAnswers(html: string): Answers {
  return JSON.parse(/<script type="application\/json" id="answers">([^<]*)<\/script>/.exec(html)?.[1] ?? '')
}

function readEvents(html: string): unknown[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
}

/** Title, canonical address, and the metas that are for others than this app. */
function readTags(html: string): Record<string, string> {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)]
    .filter(([, name]) => name !== 'painting')
    .map(([, name = '', content = '']) => [name, decode(content)] as const)
  const canonical = /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]
  return {
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    ...(canonical === undefined ? {} : { canonical }),
    ...Object.fromEntries(metas),
  }
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Places in `part` that are not the same in `whole`. Parts may be left out: then they are empty. */
function listStrange(part: unknown, whole: unknown, place = ''): string[] {
  if (part === '' || (Array.isArray(part) && part.length === 0)) return []
  if (typeof part !== 'object' || part === null) return part === whole ? [] : [place]
  if (typeof whole !== 'object' || whole === null) return [place]
  return Object.entries(part).flatMap(([name, value]) =>
    listStrange(value, (whole as Record<string, unknown>)[name], `${place}.${name}`),
  )
}

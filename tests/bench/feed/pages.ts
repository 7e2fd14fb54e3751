// The member feed with 10,000 posts and 3,000 pictures, on both engines: a page of 25 posts with pictures beside the
// same page with the pictures inside the JSON, and the hundredth page beside the first.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { hourMs } from '../../../src/domain/time.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { createDatabase, startCluster } from '../../support/database/postgres.ts'
import { type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import { median, type Reading } from '../rows.ts'
import type { Bench, Opening, Subject } from '../subject.ts'

const posts = 10_000
const pictures = 3_000
const pageSize = 25
/** Both pages take turns this often in a round. A sign-in may make 300 calls in five minutes. */
const turnsInRound = 16
const photos = join(import.meta.dirname, '..', '..', '..', 'demo', 'pictures')

/** Each round measures both engines. */
export const feedPages: Bench = {
  warmUps: 1,
  async open(subject, { atEnd }) {
    const inside = await makeInsidePictures()
    const feeds = [await openFeed(subject, atEnd, 'embedded')]
    const started = await startCluster()
    if ('reason' in started) {
      console.log(`skipped: the feed on PostgreSQL, because ${started.reason}`)
    } else {
      atEnd(started.cluster.stop)
      await createDatabase(started.cluster.superuserUrl, 'feed')
      feeds.push(await openFeed(subject, atEnd, 'PostgreSQL', started.cluster.urlOf('feed')))
    }
    return {
      async measure() {
        const readings: Reading[] = []
        for (const feed of feeds) readings.push(await weigh(feed, inside), await time(feed))
        return readings
      },
    }
  },
}

/** Pictures as data URLs. */
interface InsidePictures {
  /** As members' browsers send them: letterboxed into 400 × 400. */
  readonly png: readonly string[]
  /** In the format and size in which we store them. */
  readonly webp: readonly string[]
}

async function makeInsidePictures(): Promise<InsidePictures> {
  const names = (await readdir(photos)).filter((name) => name.startsWith('ride-')).sort()
  const encode = (format: 'png' | 'webp', fit: 'contain' | 'inside') =>
    Promise.all(
      names.map(async (name) => {
        const bytes = await sharp(join(photos, name)).resize(400, 400, { fit }).toFormat(format).toBuffer()
        return `data:image/${format};base64,${bytes.toString('base64')}`
      }),
    )
  return { png: await encode('png', 'contain'), webp: await encode('webp', 'inside') }
}

interface Feed {
  readonly engine: string
  readonly read: ReadPage
  /** Where the hundredth page begins. */
  readonly hundredth: string
}

type ReadPage = (more: object) => Promise<string>

async function openFeed(
  subject: Subject,
  atEnd: Opening['atEnd'],
  engine: string,
  databaseUrl?: string,
): Promise<Feed> {
  const { startMain } = await subject.load<typeof import('../../support/processes/mainProcess.ts')>(
    'tests/support/processes/mainProcess.ts',
  )
  const dataDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const club = await seed(subject, dataDir, databaseUrl)
  const server = await startMain({
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  atEnd(server.stop)
  const client = openLightClient(server.port)
  atEnd(client.close)
  const read = await signIn(client, club)
  return { engine, read, hundredth: await findHundredth(read) }
}

async function seed(
  { load }: Subject,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<SeededClub> {
  const { openDatabase } =
    await load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const { seedClubs } = await load<typeof import('../../support/clubs/clubs.ts')>(
    'tests/support/clubs/clubs.ts',
  )
  const { insertManyPosts } = await load<typeof import('../../support/community/manyPosts.ts')>(
    'tests/support/community/manyPosts.ts',
  )
  const now = Date.now()
  const database = await openDatabase({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) })
  const { a } = await seedClubs(database, now)
  const { member, parent, child, noPassword, moderator } = a.people
  const memberIds = [member, parent, child, noPassword, moderator].map(({ id }) => id)
  await database.inTenant(a.id, (tx) =>
    // newer than the posts that every club of the tests has
    insertManyPosts(tx, { memberIds, now: now + hourMs, posts, pictures }),
  )
  await database.analyze()
  await database.close()
  return a
}

async function signIn(client: LightClient, club: SeededClub): Promise<ReadPage> {
  const { email: username, password } = club.people.member
  const signedIn = await client.call({
    ...{ action: 'member_login', tenantId: club.id, username, password, ttl: 24 },
  })
  const token = /^x-dart-token: *(\S+)/im.exec(signedIn.headers)?.[1]
  if (token === undefined) throw new Error(`nobody is signed in: ${signedIn.text}`)
  return async (more) => {
    const body = { action: 'get_posts', tenantId: club.id, LIMIT: pageSize, ...more }
    const { status, text } = await client.call(body, { token })
    if (status !== 200 || !text.startsWith('{"success":true')) throw new Error(`no page: ${text}`)
    return text
  }
}

async function findHundredth(read: ReadPage): Promise<string> {
  let cursor = ''
  // a larger page comes as far with fewer calls
  for (let seen = 0; seen < 99 * pageSize; ) {
    const LIMIT = Math.min(100, 99 * pageSize - seen)
    const page = JSON.parse(await read({ LIMIT, ...(cursor === '' ? {} : { cursor }) })) as Page
    seen += page.posts.length
    cursor = page.nextCursor
  }
  return cursor
}

interface Page {
  readonly posts: readonly { readonly media: readonly { imageData: string }[] }[]
  readonly nextCursor: string
}

async function weigh({ engine, read }: Feed, inside: InsidePictures): Promise<Reading> {
  const text = await read({})
  const weighWith = (dataUrls: readonly string[]): number => {
    const page = JSON.parse(text) as Page
    const shown = page.posts.flatMap(({ media }) => media)
    if (shown.length !== pageSize) throw new Error('the page has another number of pictures')
    shown.forEach((picture, at) => {
      picture.imageData = dataUrls[at % dataUrls.length] ?? ''
    })
    return JSON.stringify(page).length
  }
  const [png, webp] = [weighWith(inside.png), weighWith(inside.webp)]
  return {
    id: `bytes-${engine}`,
    what: `feed page of ${pageSize} posts with pictures (${engine}): bytes`,
    beside: 'the same with the pictures inside the JSON, as PNG',
    figure: text.length / png,
    unit: 'times',
    goal: { atMost: 1 / 20 },
    more: {
      itself: [text.length / 1024, 'kB'],
      'with PNG inside': [png / 1024, 'kB'],
      'with WebP inside': [webp / 1024, 'kB'],
    },
  }
}

async function time({ engine, read, hundredth }: Feed): Promise<Reading> {
  const pages = { first: {}, hundredth: { cursor: hundredth } }
  const taken = { first: [] as number[], hundredth: [] as number[] }
  for (let turn = 0; turn < turnsInRound; turn += 1) {
    for (const name of turn % 2 === 0
      ? (['first', 'hundredth'] as const)
      : (['hundredth', 'first'] as const)) {
      const startedAt = performance.now()
      await read(pages[name])
      taken[name].push(performance.now() - startedAt)
    }
  }
  const [first, last] = [median(taken.first), median(taken.hundredth)]
  return {
    id: `hundredth-${engine}`,
    what: `hundredth page of the feed, ${posts} posts (${engine})`,
    beside: 'the first page',
    figure: last / first,
    unit: 'times',
    goal: { atMost: 1.5 },
    more: { 'the hundredth': [last, 'ms'], 'the first': [first, 'ms'] },
  }
}

// The member feed with 10,000 posts and 3,000 pictures, on both engines: a page of 25 posts with pictures beside the
// same page with the pictures inside the JSON, and the hundredth page beside the first.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { hourMs } from '../../../src/domain/time.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { type SeededClub, seedClubs } from '../../support/clubs/clubs.ts'
import { insertManyPosts } from '../../support/community/manyPosts.ts'
import { createDatabase, startCluster } from '../../support/database/postgres.ts'
import { type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import { startMain } from '../../support/processes/mainProcess.ts'
import { type BenchRow, median, rounds, toFigure, toSpread } from '../rows.ts'

const posts = 10_000
const pictures = 3_000
const pageSize = 25
/** Both pages take turns this often in a round. A sign-in may make 300 calls in five minutes. */
const turns = 16
const photos = join(import.meta.dirname, '..', '..', '..', 'demo', 'pictures')

export async function benchFeedPages(): Promise<BenchRow[]> {
  const inside = await makeInsidePictures()
  const rows = await measure('embedded', {}, inside)
  const started = await startCluster()
  if ('reason' in started) {
    console.log(`skipped: the feed on PostgreSQL, because ${started.reason}`)
    return rows
  }
  try {
    await createDatabase(started.cluster.superuserUrl, 'feed')
    return [
      ...rows,
      ...(await measure('PostgreSQL', { DATABASE_URL: started.cluster.urlOf('feed') }, inside)),
    ]
  } finally {
    await started.cluster.stop()
  }
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

async function measure(
  engine: string,
  place: Readonly<Record<string, string>>,
  inside: InsidePictures,
): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  try {
    const club = await seed(dataDir, place.DATABASE_URL)
    const server = await startMain({ DATA_DIR: dataDir, ...place })
    const client = openLightClient(server.port)
    try {
      const read = await openFeed(client, club)
      return [await weigh(engine, read, inside), await time(engine, read)]
    } finally {
      client.close()
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function seed(dataDir: string, databaseUrl: string | undefined): Promise<SeededClub> {
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

type ReadPage = (more: object) => Promise<string>

async function openFeed(client: LightClient, club: SeededClub): Promise<ReadPage> {
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

interface Page {
  readonly posts: readonly { readonly media: readonly { imageData: string }[] }[]
  readonly nextCursor: string
}

async function weigh(engine: string, read: ReadPage, inside: InsidePictures): Promise<BenchRow> {
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
    what: `feed page of ${pageSize} posts with pictures (${engine}): ${toKilobytes(text.length)}`,
    beside: `the same with the pictures inside the JSON, as PNG: ${toKilobytes(png)}`,
    figures: [text.length / png],
    unit: 'times',
    goal: { atMost: 1 / 20 },
    notes: [`${toFigure(text.length / webp)} of the same with WebP inside, ${toKilobytes(webp)}`],
  }
}

function toKilobytes(bytes: number): string {
  return `${toFigure(bytes / 1024)} kB`
}

async function time(engine: string, read: ReadPage): Promise<BenchRow> {
  let cursor = ''
  // a larger page comes as far with fewer calls
  for (let seen = 0; seen < 99 * pageSize; ) {
    const LIMIT = Math.min(100, 99 * pageSize - seen)
    const page = JSON.parse(await read({ LIMIT, ...(cursor === '' ? {} : { cursor }) })) as Page
    seen += page.posts.length
    cursor = page.nextCursor
  }
  const pages = { first: {}, hundredth: { cursor } }
  const figures = { first: [] as number[], hundredth: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const taken = { first: [] as number[], hundredth: [] as number[] }
    for (let turn = 0; turn < turns; turn += 1) {
      for (const name of turn % 2 === 0
        ? (['first', 'hundredth'] as const)
        : (['hundredth', 'first'] as const)) {
        const startedAt = performance.now()
        await read(pages[name])
        taken[name].push(performance.now() - startedAt)
      }
    }
    // the first round only warms up
    if (round === 0) continue
    figures.first.push(median(taken.first))
    figures.hundredth.push(median(taken.hundredth))
  }
  return {
    what: `hundredth page of the feed, ${posts} posts (${engine})`,
    beside: `the first page ${toSpread(figures.first, 'ms')}`,
    figures: figures.hundredth.map((ms, round) => ms / (figures.first[round] ?? Number.NaN)),
    unit: 'times',
    goal: { atMost: 1.5 },
    notes: [toSpread(figures.hundredth, 'ms')],
  }
}

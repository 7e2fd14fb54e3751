// What score sheets and ballots wait while the storage is ill and a crowd asks for pictures and sends some, beside the
// same with a healthy storage. The storage is the tests' stand-in: a real one does not fall ill when it is told to.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { type Misbehaviour, openStorageSandbox } from '../../../storage-sandbox/open.ts'
import type { Product } from '../../support/browsers/product.ts'
import type { Show } from '../../support/clubs/judgedShow.ts'
import { createDatabase, startCluster } from '../../support/database/postgres.ts'
import { type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import { toSheet } from '../../support/processes/sheetSender.ts'
import { buildStorageDoor } from '../../support/storage/door.ts'
import { toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'
import type { Reading } from '../rows.ts'
import type { Meter, Opening, Subject } from '../subject.ts'

const stateMs = 8000
/** The first part of it only makes the storage's state known. */
const beforeMs = 2000
const judges = 10
const sheetEveryMs = 50
const ballotEveryMs = 50
const pictureEveryMs = 25
const uploadEveryMs = 500
const forgetEveryMs = 1000

const states = ['healthy', '503', 'stall', 'no line'] as const
type State = (typeof states)[number]

export async function openMeanwhile(subject: Subject, { turns, atEnd }: Opening): Promise<Meter> {
  const sandbox = await openStorageSandbox()
  atEnd(sandbox.close)
  const door = await buildStorageDoor(sandbox.url)
  atEnd(door.shut)
  const started = await startCluster()
  const databaseUrl = 'reason' in started ? undefined : started.cluster.urlOf('bench')
  if ('reason' in started) console.log(`on the embedded engine, because ${started.reason}`)
  else {
    atEnd(started.cluster.stop)
    await createDatabase(started.cluster.superuserUrl, 'bench')
  }
  const env = { ...toStorageEnvironment({ ...sandbox, url: door.url }), TRUSTED_PROXY: '127.0.0.1' }
  const product = await subject.startProduct({
    appDir: import.meta.dirname,
    env,
    ...(databaseUrl === undefined ? {} : { databaseUrl, isFirstStart: true }),
  })
  atEnd(product.dispose)
  await product.stop()
  const { show, voters } = await addPeople(subject, product, turns * states.length)
  await product.start()
  const tokens = await signInAll(product)
  const pictures = [...sandbox.bucket.objects.keys()].flatMap((key) => {
    const found = /^pictures\/public\/.*\/([0-9a-f]{40})-(\d+)\.webp$/.exec(key)
    return found === null ? [] : [`/media/${found[1]}.webp?w=${found[2]}`]
  })
  let used = 0

  async function measureState(state: State): Promise<{ sheets: number; ballots: number; notShown: number }> {
    const misbehaviours: { readonly [S in State]?: Misbehaviour } = { '503': 'slow-down', stall: 'stall' }
    const misbehaviour = misbehaviours[state]
    sandbox.misbehave(misbehaviour && (() => misbehaviour))
    if (state === 'no line') await door.shut()
    const at = used
    used += 1
    const found = await runShow(product, {
      show: { ...show, judges: show.judges.slice(at * judges, (at + 1) * judges) },
      voters: voters.slice(at * votersEach, (at + 1) * votersEach),
      pictures,
      tokens,
    })
    sandbox.misbehave()
    await door.open()
    return found
  }

  return {
    async measure() {
      const healthy = await measureState('healthy')
      const readings: Reading[] = []
      for (const state of states.filter((one) => one !== 'healthy')) {
        const ill = await measureState(state)
        for (const what of ['sheets', 'ballots'] as const) {
          readings.push({
            id: `${what}-${state}`,
            what: `95 of 100 ${what} are answered, the storage ${names[state]} and a crowd asking for pictures`,
            beside: 'the same with a healthy storage',
            figure: ill[what] / healthy[what],
            unit: 'times',
            goal: { atMost: 1.2 },
            more: {
              itself: [ill[what], 'ms'],
              healthy: [healthy[what], 'ms'],
              'pictures not shown': [ill.notShown, ''],
            },
          })
        }
      }
      return readings
    },
  }
}

const names = { '503': 'answering 503', stall: 'saying nothing', 'no line': 'out of reach' } as const
const votersEach = Math.ceil(stateMs / ballotEveryMs) + 1

/** The product is stopped. */
async function addPeople({ load }: Subject, product: Product, shows: number) {
  const { addJudges } = await load<typeof import('../../support/clubs/judgedShow.ts')>(
    'tests/support/clubs/judgedShow.ts',
  )
  const { openDatabase } =
    await load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const { createVoters } = await load<typeof import('../../../src/server/areas/ballot/db.ts')>(
    'src/server/areas/ballot/db.ts',
  )
  const { dataDir, databaseUrl } = product
  const options = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl }
  const show = await addJudges(product, judges * shows, options)
  const database = await openDatabase(options)
  const voters = await database.inTenant(show.tenantId, (tx) =>
    createVoters(tx, show.eventId, votersEach * shows),
  )
  await database.close()
  return { show, voters: voters.map(({ uuid }) => uuid) }
}

interface Signed {
  readonly subdomain: string
  readonly id: number
  readonly token: string
}

async function signInAll({ port, demo }: Product): Promise<Signed[]> {
  const client = openLightClient(port)
  const signed: Signed[] = []
  for (const { subdomain, members } of demo.tenants) {
    for (const { role, email, password } of members) {
      if (password === undefined || role === 'expired') continue
      const login = { username: email, password, ttl: 24 }
      const { headers } = await client.call({ action: 'member_login', subdomain, ...login })
      const token = /\r\nx-dart-token: *(\S+)/i.exec(headers)?.[1] ?? ''
      const { text } = await client.call({ action: 'member_authorize', subdomain }, { token })
      signed.push({ subdomain, id: (JSON.parse(text) as { member: { id: number } }).member.id, token })
    }
  }
  client.close()
  return signed
}

interface Crowd {
  readonly show: Show
  readonly voters: readonly string[]
  readonly pictures: readonly string[]
  readonly tokens: readonly Signed[]
}

/** Everybody acts at their own time, whether those before them have their answers or not. */
async function runShow({ port, dataDir, demo }: Product, { show, voters, pictures, tokens }: Crowd) {
  const [{ subdomain = '' } = {}] = demo.tenants
  const idle: LightClient[] = []
  const all: LightClient[] = []
  const startedAt = performance.now()
  const figures = { sheets: [] as number[], ballots: [] as number[] }
  let notShown = 0
  let uploads = 0

  async function withClient<T>(work: (client: LightClient) => Promise<T>): Promise<T> {
    const client = idle.pop() ?? openLightClient(port)
    if (!all.includes(client)) all.push(client)
    const answer = await work(client)
    idle.push(client)
    return answer
  }
  async function everyMs(ms: number, act: (number: number) => Promise<void>): Promise<void> {
    const acts: Promise<void>[] = []
    for (let number = 0; number * ms < stateMs; number += 1) {
      const early = startedAt + number * ms - performance.now()
      if (early > 0) await pause(early)
      acts.push(act(number))
    }
    await Promise.all(acts)
  }
  const from = (number: number): string => `10.${(number >> 14) & 63}.${(number >> 7) & 127}.${number & 127}`
  async function measure(into: number[], number: number, ms: number, body: object): Promise<void> {
    const dueAt = startedAt + number * ms
    const { text } = await withClient((client) => client.call(body, { from: from(number) }))
    if (!text.startsWith('{"success":true')) throw new Error(`it was refused: ${text}`)
    if (number * ms >= beforeMs) into.push(performance.now() - dueAt)
  }

  await Promise.all([
    everyMs(sheetEveryMs, (number) => {
      const judge = show.judges[number % judges] as Show['judges'][number]
      const plan = { ...show, judges: [], sheets: 0, perRequest: 0 }
      const sheet = toSheet(plan, judge, Math.floor(number / judges))
      return measure(figures.sheets, number, sheetEveryMs, { ...sheet, tenantId: show.tenantId })
    }),
    everyMs(ballotEveryMs, (number) => {
      const ballot = { voterId: voters[number], votes: show.cars.slice(0, 1), key: randomUUID() }
      return measure(figures.ballots, number, ballotEveryMs, {
        action: 'submit_ballot',
        subdomain,
        ...ballot,
      })
    }),
    everyMs(pictureEveryMs, async (number) => {
      const path = `${pictures[number % pictures.length]}&subdomain=${subdomain}`
      const { status } = await withClient((client) => client.get(path, [`X-Forwarded-For: ${from(number)}`]))
      if (status !== 200) notShown += 1
    }),
    everyMs(uploadEveryMs, async () => {
      const sender = tokens[uploads % tokens.length] as Signed
      uploads += 1
      const picture = await drawPicture()
      const body = { action: 'update_member', subdomain: sender.subdomain, id: sender.id, avatar: picture }
      await withClient((client) => client.call(body, { token: sender.token }))
    }),
    // a crowd sees other pictures all the time: none of them is at hand for long
    everyMs(forgetEveryMs, async () =>
      rmSync(join(dataDir, 'cache'), { recursive: true, force: true, maxRetries: 3 }),
    ),
  ])
  for (const client of all) client.close()
  return { sheets: find95(figures.sheets), ballots: find95(figures.ballots), notShown }
}

let drawn = 0

/** Another one each time. */
async function drawPicture(): Promise<string> {
  drawn += 1
  const bytes = await sharp({
    create: { width: 300 + (drawn % 100), height: 200 + drawn, channels: 3, background: '#a5201d' },
  })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

function find95(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length * 0.95)] ?? Number.NaN
}

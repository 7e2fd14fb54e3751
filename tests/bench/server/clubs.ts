// Row 12: the calls of members, visitors and judges with 10,000 clubs and 100,000 members beside the same with one
// club, each on PostgreSQL with two server processes. The calls go to all clubs, so hardly any finds its club in a
// server's memory.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { ActionName } from '../../../src/contract/index.ts'
import { dayMs } from '../../../src/domain/time.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { toCopiedId } from '../../support/clubs/copiedClubs.ts'
import type { SeededJudge } from '../../support/clubs/judges.ts'
import { roles } from '../../support/clubs/people.ts'
import { samples } from '../../support/clubs/samples.ts'
import { makePushKeys } from '../../support/corpora/pushVectors.ts'
import { type Cluster, createDatabase, startCluster } from '../../support/database/postgres.ts'
import { type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Opening, Subject } from '../subject.ts'

const clubs = 10_000
const membersEach = 10
/** Beside the six that every club of the tests has. They have the password of one of these. */
const moreEmails = Array.from({ length: membersEach - roles.length }, (_, at) => `member${at}@harbor.example`)
const judgesEach = 40
const cars = ['110', '12', '201']
/** Clubs in which somebody is signed in. Everybody else's calls go to all clubs. */
const signedInClubs = 100
const signInsOfOneClub = 60
const connectionsEach = 4
/** Both take turns this often in a round, so that what else the machine does meets both. */
const turnsInRound = 12
const callsEachTurn = 100

const reads = [
  'get_tenant',
  'get_upcoming_events',
  'get_event',
  'get_entries',
  'get_all_eventclasses',
  'get_all_shifts',
  'get_event_availability',
  'get_judging_forms',
] as const satisfies readonly ActionName[]
const memberReads = [
  'member_authorize',
  'get_member_settings',
  'get_own_membership',
  'get_membership_card',
  'get_member_children',
] as const satisfies readonly ActionName[]
const writes = ['submit_judging_form', 'webpush_subscribe'] as const satisfies readonly ActionName[]
const memberWrites = ['update_member_settings', 'update_member'] as const satisfies readonly ActionName[]

interface Place {
  readonly clients: readonly LightClient[]
  /** The club of that number, from 0 on. */
  toClub(number: number): SeededClub
  readonly clubs: number
  readonly judges: readonly SeededJudge[]
  readonly signedIn: readonly {
    readonly club: SeededClub
    readonly token: string
    readonly memberId: number
  }[]
}

export const manyClubs: Bench = {
  warmUps: 1,
  async open(subject, { atEnd }) {
    const started = await startCluster()
    if ('reason' in started) {
      console.log(`skipped: many clubs, because ${started.reason}`)
      return { measure: async () => [] }
    }
    const { cluster } = started
    atEnd(cluster.stop)
    const dataDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
    atEnd(() => rm(dataDir, { recursive: true, force: true }))
    const toPlace = { subject, cluster, dataDir, atEnd }
    const one = await openPlace({ ...toPlace, name: 'one', clubs: 1 })
    const many = await openPlace({ ...toPlace, name: 'many', clubs })
    return {
      measure: async () => [
        await compare('reads', one, many, (place) => pickCall(place, reads, memberReads)),
        await compare('writes', one, many, (place) => pickCall(place, writes, memberWrites)),
      ],
    }
  },
}

interface PlaceSetup extends Pick<Opening, 'atEnd'> {
  readonly subject: Subject
  readonly cluster: Cluster
  readonly dataDir: string
  readonly name: string
  readonly clubs: number
}

async function openPlace({
  subject: { load },
  cluster,
  dataDir,
  name,
  clubs: count,
  atEnd,
}: PlaceSetup): Promise<Place> {
  const { openDatabase } =
    await load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const { seedClubs } = await load<typeof import('../../support/clubs/clubs.ts')>(
    'tests/support/clubs/clubs.ts',
  )
  const { seedJudges } = await load<typeof import('../../support/clubs/judges.ts')>(
    'tests/support/clubs/judges.ts',
  )
  const { copyClub } = await load<typeof import('../../support/clubs/copiedClubs.ts')>(
    'tests/support/clubs/copiedClubs.ts',
  )
  const { startMain } = await load<typeof import('../../support/processes/mainProcess.ts')>(
    'tests/support/processes/mainProcess.ts',
  )
  await createDatabase(cluster.superuserUrl, name)
  const databaseUrl = cluster.urlOf(name)
  const database = await openDatabase({ databaseUrl, dataDir })
  const { a } = await seedClubs(database, Date.now(), { startsIn: 0, days: 2 })
  const { judges, memberIds } = await database.inTenant(a.id, async (tx) => {
    const row = await tx
      .selectFrom('member')
      .select(['tenant_id', 'fname', 'lname', 'member_type_id', 'expires_on', 'password_hash'])
      .where('id', '=', a.people.member.id)
      .executeTakeFirstOrThrow()
    const members = await tx
      .insertInto('member')
      .values(moreEmails.map((email) => ({ ...row, email, email_folded: email })))
      .returning(['tenant_id', 'id as member_id'])
      .execute()
    await tx.insertInto('member_settings').values(members).execute()
    const seeded = { tenantId: a.id, eventId: a.show.id, count: judgesEach, until: Date.now() + dayMs }
    return { judges: await seedJudges(tx, seeded), memberIds: members.map(({ member_id }) => member_id) }
  })
  await database.analyze()
  await database.close()
  if (count > 1) {
    const url = Object.assign(new URL(cluster.superuserUrl), { pathname: `/${name}` }).href
    const connection = new Client({ connectionString: url })
    await connection.connect()
    await copyClub(connection, { tenantId: a.id, copies: count - 1, slug: 'club' })
    await connection.query('vacuum analyze')
    await connection.end()
  }
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TRUSTED_PROXY: '127.0.0.1' }
  const servers = [await startMain(env), await startMain(env)]
  for (const server of servers) atEnd(server.stop)
  const clients = servers.flatMap(({ port }) =>
    Array.from({ length: connectionsEach }, () => openLightClient(port)),
  )
  for (const client of clients) atEnd(client.close)
  const toClub = (number: number): SeededClub => (number === 0 ? a : toCopiedClub(a, number))
  const [client] = clients as [LightClient]
  const signedIn = []
  for (let at = 0; at < (count === 1 ? signInsOfOneClub : signedInClubs); at += 1) {
    const number = randomInt(count)
    const club = toClub(number)
    // an account may sign in twenty-five times an hour
    const which = at % moreEmails.length
    const token = await signIn(client, club, moreEmails[which] ?? '')
    signedIn.push({ club, token, memberId: toCopiedId(memberIds[which] ?? 0, number) })
  }
  return { clients, toClub, clubs: count, judges, signedIn }
}

/** As far as the calls need it. */
function toCopiedClub(club: SeededClub, copy: number): SeededClub {
  const { show, people } = club
  const toId = (id: number): number => toCopiedId(id, copy)
  return {
    ...club,
    id: toId(club.id),
    makeId: toId(club.makeId),
    people: {
      ...people,
      member: { ...people.member, id: toId(people.member.id) },
    },
    show: {
      ...show,
      id: toId(show.id),
      formIds: show.formIds.map(toId),
      criterionIds: [toId(show.criterionIds[0]), toId(show.criterionIds[1])],
    },
  }
}

async function signIn(client: LightClient, club: SeededClub, username: string): Promise<string> {
  const { password } = club.people.member
  const body = { action: 'member_login', tenantId: club.id, username, password, ttl: 24 }
  const { text, headers } = await client.call(body, { from: newAddress() })
  const token = /^x-dart-token: *(\S+)/im.exec(headers)?.[1]
  if (token === undefined) throw new Error(`nobody is signed in: ${text}`)
  return token
}

function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

interface BenchCall {
  readonly body: object
  readonly token?: string
}

/** Half of the calls are a member's. */
function pickCall<N extends ActionName, M extends ActionName>(
  place: Place,
  everybodys: readonly N[],
  members: readonly M[],
): BenchCall {
  if (randomInt(2) === 0) {
    const club = place.toClub(randomInt(place.clubs))
    return { body: toBody(pick(everybodys), club, place) }
  }
  const { club, token, memberId } = pick(place.signedIn)
  return { body: { ...toBody(pick(members), club, place), id: memberId }, token }
}

function toBody(action: ActionName, club: SeededClub, place: Place): object {
  const body = { ...samples[action](club), action, tenantId: club.id, key: randomUUID() }
  switch (action) {
    case 'submit_judging_form': {
      const { code, grant } = pick(place.judges)
      return { ...body, judgeId: code, grant, entryId: pick(cars), formId: club.show.formIds[0], sequence: 1 }
    }
    case 'webpush_subscribe':
      return {
        ...body,
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: makePushKeys(),
      }
    case 'update_member':
      return { ...body, city: `Rye ${randomInt(100)}` }
    default:
      return body
  }
}

function pick<T>(all: readonly T[]): T {
  return all[randomInt(all.length)] as T
}

/** How long these calls took together, in milliseconds. */
async function run(place: Place, next: (place: Place) => BenchCall): Promise<number> {
  let left = callsEachTurn
  const startedAt = performance.now()
  await Promise.all(
    place.clients.map(async (client) => {
      while (left > 0) {
        left -= 1
        const { body, token } = next(place)
        const { status, text } = await client.call(body, {
          from: newAddress(),
          ...(token === undefined ? {} : { token }),
        })
        if (status !== 200 || !text.startsWith('{"success":true')) {
          throw new Error(`${JSON.stringify(body)} was refused: ${text}`)
        }
      }
    }),
  )
  return performance.now() - startedAt
}

async function compare(
  what: string,
  one: Place,
  many: Place,
  next: (place: Place) => BenchCall,
): Promise<Reading> {
  const ms = { one: 0, many: 0 }
  for (let turn = 0; turn < turnsInRound; turn += 1) {
    // the first of a pair changes
    for (const name of turn % 2 === 0 ? (['one', 'many'] as const) : (['many', 'one'] as const)) {
      ms[name] += await run(name === 'one' ? one : many, next)
    }
  }
  const calls = turnsInRound * callsEachTurn
  return {
    id: what,
    what: `${what} with ${clubs} clubs and ${clubs * membersEach} members (PostgreSQL, two processes)`,
    beside: 'the same with one club',
    figure: ms.many / ms.one,
    unit: 'times',
    goal: { atMost: 1.2 },
    more: { many: [ms.many / calls, 'ms'], one: [ms.one / calls, 'ms'] },
  }
}

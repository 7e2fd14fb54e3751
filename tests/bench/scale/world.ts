// Two databases on one PostgreSQL: of a thousand clubs and of a hundred thousand, in which some clubs have a hundred
// thousand members, posts, events or orders. Each has its own server, which is a process of its own.
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { dayMs } from '../../../src/domain/time.ts'
import type { Database } from '../../../src/server/db/open.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { toCopiedId } from '../../support/clubs/copiedClubs.ts'
import type { SeededJudge } from '../../support/clubs/judges.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { type Cluster, createDatabase } from '../../support/database/postgres.ts'
import type { MainProcess } from '../../support/processes/mainProcess.ts'
import type { Opening, Subject } from '../subject.ts'
import { addBallots, fillClub, openSessions, type Sizes, toEmail, toSessionId } from './fill.ts'

const judgesEach = 6
/** Beside those that every club of the tests has. */
const membersEach = 4
const ballotsEach = 30
/** Calls to many clubs go to so many of them. */
const mostClubsCalled = 10_000
const thousand: Sizes = { members: 1000, posts: 1000, events: 1000, orders: 1000 }
const most = 100_000

/** Clubs that have more of something, each by its number. */
export const largeClubs = { members: 1, posts: 2, events: 3, orders: 4 } as const

export interface SignedIn {
  readonly id: number
  readonly sessionId: string
  /** Whose password is known. */
  readonly email: string
}

export interface CalledClub {
  readonly id: number
  readonly uuid: string
  readonly slug: string
  readonly showId: number
  readonly formId: number
  readonly criterionIds: readonly [number, number]
  readonly judges: readonly SeededJudge[]
  readonly members: readonly SignedIn[]
  readonly tickets: { readonly paid: number; readonly free: number }
}

export interface ScaleDatabase {
  readonly databaseUrl: string
  /** With the rights of nobody in particular, for what is no call. */
  readonly superuserUrl: string
  readonly clubs: number
  /** `usual`: with a thousand of each. */
  readonly filled: Readonly<Record<'usual' | keyof typeof largeClubs, CalledClub>> | undefined
  /** Any of the others. */
  pickClub(): CalledClub
  readonly pictureHash: string
  readonly password: string
  makeToken(club: CalledClub, member: SignedIn): Promise<string>
  startServer(): Promise<MainProcess>
}

export interface ScaleSetup extends Pick<Opening, 'atEnd'> {
  readonly subject: Subject
  readonly cluster: Cluster
  readonly clubs: number
  /** Whether there are clubs that have more of something. */
  readonly hasFilled: boolean
}

export async function openScaleDatabase(setup: ScaleSetup): Promise<ScaleDatabase> {
  const { subject, cluster, clubs, atEnd } = setup
  const { load } = subject
  const { openDatabase } =
    await load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const { signToken } = await load<typeof import('../../../src/server/auth/session.ts')>(
    'src/server/auth/session.ts',
  )
  const { startMain } = await load<typeof import('../../support/processes/mainProcess.ts')>(
    'tests/support/processes/mainProcess.ts',
  )
  const name = `clubs_${clubs}`
  await createDatabase(cluster.superuserUrl, name)
  const databaseUrl = cluster.urlOf(name)
  const superuserUrl = Object.assign(new URL(cluster.superuserUrl), { pathname: `/${name}` }).href
  const dataDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const database = await openDatabase({ databaseUrl, dataDir })
  atEnd(() => database.close())
  const { club, judges, pictureHash, freeTicket, memberIds } = await seed(setup, database, dataDir)
  const connection = new Client({ connectionString: superuserUrl })
  await connection.connect()
  // a hundred thousand of each would only take time
  const others = [club.id, club.show.id]
  await connection.query('delete from judge_grant where tenant_id = $1 and event_id <> $2', others)
  await connection.query('delete from event where tenant_id = $1 and id <> $2', others)
  const { copyClub } = await load<typeof import('../../support/clubs/copiedClubs.ts')>(
    'tests/support/clubs/copiedClubs.ts',
  )
  await copyClub(connection, { tenantId: club.id, copies: clubs - 1, slug: 'club' })
  const toClub = toClubs(club, { judges, memberIds, freeTicket })
  const uuids = await readUuids(connection)
  const filled = setup.hasFilled ? await fillAll() : undefined
  const called = await chooseClubs(connection, clubs, (number) => withUuid(toClub(number)))
  await connection.query('vacuum analyze')
  await connection.end()
  const { password } = club.people.member

  function withUuid(found: Omit<CalledClub, 'uuid'>): CalledClub {
    return { ...found, uuid: uuids.get(found.id) ?? '' }
  }

  async function fillAll(): Promise<NonNullable<ScaleDatabase['filled']>> {
    const fill = async (number: number, more: Partial<Sizes>): Promise<CalledClub> => {
      const found = withUuid(toClub(number))
      const {
        tickets,
        showId,
        members: [member],
      } = found
      const sizes = { ...thousand, ...more }
      const at = { id: found.id, memberId: member?.id ?? 0, showId, ticketId: tickets.paid }
      const added = await fillClub(connection, at, sizes)
      const members = added.map((id, number) => ({
        ...{ id, sessionId: toSessionId(id), email: toEmail(number + 1) },
      }))
      return { ...found, members }
    }
    return {
      usual: await fill(0, {}),
      members: await fill(largeClubs.members, { members: most }),
      posts: await fill(largeClubs.posts, { posts: most }),
      events: await fill(largeClubs.events, { events: most }),
      orders: await fill(largeClubs.orders, { orders: most }),
    }
  }

  return {
    ...{ databaseUrl, superuserUrl, clubs, filled, pictureHash, password: password ?? '' },
    pickClub: () => called[randomInt(called.length)] as CalledClub,
    makeToken: ({ uuid }, { id: memberId, sessionId }) => {
      const createdAt = Math.floor(Date.now() / 1000)
      return signToken(
        { database },
        {
          ...{ tenantUuid: uuid, memberId, sessionId, tokenVersion: 1, createdAt },
          expiresAt: createdAt + dayMs / 1000,
        },
      )
    },
    async startServer() {
      const server = await startMain({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        TRUSTED_PROXY: '127.0.0.1',
        DEFAULT_TENANT: 'harbor',
      })
      atEnd(server.stop)
      return server
    },
  }
}

const toSeededEmail = (at: number): string => `member${at}@harbor.example`

/** The club that all others are copies of. */
async function seed({ subject: { load } }: ScaleSetup, database: Database, dataDir: string) {
  const { seedClubs } = await load<typeof import('../../support/clubs/clubs.ts')>(
    'tests/support/clubs/clubs.ts',
  )
  const { seedJudges } = await load<typeof import('../../support/clubs/judges.ts')>(
    'tests/support/clubs/judges.ts',
  )
  const { storePicture } = await load<typeof import('../../../src/server/storage/pictures.ts')>(
    'src/server/storage/pictures.ts',
  )
  const { storeFile } = await load<typeof import('../../../src/server/storage/files.ts')>(
    'src/server/storage/files.ts',
  )
  const { a } = await seedClubs(database, Date.now(), { startsIn: 0, days: 2 })
  const services = { database, now: Date.now, config: { dataDir, storage: null } as never }
  const picture = await storePicture(services, await photo(800, 600), 'public', { fit: 'photo' })
  const file = await storeFile(services, Buffer.alloc(100_000, 'newsletter '))
  return database.inTenant(a.id, async (tx) => {
    const quantity = 1_000_000
    await tx.updateTable('ticket').set({ quantity }).where('event_id', '=', a.show.id).execute()
    const sold = await tx
      .selectFrom('ticket')
      .select(['event_id', 'starts_at', 'ends_at'])
      .where('id', '=', a.show.ticketIds[0] ?? 0)
      .executeTakeFirstOrThrow()
    const free = await tx
      .insertInto('ticket')
      .values({ ...sold, description: 'Child', price_cents: 0, purchase_limit: 8, quantity, position: 3 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('media_file')
      .values({ ...file, name: 'Newsletter', content_type: 'application/pdf', shared: true })
      .execute()
    const member = await tx
      .selectFrom('member')
      .select(['fname', 'member_type_id', 'expires_on', 'password_hash', 'email_proved_at'])
      .where('id', '=', a.people.member.id)
      .executeTakeFirstOrThrow()
    const added = await tx
      .insertInto('member')
      .values(
        Array.from({ length: membersEach }, (_, at) => {
          const email = toSeededEmail(at)
          return { ...member, email, email_folded: email, lname: String(at) }
        }),
      )
      .returning(['id as member_id'])
      .execute()
    await tx.insertInto('member_settings').values(added).execute()
    const event = { eventId: a.show.id, count: judgesEach, until: Date.now() + dayMs }
    return {
      club: a,
      judges: await seedJudges(tx, event),
      pictureHash: picture.row.hash,
      freeTicket: free.id,
      memberIds: added.map(({ member_id }) => member_id),
    }
  })
}

function toClubs(
  { id, slug, show }: SeededClub,
  {
    judges,
    memberIds,
    freeTicket,
  }: { judges: readonly SeededJudge[]; memberIds: readonly number[]; freeTicket: number },
) {
  return (number: number): Omit<CalledClub, 'uuid'> => {
    const toId = (one: number): number => toCopiedId(one, number)
    return {
      id: toId(id),
      slug: number === 0 ? slug : `club-${number}`,
      showId: toId(show.id),
      formId: toId(show.formIds[0] ?? 0),
      criterionIds: [toId(show.criterionIds[0]), toId(show.criterionIds[1])],
      judges,
      members: memberIds.map((one, at) => ({
        ...{ id: toId(one), sessionId: toSessionId(toId(one)), email: toSeededEmail(at) },
      })),
      tickets: { paid: toId(show.ticketIds[0] ?? 0), free: toId(freeTicket) },
    }
  }
}

async function readUuids(connection: Client): Promise<Map<number, string>> {
  const { rows } = await connection.query<{ id: number; uuid: string }>('select id, uuid from tenant')
  return new Map(rows.map(({ id, uuid }) => [id, uuid]))
}

/** With ballots, and with members who are signed in. Not those that have more of something. */
async function chooseClubs(
  connection: Client,
  clubs: number,
  toClub: (number: number) => CalledClub,
): Promise<CalledClub[]> {
  const first = Object.keys(largeClubs).length + 1
  const step = Math.max(1, Math.floor((clubs - first) / mostClubsCalled))
  const chosen: CalledClub[] = []
  for (let number = first; number < clubs && chosen.length < mostClubsCalled; number += step) {
    chosen.push(toClub(number))
  }
  await addBallots(connection, chosen, ballotsEach)
  await openSessions(
    connection,
    chosen.flatMap(({ members }) => members.map(({ id }) => id)),
  )
  return chosen
}

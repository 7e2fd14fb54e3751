// The clubs and people of the screen lab: the demo, two clubs whose every text is hostile, long or foreign, and
// two that have nothing. They are imported once, at one instant, and kept in `.cache`.
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importDemoIfDue } from '../../demo/importDemo.ts'
import { type Caller, createCaller, tokenHeader } from '../../src/contract/caller.ts'
import { findDay } from '../../src/domain/day.ts'
import { toReceiptCode } from '../../src/domain/receiptCode.ts'
import { dayMs } from '../../src/domain/time.ts'
import { runClubCommand } from '../../src/server/assembly/commands.ts'
import { createLocalEngine } from '../../src/server/assembly/localEngine.ts'
import { sendMail } from '../../src/server/assembly/mailJob.ts'
import { listMessages } from '../../src/server/db/instance/sandboxMessage.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { insertWorker, listWorkersOf } from '../../src/server/event/db/shift.ts'
import { confirmShift, returnShift } from '../../src/server/event/db/volunteer.ts'
import { openShiftLinks } from '../../src/server/event/shiftLinks.ts'
import { type Config, parseConfig } from '../../src/server/process/config.ts'
import type { Call, Engine, Reply } from '../../src/server/process/engine.ts'
import { createLog } from '../../src/server/process/log.ts'
import type { Services } from '../../src/server/process/services.ts'
import type { PushNetwork } from '../../src/server/providers/pushNetwork.ts'
import type { Demo } from '../support/browsers/product.ts'
import { bare } from '../support/clubs/doorClubs.ts'
import { hostileSlug, makeHostileClub, signers } from '../support/corpora/hostileClub.ts'
import {
  makeHostileShow,
  judge as showJudge,
  showMember,
  showSlug,
  voterId,
} from '../support/corpora/hostileShow.ts'
import { findCachedFolder } from '../support/run/cachedFolder.ts'
import { listMails, type WrittenMail } from './mails.ts'
import { makeQuietClub, quietVoter } from './quietClub.ts'

/** The time on every screen of the lab: noon in New York, on the first day of the demo's show. */
export const instant = Date.parse('2026-06-12T16:00:00Z')
const today = findDay(instant, 'America/New_York')

/** Every phone of the lab verifies with this one: each copy of the world knows the grant that is recorded for it. */
export const verifyingKey = 'c0ffee00-0000-4000-8000-000000000001'

/** In links that people are sent. Nothing listens there. */
const origin = 'http://localhost:3000'

export type Person = 'visitor' | 'member' | 'expired' | 'parent' | 'child' | 'moderator'
export type ClubName = 'demo' | 'coast' | 'bare' | 'quiet' | 'hostile' | 'hostileShow'

export interface LabClub {
  readonly slug: string
  /** Of those who can sign in there. */
  readonly tokens: Readonly<Partial<Record<Person, string>>>
  /** What stands for `{event}` and the like in an address. */
  readonly names: Readonly<Record<string, string>>
}

export type World = Readonly<Record<ClubName, LabClub>>

/** Whatever is logged, a screen or a test says it too. */
export const log = createLog({ write: () => undefined })

const nowhere: PushNetwork = {
  resolve: async () => [],
  connect: () => {
    throw new Error('no test may connect to a push service')
  },
}

export function makeConfig(dataDir: string): Config {
  return parseConfig({ DATA_DIR: dataDir, ORIGIN: origin }, [])
}

/** The server's own engine, whose clock stands still. */
export async function openEngine(dataDir: string): Promise<Engine> {
  return (await openServer(dataDir)).engine
}

async function openServer(dataDir: string): Promise<{ engine: Engine; services: Services }> {
  const database = await openDatabase({ dataDir })
  const services = { config: makeConfig(dataDir), database, now: () => instant, newId: randomUUID }
  const engine = await createLocalEngine(
    services,
    log,
    { runClubCommand, importDemoIfDue },
    undefined,
    nowhere,
  )
  await engine.prepare(() => undefined)
  return { engine, services }
}

let calls = 0

/** Each call from an address of its own, so that no limit is met. */
export function toCall(json: string, token: string | null): Call {
  calls += 1
  const peer = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  return { json: Buffer.from(json), token, hostSlug: null, peer, requestId: randomUUID() }
}

function createEngineCaller(engine: Engine, slug: string, token?: string): Caller & { token(): string } {
  let current = token
  const caller = createCaller({
    fetch: async (_url, { body }) => {
      const reply: Reply = await engine.dispatch(toCall(body, current ?? null))
      const get = (name: string) => (name === tokenHeader ? reply.token : null)
      return { status: reply.status, headers: { get }, text: async () => reply.body }
    },
    origin: '',
    envelope: () => ({ subdomain: slug }),
    findToken: () => current,
    saveToken: (given) => {
      current = given
    },
  })
  return { ...caller, token: () => current ?? '' }
}

type Signer = readonly [person: Person, email: string, password: string | undefined]

/** Signs everybody in, and finds what their screens are about. */
async function describeClub(engine: Engine, slug: string, all: readonly Signer[]): Promise<LabClub> {
  const tokens: Partial<Record<Person, string>> = {}
  for (const [person, username, password = ''] of all) {
    const caller = createEngineCaller(engine, slug)
    await caller.call('member_login', { username, password, ttl: 24 })
    tokens[person] = caller.token()
  }
  const visitor = createEngineCaller(engine, slug)
  const { events } = await visitor.call('get_upcoming_events', {})
  const { memberTypes } = await visitor.call('get_available_membertypes', {})
  const names: Record<string, string | number | undefined> = {
    event: events[0]?.id,
    nextEvent: events[1]?.id,
    type: memberTypes[0]?.id,
  }
  if (tokens.member !== undefined) {
    const { request } = createEngineCaller(engine, slug, tokens.member)
    // a tab may be closed in a club
    const posts = await request('get_posts', {})
    const store = await request('get_store', {})
    const listings = await request('get_classifieds', {})
    const rides = await request('get_member_rides', {})
    const card = await request('get_membership_card', {})
    names.post = posts.success ? posts.posts.find(({ post }) => post.commentCount > 0)?.post.id : undefined
    names.product = store.success ? store.products[0]?.id : undefined
    names.listing = listings.success ? listings.classifieds[0]?.id : undefined
    names.ride = rides.success ? rides.rides[0]?.id : undefined
    names.card = card.success ? card.code : undefined
  }
  return {
    slug,
    tokens,
    names: Object.fromEntries(
      Object.entries(names).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  }
}

async function makeWorld(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  mkdirSync(join(folder, 'answers'))
  const { engine, services } = await openServer(dataDir)
  const command = async (...args: string[]): Promise<string> => {
    let output = ''
    const code = await engine.runClubCommand(args, (text) => {
      output += text
    })
    if (code !== 0) throw new Error(output)
    return output
  }
  const show = makeHostileShow(today)
  const quiet = makeQuietClub(today)
  for (const file of [bare.file, quiet.file, makeHostileClub(today), show]) {
    const path = join(folder, 'club.json')
    writeFileSync(path, JSON.stringify(file))
    await command('import', path)
    rmSync(path)
  }

  const demo: Demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const [first, second] = demo.tenants
  const [event] = first?.events ?? []
  if (first === undefined || second === undefined || event === undefined)
    throw new Error('the demo is not whole')
  const ofDemo: Signer[] = first.members.flatMap(({ role, email, password }) =>
    role === 'no-password' ? [] : [[role as Person, email, password]],
  )
  const toSecret = (link = '') => new URL(link).hash
  const demoClub = await describeClub(engine, first.subdomain, ofDemo)
  const hostileShow = await describeClub(engine, showSlug, [
    ['member', showMember.email, showMember.password],
  ])
  const { judged = '' } = { judged: hostileShow.names.event }
  const links = await command(
    ...['judges', judged, '--tenant', showSlug],
    ...['--add', showJudge.id, '--name', showJudge.name, '--links'],
  )
  const world: World = {
    demo: {
      ...demoClub,
      names: {
        ...demoClub.names,
        voter: event.voters[0]?.uuid ?? '',
        judge: toSecret(event.judges[0]?.link),
        filed: await fileSheets(engine, command, { slug: first.subdomain, eventId: event.id }),
        shifts: await makeShiftsCode(services, first),
      },
    },
    coast: await describeClub(engine, second.subdomain, []),
    bare: await describeClub(engine, bare.subdomain, []),
    quiet: await describeClub(
      engine,
      quiet.subdomain,
      quiet.members.map(({ role, email, password }) => [role as Person, email, password]),
    ),
    hostile: await describeClub(engine, hostileSlug, [
      ['member', signers.member.email, signers.member.password],
      ['moderator', signers.moderator.email, signers.moderator.password],
    ]),
    hostileShow: {
      ...hostileShow,
      names: {
        ...hostileShow.names,
        voter: voterId,
        judge: /portal\/judging\S*(#\S+)/.exec(links)?.[1] ?? '',
      },
    },
  }
  Object.assign(world.quiet.names, { voter: quietVoter })
  for (const { slug, names } of Object.values(world)) {
    for (const secret of [names.judge, names.filed]) {
      if (secret === undefined || secret === '') continue
      const verifying = { eventId: Number(names.event), linkSecret: secret.slice(1), key: verifyingKey }
      await createEngineCaller(engine, slug).call('verify_judge', verifying)
    }
  }
  const mails = await writeMails(services, first.id)
  await engine.close()
  writeFileSync(join(folder, 'mails.json'), JSON.stringify(mails))
  rmSync(join(dataDir, 'lock.db'), { force: true })
  writeFileSync(join(folder, 'world.json'), JSON.stringify(world))
}

type Command = (...args: string[]) => Promise<string>

/**
 * The second link of a judge who has filed sheets from another phone: 111 counts, 112 is withdrawn, 113 is moved to 114,
 * and an officer has voided 115.
 */
async function fileSheets(
  engine: Engine,
  command: Command,
  { slug, eventId }: { slug: string; eventId: number },
): Promise<string> {
  const club = ['--tenant', slug]
  const makeLink = async (...args: string[]): Promise<string> => {
    const told = await command('judges', String(eventId), ...club, '--links', ...args)
    return /portal\/judging\S*#(\S+)/.exec(told)?.[1] ?? ''
  }
  const { call } = createEngineCaller(engine, slug)
  const linkSecret = await makeLink('--add', 'F1', '--name', 'Frieda Ito')
  const { grant = '' } = await call('verify_judge', { eventId, linkSecret, key: randomUUID() })
  const { forms } = await call('get_judging_forms', { eventId })
  const form = forms.find(({ title }) => title === 'Concours')
  if (form === undefined) throw new Error('the demo has no Concours')
  const scores = form.criteria.map(({ id }, index) => ({ criteriaId: id, score: 9 - index }))
  const place = (entryId: string, sequence: number, key: string) => ({
    ...{ key, eventId, judgeId: 'F1', grant, formId: form.id, entryId, sequence },
  })
  const keys = new Map<string, string>()
  for (const number of ['111', '112', '113', '115']) {
    const key = randomUUID()
    await call('submit_judging_form', { ...place(number, 1, key), scores })
    keys.set(number, key)
  }
  await call('withdraw_judging_form', { ...place('112', 2, randomUUID()), reason: 'My own car' })
  const moved = { toEntryId: '114', toSequence: 1, scores }
  await call('move_judging_form', { ...place('113', 2, randomUUID()), ...moved })
  const voided = toReceiptCode(keys.get('115') ?? '')
  await command('sheets', String(eventId), ...club, '--void', voided, '--reason', 'Not judged')
  return `#${await makeLink('--judge', 'F1')}`
}

/** Of a volunteer who has confirmed one shift and given one back. */
async function makeShiftsCode(services: Services, club: Demo['tenants'][number]): Promise<string> {
  const worker = {
    ...{ memberId: null, fname: 'Pia', lname: 'Keller', phone: '5555550105', email: 'pia@helper.example' },
    ...{ allowEmailMarketing: false, swag: '-', notes: '' },
  }
  const workerId = await services.database.inTenant(club.id, async (tx) => {
    const shifts = await tx
      .selectFrom('shift')
      .innerJoin('shift_schedule as schedule', 'schedule.id', 'shift.shift_schedule_id')
      .where('schedule.event_id', '=', club.events[0]?.id ?? 0)
      .orderBy('shift.shift_on', 'desc')
      .orderBy('shift.id')
      .limit(3)
      .select('shift.id')
      .execute()
    const ids = shifts.map(({ id }) => id)
    await insertWorker(tx, ids, worker, new Date(instant))
    const [taken, confirmed, returned] = await listWorkersOf(tx, ids, worker.email)
    if (confirmed !== undefined) await confirmShift(tx, confirmed.id, new Date(instant))
    if (returned !== undefined) await returnShift(tx, returned.id, new Date(instant))
    return taken?.id ?? 0
  })
  return (await openShiftLinks(services)).makeCode(club.uuid, workerId)
}

/** In the name of the first club of the demo, by the job that sends them. */
async function writeMails(services: Services, tenantId: number): Promise<WrittenMail[]> {
  const written: WrittenMail[] = []
  for (const language of ['en', 'es'] as const) {
    const names = new Map<string, number>()
    for (const message of listMails(today, instant)) {
      const to = 'reader@example.org'
      const times = { now: instant, until: instant + dayMs }
      const context = { services, log, tenantId, uuid: randomUUID(), attempt: 1, ...times }
      await sendMail({ to, language, message }, context)
      const sent = (await services.database.withoutClub((tx) => listMessages(tx, 'mail'))).at(-1)
      const nth = (names.get(message.kind) ?? 0) + 1
      names.set(message.kind, nth)
      written.push({
        name: nth === 1 ? message.kind : `${message.kind} ${nth}`,
        language,
        html: sent?.html ?? '',
      })
    }
  }
  return written
}

/** The folder has the clubs (`data`), what is known of them (`world.json`), the mails, and room for answers. */
export function findWorldFolder(): Promise<string> {
  return findCachedFolder({
    name: 'screens',
    sources: [
      '{src/server,src/domain,src/contract,demo,card-sandbox}/**/*.*',
      'tests/screens/{world,quietClub,mails,mails.gen}.ts',
      'tests/server/**/{cases,letterExamples}.ts',
      'tests/support/{clubs/{world,doorClubs,sampleInputs},corpora/*,letters/letterExample}.ts',
    ],
    make: makeWorld,
  })
}

export function readWorld(folder: string): World {
  return JSON.parse(readFileSync(join(folder, 'world.json'), 'utf8'))
}

export function readMails(folder: string): WrittenMail[] {
  return JSON.parse(readFileSync(join(folder, 'mails.json'), 'utf8'))
}

/** Something to answer with that may change: the folder itself must not. */
export function copyData(folder: string, to: string): void {
  cpSync(join(folder, 'data'), to, { recursive: true })
}

// The demo clubs: their content, when they are imported, and what is written down about them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDemoClubs } from '../../demo/clubs.ts'
import { importDemoIfDue } from '../../demo/importDemo.ts'
import { type ClubEvent, findOpenDoors } from '../../src/domain/event.ts'
import { isExpired } from '../../src/domain/member.ts'
import { isRole } from '../../src/domain/rights.ts'
import { clubFile } from '../../src/server/assembly/clubFile.ts'
import { createLocalEngine } from '../../src/server/assembly/localEngine.ts'
import { isPassword } from '../../src/server/auth/passwords.ts'
import { validateClubFile } from '../../src/server/clubFile/import.ts'
import { spendLink } from '../../src/server/contest/db/judge.ts'
import { listTenants } from '../../src/server/db/clubRows.ts'
import type { Config } from '../../src/server/process/config.ts'
import { createLog } from '../../src/server/process/log.ts'
import type { Services } from '../../src/server/process/services.ts'
import { hashLinkSecret } from '../../src/server/sealed/linkSecret.ts'
import type { Demo } from '../support/browsers/product.ts'
import { makeServices, testStart } from '../support/clubs/clubFiles.ts'
import { describeOnEachEngine, openTestDatabase, type TestDatabase } from '../support/database/database.ts'

const demoFolder = join(import.meta.dirname, '../../demo')
const findToday = (): string => '2026-06-12'

describe('the demo clubs as files', () => {
  it('are right, with every picture and paper there', async () => {
    for (const json of readDemoClubs(findToday)) {
      const readBeside = async (path: string) => readFileSync(join(demoFolder, path))
      await validateClubFile(clubFile, { json: structuredClone(json), readBeside }, 0, () => undefined)
    }
  })

  it('are the same each time, but for the dates', () => {
    expect(readDemoClubs(findToday)).toEqual(readDemoClubs(findToday))
    const [today, later] = [findToday, () => '2027-01-01'].map((day) => JSON.stringify(readDemoClubs(day)))
    const withoutDates = (text = ''): string => text.replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, '')
    expect(withoutDates(later)).toBe(withoutDates(today))
  })

  it('hold the show that the screens are made for', () => {
    const [main, second] = readDemoClubs(findToday)
    const show = main?.events?.[0]
    expect(show?.maps).toHaveLength(3)
    expect(show?.maps?.[0]?.elements?.length).toBeGreaterThan(300)
    expect(show?.maps?.[0]?.elements?.some(({ a }) => a !== undefined && a !== 0)).toBe(true)
    expect(show?.maps?.[0]?.elements?.some(({ shape }) => shape === 'circle')).toBe(true)
    expect(show?.vendors).toHaveLength(60)
    expect(show?.schedule?.flatMap(({ entries }) => entries)).toHaveLength(40)
    expect(show?.schedule).toHaveLength(2)
    expect(show?.classes).toHaveLength(12)
    expect(show?.entries).toHaveLength(250)
    expect(show?.judgingForms?.map(({ criteria }) => criteria?.length)).toEqual([5, 4])
    expect(show?.judges?.length).toBeGreaterThanOrEqual(4)
    expect(show?.judges?.[0]?.form).toBeUndefined()
    expect(show?.judges?.every(({ phone }) => /^\+1555555\d{4}$/.test(phone ?? ''))).toBe(true)
    expect(show?.voters).toHaveLength(50)
    expect([show?.voting, show?.testMode ?? false]).toEqual([2, false])
    const sale = show?.maps?.find(({ available }) => available)
    const taken = new Set(sale?.reservations?.map(({ element }) => element))
    const free = sale?.elements?.filter(
      ({ ref, cost, available }) => (cost ?? 0) > 0 && available !== false && !taken.has(ref),
    )
    expect(free?.length).toBeGreaterThan(10)
    expect(main?.members?.length).toBeGreaterThanOrEqual(46)
    expect(second?.events).toHaveLength(1)
    expect(second?.club.homePage).toBe('home')
  })
})

describeOnEachEngine('the first start', (engine) => {
  let database: TestDatabase
  let services: Services

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    services = makeServices(database)
    await refuseElsewhere()
    await importDemoIfDue(
      { ...services, config: { ...services.config, isDemoWanted: true } },
      () => undefined,
    )
  })
  afterAll(() => database.dispose())

  const readDemo = (): Demo =>
    JSON.parse(readFileSync(join(services.config.dataDir, 'demo.json'), 'utf8')) as Demo
  const withConfig = (config: Partial<Config>): Services => ({
    ...services,
    config: { ...services.config, ...config },
  })
  const listClubs = () => database.withoutClub((tx) => listTenants(tx))

  const clubsOfProducts: number[] = []
  let refusal: unknown

  /** Call while the database is still empty. */
  async function refuseElsewhere(): Promise<void> {
    const keys = {
      secretKey: 'sk_test_x',
      publishableKey: 'pk_test_x',
      webhookSecret: 'whsec_x',
      mode: 'test',
    } as const
    const products = [
      { origin: 'https://portal.example.com' },
      { hostDomain: 'portal.example.com' },
      { databaseUrl: 'postgres://x/y' },
      { cardKeys: keys },
    ]
    for (const config of products) {
      await importDemoIfDue(withConfig(config), () => undefined)
      clubsOfProducts.push((await listClubs()).length)
    }
    refusal = await importDemoIfDue(
      withConfig({ isDemoWanted: true }),
      () => undefined,
      async (path) => {
        if (path === 'pictures/poster.webp')
          throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
        return readFileSync(join(demoFolder, path))
      },
    ).catch((error: unknown) => error)
    clubsOfProducts.push((await listClubs()).length)
  }

  it('brings the demo clubs and writes down who is in them', async () => {
    const demo = readDemo()
    expect(demo.origin).toBe(services.config.origin)
    expect(demo.tenants.map(({ subdomain }) => subdomain)).toEqual(['alderhollow', 'saltmarsh'])
    expect(statSync(join(services.config.dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
    for (const { members } of demo.tenants) {
      expect(members.map(({ role }) => role)).toEqual([
        'member',
        'moderator',
        'expired',
        'no-password',
        'parent',
        'child',
        'owner',
        'secretary',
        'treasurer',
        'show-manager',
      ])
      expect(members.filter(({ password }) => password === undefined).map(({ role }) => role)).toEqual([
        'no-password',
      ])
    }
    const [tenant] = demo.tenants
    const [show] = tenant?.events ?? []
    expect(show?.voters).toHaveLength(50)
    expect(show?.voters[0]?.link).toBe(
      `${demo.origin}/portal/voterballot/${show?.voters[0]?.uuid}/${show?.id}?subdomain=alderhollow`,
    )
    const judge = show?.judges[0]
    expect(judge?.link).toMatch(
      new RegExp(`^${demo.origin}/portal/judging/${show?.id}\\?subdomain=alderhollow#[A-Za-z0-9_-]{43}$`),
    )
    const secret = judge?.link.split('#')[1] ?? ''
    const stored = await database.inTenant(tenant?.id ?? 0, (tx) =>
      tx
        .selectFrom('judge')
        .select('link_secret_hash')
        .where('code', '=', judge?.judgeId ?? '')
        .executeTakeFirst(),
    )
    expect(stored?.link_secret_hash).toBe(hashLinkSecret(secret))
    expect(hashLinkSecret(secret)).toBe(createHash('sha256').update(secret).digest('hex'))
  })

  it("lets a judge's link serve once more after each start, so that what is printed works", async () => {
    const [tenant] = readDemo().tenants
    const [show] = tenant?.events ?? []
    const secret = show?.judges[0]?.link.split('#')[1] ?? ''
    const spend = () =>
      database.inTenant(tenant?.id ?? 0, (tx) =>
        spendLink(tx, show?.id ?? 0, hashLinkSecret(secret), new Date(testStart)),
      )
    expect(await spend()).toMatchObject({ code: show?.judges[0]?.judgeId })
    expect(await spend()).toBeUndefined()
    await importDemoIfDue(services, () => undefined)
    expect(await spend()).toMatchObject({ code: show?.judges[0]?.judgeId })
  })

  it('leads to where the server is now, if it was started with another port', async () => {
    const before = readDemo()
    await importDemoIfDue(withConfig({ origin: 'http://localhost:8123' }), () => undefined)
    const moved = readDemo()
    expect(moved.origin).toBe('http://localhost:8123')
    const links = moved.tenants.flatMap(({ events }) => events.flatMap(({ judges }) => judges))
    expect(links.length).toBeGreaterThan(0)
    for (const { link } of links) expect(link).toMatch(/^http:\/\/localhost:8123\/portal\/judging\//)
    await importDemoIfDue(services, () => undefined)
    expect(readDemo()).toEqual(before)
  })

  it('gives people who can sign in, one whose membership is over, and a child of the parent', async () => {
    const [tenant] = readDemo().tenants
    const rows = await database.inTenant(tenant?.id ?? 0, (tx) =>
      tx
        .selectFrom('member')
        .leftJoin('officer', 'officer.member_id', 'member.id')
        .select(['member.id', 'member.ref', 'email', 'password_hash', 'expires_on', 'parent_id'])
        .select('officer.role')
        .execute(),
    )
    for (const { role, email, password } of tenant?.members ?? []) {
      const row = rows.find((each) => each.email === email)
      expect(row?.ref).toBe(role)
      if (password === undefined) expect(row?.password_hash).toBeNull()
      else expect(await isPassword(row?.password_hash, password)).toBe(true)
      expect(isExpired({ expiration: row?.expires_on ?? '' }, '2026-06-12')).toBe(role === 'expired')
      expect(row?.role ?? null).toBe(isRole(role) ? role : null)
      expect(row?.parent_id).toBe(role === 'child' ? rows.find(({ ref }) => ref === 'parent')?.id : null)
    }
  })

  it('opens every door of the show, at any hour of that day', async () => {
    const [tenant] = readDemo().tenants
    const engineOf = async (): Promise<Awaited<ReturnType<typeof createLocalEngine>>> =>
      createLocalEngine(services, createLog({ write: () => undefined }), {
        runClubCommand: async () => 0,
        importDemoIfDue: async () => undefined,
      })
    const local = await engineOf()
    const reply = await local.dispatch({
      json: Buffer.from(
        JSON.stringify({ action: 'get_event', tenantId: tenant?.id, event: tenant?.events[0]?.id }),
      ),
      token: null,
      hostSlug: null,
      peer: '127.0.0.1',
      requestId: 'test',
    })
    const { event } = JSON.parse(reply.body) as { event: ClubEvent }
    for (const hours of [-15, 0, 11, 30]) {
      const now = testStart + hours * 3_600_000
      expect(findOpenDoors(event, now, false), String(hours)).toEqual({
        registration: true,
        vendor: true,
        tickets: true,
        volunteer: true,
      })
      expect(Date.parse(event.votingStart ?? '') < now && now < Date.parse(event.votingEnd ?? '')).toBe(true)
    }
  })

  it('is not repeated, and goes on where it was cut off', async () => {
    const before = readFileSync(join(services.config.dataDir, 'demo.json'), 'utf8')
    await importDemoIfDue(services, () => undefined)
    expect(readFileSync(join(services.config.dataDir, 'demo.json'), 'utf8')).toBe(before)
    rmSync(join(services.config.dataDir, 'demo.json'))
    await importDemoIfDue(services, () => undefined)
    expect(readDemo().tenants.map(({ id }) => id)).toEqual(
      (JSON.parse(before) as Demo).tenants.map(({ id }) => id),
    )
  })

  it('leaves a product alone: a public address, a domain, a shared database or card keys', () => {
    expect(clubsOfProducts.slice(0, 4)).toEqual([0, 0, 0, 0])
  })

  it('ends with one sentence when a picture of it is missing, and leaves the database empty', () => {
    expect(refusal).toMatchObject({ name: 'DemoFault' })
    const { message } = refusal as Error
    expect(message).toMatch(/^The demo club cannot be imported: events\[0\]\.images\[0\].*\.$/)
    expect(message).not.toContain('\n')
    expect(clubsOfProducts[4]).toBe(0)
  })

  it('is not repeated after an officer has removed its clubs', async () => {
    const other = await openTestDatabase('embedded')
    try {
      const made = makeServices(other)
      writeFileSync(join(made.config.dataDir, 'demo.json'), JSON.stringify({ tenants: [] }))
      await importDemoIfDue(made, () => undefined)
      expect(await other.withoutClub((tx) => listTenants(tx))).toEqual([])
    } finally {
      await other.dispose()
    }
  })

  it('leaves a database with clubs of other people alone', async () => {
    const other = await openTestDatabase(engine)
    try {
      await other.withoutClub((tx) => tx.insertInto('tenant').values({ slug: 'mine' }).execute())
      const made = makeServices(other)
      await importDemoIfDue({ ...made, config: { ...made.config, isDemoWanted: true } }, () => undefined)
      const clubs = await other.withoutClub((tx) => listTenants(tx))
      expect(clubs.map(({ slug }) => slug)).toEqual(['mine'])
      expect(existsSync(join(made.config.dataDir, 'demo.json'))).toBe(false)
    } finally {
      await other.dispose()
    }
  })
})

// A membership for life: it comes in by a table or a club file, nothing renews it, and nothing makes it shorter.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { sealLookup } from '../../../../src/server/auth/lookupProof.ts'
import { up } from '../../../../src/server/db/migrations/0048-life-members.ts'
import { joining, setUpShop } from '../../../support/buying/shop.ts'
import { goTo, insertHolder, listCharges, readExpiration } from '../../../support/clubs/autoRenewals.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

/** What an import asks. */
const said = ['--tags', 'roster', '--roster', 'show']

describeOnEachEngine('a life member', (engine) => {
  const shop = setUpShop(engine)
  const run = createOfficer(shop, shop.a)
  const folder = makeTestFolder()
  let member: { id: number; email: string }
  let token: string

  /** As another program's table says it (a day of the year 9999). */
  async function importLife(email: string, ...options: string[]): Promise<string> {
    const { label } = await shop.getRow(shop.a, 'member_type', { id: shop.a.memberTypes.open }, ['label'])
    const path = join(folder, 'life.csv')
    const head = 'First Name,Last Name,Email Address,Phone,Address,City,State,Zip,Membership Type,Expires'
    writeFileSync(
      path,
      `${head}\nLife${turn},Member,${email},5555550140,1 Main St,Dover,DE,19901,${label},12/31/9999\n`,
    )
    const { code, text } = await run('members', 'import', path, ...said, ...options)
    expect(code, text).toBe(0)
    return text
  }
  const readRow = (id: number) => shop.getRow(shop.a, 'member', { id }, ['expires_on', 'life'])
  const forLife = { expires_on: '9999-12-31', life: true }
  let turn = 0
  beforeEach(async () => {
    turn += 1
    const email = `life${turn}@x.example`
    await importLife(email)
    member = await shop.getRow(shop.a, 'member', { email }, ['id', 'email'])
    token = await signInRenewable(shop, member)
  })

  it('is told so, and offered no renewal', async () => {
    expect(await readRow(member.id)).toEqual(forLife)
    const as = { token }
    const told = { life: true, expiration: '9999-12-31' }
    expect(await shop.ask(shop.a, 'member_authorize', {}, as)).toMatchObject({ member: told })
    expect(await shop.ask(shop.a, 'get_membership_card', {}, as)).toMatchObject(told)
    expect(await shop.ask(shop.a, 'get_own_membership', {}, as)).toMatchObject({
      membership: { ...told, canRenew: false, renewNow: null, daysUntilRenew: 0, autoRenew: false },
    })
    const found = await shop.ask(shop.a, 'lookup_member', { username: member.email })
    expect(found).toMatchObject({ member: told, canRenew: false, daysUntilRenew: 0 })
  })

  it('is not renewed in any way, and pays nothing', async () => {
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
    const refused = { success: false, code: 'life-member' }
    const own = { kind: 'renewal', payload: { years: 1 }, category: 1, email: member.email }
    for (const [payload, as] of [
      [{ years: 1 }, { token }],
      [{ years: 1, lookup }, {}],
    ] as const) {
      expect(
        await shop.ask(shop.a, 'quote_order', { order: { kind: 'renewal', payload } }, as),
      ).toMatchObject(refused)
      expect(await shop.tryOpen({ ...own, payload }, { ...as, amount: 4500 })).toMatchObject(refused)
    }
    expect(await shop.ask(shop.a, 'stripe_membership_renew', {}, { token })).toMatchObject(refused)
    expect(await shop.ask(shop.a, 'update_member_settings', { autoRenew: true }, { token })).toMatchObject(
      refused,
    )
    const wanted = joining(shop, member.email)
    expect(await shop.tryOpen(wanted)).toMatchObject(refused)
    expect(await readRow(member.id)).toEqual(forLife)
  })

  it('keeps it when an order of before is delivered: its money goes back', async () => {
    const known = await insertRenewable(shop)
    const asKnown = await signInRenewable(shop, known)
    const wanted = { kind: 'renewal', payload: { years: 1 }, category: 1, email: known.email }
    const opened = await shop.pay(wanted, { token: asKnown })
    expect((await run('members', 'life', known.id, 'on')).code).toBe(0)
    await shop.deliver()
    expect(await readRow(known.id)).toEqual(forLife)
    expect(await shop.ask(shop.a, 'get_order', { orderKey: opened.key })).toMatchObject({
      order: { lines: [{ state: 'failed' }] },
    })
  })

  it('is charged by no job, although automatic renewal was on', async () => {
    const day = addDays(findDay(shop.now(), shop.a.timeZone), 3)
    const holder = await insertHolder(shop, { expiration: day })
    expect((await run('members', 'life', holder.id, 'on')).text).toContain('is a life member now')
    await goTo(shop, addDays(day, 1))
    expect(await listCharges(shop, holder)).toEqual([])
    expect(await readExpiration(shop, holder)).toBe('9999-12-31')
  })

  it('stays one whatever officers do by the way, until they say that it ends', async () => {
    for (const how of [
      ['--years', '1'],
      ['--until', '2031-12-31'],
    ]) {
      const { code, text } = await run('members', 'extend', member.id, ...how)
      expect([code, text]).toEqual([1, expect.stringContaining('is a life member')])
    }
    const path = join(folder, 'shorter.csv')
    writeFileSync(path, `email,expires\n${member.email},2031-12-31\n`)
    expect((await run('members', 'import', path, ...said, '--update')).text).toContain(
      'stays: valid until life member (file: 2031-12-31)',
    )
    expect((await run('dues', '--until', '9999-12-31')).text).not.toContain(member.email)
    const list = join(folder, 'list.csv')
    const listed = await run('members', '--find', member.email, '--csv', list, '--overwrite')
    expect(listed.code, listed.text).toBe(0)
    expect(readFileSync(list, 'utf8')).toContain(',life member,')
    expect((await run('members', 'import', list, ...said, '--update')).text).toContain('1 unchanged')
    expect(await readRow(member.id)).toEqual(forLife)

    expect(await run('members', 'life', member.id, 'off', '--until', '2020-12-31')).toMatchObject({
      code: 1,
      text: expect.stringContaining('at once'),
    })
    expect(await readRow(member.id)).toEqual(forLife)
    const ended = await run('members', 'life', member.id, 'off', '--until', '2031-12-31')
    expect(ended.text).toContain('was a life member and is valid until Dec 31, 2031 now')
    expect(await readRow(member.id)).toEqual({ expires_on: '2032-01-01', life: false })
  })

  it('has additional logins that are for life too', async () => {
    const child = await insertRenewable(shop)
    await shop.changeRows(shop.a, 'member', { id: child.id }, { parent_id: member.id })
    const as = { token: await signInRenewable(shop, child) }
    expect(await shop.ask(shop.a, 'get_own_membership', {}, as)).toMatchObject({
      membership: { life: true, expiration: '9999-12-31', isChild: true, daysUntilRenew: 0 },
    })
    expect(await shop.ask(shop.a, 'get_membership_card', {}, as)).toMatchObject({ life: true })
  })

  it('is whoever had a day of the year 9999, or one behind it, before there were life members', async () => {
    const days = ['9999-12-31', '9999-01-01', '9998-12-31', '10000-12-31']
    const ids: number[] = []
    await shop.database.withoutClub(async (tx) => {
      await sql`alter table member drop constraint member_life`.execute(tx)
    })
    for (const day of days) {
      const { id } = await insertRenewable(shop)
      await shop.changeRows(shop.a, 'member', { id }, { expires_on: day })
      ids.push(id)
    }
    await shop.database.withoutClub(async (tx) => {
      await sql`alter table member drop column life`.execute(tx)
      await up(tx.withoutPlugins() as unknown as Kysely<unknown>)
    })
    const rows = await Promise.all(ids.map(readRow))
    expect(rows).toEqual([forLife, forLife, { expires_on: '9998-12-31', life: false }, forLife])
  })
})

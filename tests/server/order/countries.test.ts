// A club's country is what a person has who names none, and decides with theirs how a state is written.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { donating, joining, setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import { createOfficer, expectDone } from '../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'

describeOnEachEngine('in a club of another country', (engine) => {
  const shop = setUpShop(engine)
  const { a } = shop
  const setCountry = (country: string) => shop.changeRows(a, 'club', {}, { country })
  beforeEach(() => setCountry('GB'))
  afterEach(() => setCountry('US'))

  let count = 0
  const newEmail = () => `guest${++count}@abroad.example`
  const change = ({ payload, ...wanted }: WantedOrder, more: object): WantedOrder => ({
    ...wanted,
    payload: { ...payload, ...more },
  })

  it('the app learns it with the club', async () => {
    expect(await shop.ask(a, 'get_tenant', {})).toMatchObject({ tenant: { country: 'GB' } })
  })

  it('who joins has it, with its telephone code and no state, unless they say another', async () => {
    const [own, guest] = [newEmail(), newEmail()]
    const phoneNumbers = [{ longCode: '07700900123' }]
    await shop.buy(joining(shop, own, { country: undefined, state: '', phoneNumbers }))
    await shop.buy(
      joining(shop, guest, {
        ...{ country: 'US', state: 'oh' },
        phoneNumbers: [{ isoCode: 'US', countryCode: '+1', longCode: '5550100200' }],
      }),
    )
    expect(await shop.getRow(a, 'member', { email: own })).toMatchObject({
      ...{ country: 'GB', state: '' },
      phone_numbers: [{ isoCode: 'GB', countryCode: '+44', longCode: '07700900123' }],
    })
    expect(await shop.getRow(a, 'member', { email: guest })).toMatchObject({
      ...{ country: 'US', state: 'oh' },
      phone_numbers: [{ isoCode: 'US', countryCode: '+1' }],
    })
  })

  it.each([
    ['', 'must not be empty'],
    ['Ohio', 'must be two letters'],
    ['4x', 'must be two letters'],
  ])('an American address has a state of two letters, and not %j', async (state, message) => {
    const email = newEmail()
    const faults = [{ path: 'order.payload.state', message }]
    for (const wanted of [
      joining(shop, email, { country: 'USA', state }),
      change(donating(email), { state }),
    ]) {
      expect(await shop.tryOpen(wanted, { amount: 1 })).toMatchObject({ code: 'invalid-input', faults })
    }
  })

  it('an address elsewhere may have any state of 32 characters, or none', async () => {
    const email = newEmail()
    for (const state of ['', 'Baden-Württemberg']) {
      const answer = await shop.tryOpen(change(donating(email), { country: 'Germany', state }))
      expect(answer).toMatchObject({ success: true })
    }
    const long = change(donating(email), { country: 'Germany', state: 'x'.repeat(33) })
    expect(await shop.tryOpen(long)).toMatchObject({ faults: [{ path: 'order.payload.state' }] })
  })

  it('officers add members who have it, and the roster names no code of its own', async () => {
    const say = createOfficer(shop, a)
    const [first, second] = [newEmail(), newEmail()]
    // with the 0 that is dialled instead of the country, or without
    const national = expect.stringMatching(/^0?7700900124$/)
    const add = (email: string, ...more: string[]) =>
      expectDone(
        say(
          ...['members', 'add', '--first', 'Ida', '--last', 'Roe', '--email', email],
          ...['--type', a.memberTypes.open, '--until', '2030-12-31', ...more],
        ),
      )
    await add(first, '--phone', '07700 900124')
    await add(second, '--phone', '+33 6 12 34 56 78', '--country', 'U.S.A.')
    expect(await shop.getRow(a, 'member', { email: first })).toMatchObject({
      ...{ country: 'GB', phone_numbers: [{ isoCode: 'GB', countryCode: '+44', longCode: national }] },
    })
    expect(await shop.getRow(a, 'member', { email: second })).toMatchObject({ country: 'US' })
    const { id } = await shop.getRow(a, 'member', { email: first })
    await shop.changeMemberSettings(a, id, { roster_phone: true })
    const token = await shop.signIn(a, 'member')
    const { members } = (await shop.ask(a, 'get_members_for_roster', {}, { token })) as never as {
      members: { id: number; phone: string }[]
    }
    expect(members.find((one) => one.id === id)?.phone).toMatch(/^(?:0|\+44)7700900124$/)
  })

  it('a table that has no country brings members who have it', async () => {
    const path = join(makeTestFolder(), 'm11-names.csv')
    const names = ['José,Peña', 'Søren,Øst', 'Straße,Groß', 'İpek,Işık']
    const rows = names.map((name, at) => `${name},name${at}@x.example,Family,12/31/2027`)
    writeFileSync(path, ['First Name,Last Name,Email Address,Membership Type,Expires', ...rows].join('\n'))
    await expectDone(createOfficer(shop, a)('members', 'import', path, '--roster', 'hide'))
    for (const at of names.keys()) {
      expect(await shop.getRow(a, 'member', { email: `name${at}@x.example` })).toMatchObject({
        country: 'GB',
      })
    }
  })

  it('a profile takes a number of it, and a state by the country of the address', async () => {
    const { id } = a.people.member
    const token = await shop.signIn(a, 'member')
    const save = (input: object) => shop.ask(a, 'update_member', { id, ...input }, { token })
    expect(
      await save({ country: 'GB', state: 'Kent', phoneNumbers: [{ longCode: '07700900125' }] }),
    ).toMatchObject({
      success: true,
    })
    expect(await shop.getRow(a, 'member', { id })).toMatchObject({
      ...{ country: 'GB', state: 'Kent', phone_numbers: [{ isoCode: 'GB', countryCode: '+44' }] },
    })
    expect(await save({ country: 'US', state: 'Kentucky' })).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'state', message: 'must be two letters' }],
    })
    expect(await save({ country: 'US', state: 'KY' })).toMatchObject({ success: true })
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import type { Tx } from '../../../../src/server/db/open.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const flags = ['roster', 'roster_partner', 'roster_locale', 'roster_email', 'roster_phone'] as const
type Flags = Record<(typeof flags)[number], boolean>
const allOn = Object.fromEntries(flags.map((flag) => [flag, true])) as Flags
/** Every way to set the five. */
const allFlags = Array.from(
  { length: 2 ** flags.length },
  (_, bits) => Object.fromEntries(flags.map((flag, at) => [flag, (bits & (1 << at)) !== 0])) as Flags,
)
const answered = ['avatar', 'email', 'id', 'locale', 'name', 'partner', 'phone', 'tags']

describeOnEachEngine('the roster', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  const tokens = new Map<SeededClub, string>()
  beforeAll(async () => {
    for (const club of [a, b]) tokens.set(club, await world.signIn(club, 'moderator'))
  })
  beforeEach(async () => {
    for (const club of [a, b]) {
      await setClub(club, true)
      await world.deleteRows(club, 'member', { fname: 'Extra' })
      await world.inClub(club, hideAll)
    }
  })

  const today = () => findDay(world.now(), a.timeZone)
  const list = async (club: SeededClub, more: Record<string, unknown> = {}) => {
    const answer = await world.ask(club, 'get_members_for_roster', more, {
      token: tokens.get(club) ?? '',
    })
    if (answer.members === undefined) throw new Error(`refused: ${answer.code}`)
    return answer.members
  }
  const listNames = async (club: SeededClub) => (await list(club)).map(({ name }) => name)
  const setClub = (club: SeededClub, roster: boolean) => world.changeClubSettings(club, { roster })
  const hideAll = (tx: Tx) =>
    tx
      .insertInto('member_settings')
      .columns(['tenant_id', 'member_id', 'roster'])
      .expression(tx.selectFrom('member').select(['tenant_id', 'id', sql<boolean>`false`.as('roster')]))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet({ roster: false }))
      .execute()
  let turn = 0
  /** Somebody with everything that could be shown. */
  const add = async (
    club: SeededClub,
    lname: string,
    values: Record<string, unknown> = {},
    chosen = allOn,
  ) => {
    const email = `extra${++turn}@${club.slug}.example`
    const { id } = await world.insertRow(club, 'member', {
      email,
      email_folded: email,
      fname: 'Extra',
      lname,
      partner: `Partner of ${lname}`,
      address: '1 Secret Lane',
      city: 'Rye',
      state: 'NH',
      zip: '03870',
      phone_numbers: JSON.stringify([
        { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550122' },
        { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550199' },
      ]),
      alt_member_id: 'SECRET-7',
      expires_on: addDays(today(), 2),
      avatar_hash: 'a'.repeat(40),
      tags: JSON.stringify(['Officer', 'Founder']),
      ...values,
    })
    await world.insertRow(club, 'member_settings', { member_id: id, ...chosen })
    return { id, email }
  }

  it('shows of each member what they have switched on, in each club, and nothing else', async () => {
    const expected = new Map<number, object>()
    for (const [club, all] of [
      [a, allFlags],
      [b, allFlags.toReversed()],
    ] as const) {
      for (const [at, chosen] of all.entries()) {
        const lname = `Flag${String(at).padStart(2, '0')}`
        const { id, email } = await add(club, lname, {}, chosen)
        if (!chosen.roster) continue
        expected.set(id, {
          id,
          avatar: `/media/member/${'a'.repeat(40)}.webp?subdomain=${club.slug}`,
          name: `Extra ${lname}`,
          partner: chosen.roster_partner ? `Partner of ${lname}` : '',
          email: chosen.roster_email ? email : '',
          phone: chosen.roster_phone ? '6035550122' : '',
          locale: chosen.roster_locale ? 'Rye, NH' : '',
          tags: [{ text: 'Officer' }, { text: 'Founder' }],
        })
      }
      const members = await list(club)
      expect(members).toEqual(members.map(({ id }) => expected.get(id)))
      expect(members).toHaveLength(16)
      for (const member of members) expect(Object.keys(member).sort()).toEqual(answered)
    }
    const own = await world.request(a, 'get_members_for_roster', {}, { token: tokens.get(a) ?? '' })
    for (const secret of ['Secret Lane', 'SECRET-7', '03870', today().slice(0, 4)]) {
      expect(own.text.replace(/"serverTime":"[^"]*"/, '')).not.toContain(secret)
    }
  })

  it('leaves out additional logins and whoever is no member any more', async () => {
    const { id: parent_id } = await add(a, 'Parent')
    const at = new Date(world.now())
    await add(a, 'Child', { parent_id })
    await add(a, 'EndsToday', { expires_on: today() })
    await add(a, 'LastDay', { expires_on: addDays(today(), 1) })
    await add(a, 'Suspended', { suspended_at: at })
    await add(a, 'Deleted', { deleted_at: at })
    expect(await listNames(a)).toEqual(['Extra LastDay', 'Extra Parent'])
  })

  it('shows of those who have chosen nothing what their own screen says', async () => {
    const { people } = a
    const { id } = await add(a, 'Untouched')
    await world.deleteRows(a, 'member_settings', { member_id: [people.member.id, id] })
    const token = await world.signIn(a, 'member')
    expect(await world.ask(a, 'get_member_settings', {}, { token })).toMatchObject({
      settings: {
        ...{ roster: true, rosterPartner: false, rosterLocale: true },
        ...{ rosterEmail: false, rosterPhone: false },
      },
    })
    const nothingMore = { partner: '', email: '', phone: '' }
    expect(await list(a)).toMatchObject([
      { ...nothingMore, id: people.member.id },
      { ...nothingMore, id, locale: 'Rye, NH' },
    ])
    const seen = await world.request(a, 'get_member', { id }, { token })
    expect(seen.answer).toMatchObject({ success: true, email_address: '', phoneNumbers: [] })
  })

  it('is in the order of names, whatever their accents and case', async () => {
    for (const lname of ['Zorn', 'ávila', 'Abel', 'Avilb', 'de Luz', 'Ávila']) await add(a, lname)
    expect(await listNames(a)).toEqual(
      ['Abel', 'ávila', 'Ávila', 'Avilb', 'de Luz', 'Zorn'].map((lname) => `Extra ${lname}`),
    )
  })

  it('has no loose ends where something is missing, and a number that can be called', async () => {
    const number = (countryCode: string) =>
      JSON.stringify([{ typeId: 1, isoCode: 'DE', countryCode, longCode: '30123456' }])
    await add(a, 'A', { city: '', phone_numbers: '[]', avatar_hash: null, partner: '', tags: '[]' })
    await add(a, 'B', { state: '', phone_numbers: number('+49') })
    await add(a, 'C', { city: '', state: '', phone_numbers: number('') })
    expect(await list(a)).toMatchObject([
      { locale: 'NH', phone: '', avatar: '', partner: '', tags: [] },
      { locale: 'Rye', phone: '+4930123456' },
      { locale: '', phone: '30123456' },
    ])
  })

  it('changes at once with a switch, a profile, or the club', async () => {
    const { people } = a
    const token = await world.signIn(a, 'member')
    const choose = (choices: Record<string, unknown>) =>
      world.request(a, 'update_member_settings', choices, { token })
    await choose({ roster: true, rosterEmail: true })
    expect(await list(a)).toMatchObject([{ id: people.member.id, email: people.member.email }])
    await choose({ rosterEmail: false })
    expect(await list(a)).toMatchObject([{ id: people.member.id, email: '' }])
    await world.request(a, 'update_member', { id: people.member.id, lname: 'Quillon' }, { token })
    expect(await listNames(a)).toEqual(['Ada Quillon'])
    await setClub(a, false)
    expect(await list(a)).toEqual([])
    await setClub(a, true)
    await choose({ roster: false })
    expect(await list(a)).toEqual([])
  })

  it('takes no notice of what else is sent', async () => {
    const { id } = await add(a, 'Listed')
    await add(a, 'Hidden', {}, { ...allOn, roster: false })
    const plain = await list(a)
    expect(plain.map((member) => member.id)).toEqual([id])
    for (const more of [
      { nostats: true, type: 'roster' },
      { nostats: false, type: 'all' },
      { type: ['all'], roster: false, fields: ['address'], limit: 0, offset: 9, tenant_id: b.id, all: true },
    ]) {
      expect(await list(a, more)).toEqual(plain)
    }
  })

  it('is refused to visitors, to members whose membership is over, and with a token of another club', async () => {
    const request = (token?: string) => world.request(a, 'get_members_for_roster', {}, { token })
    expect((await request()).answer.code).toBe('needs-signin')
    expect((await request(await world.signIn(a, 'expired'))).answer.code).toBe('membership-expired')
    const foreign = await request(tokens.get(b))
    expect(foreign.answer).toMatchObject({ success: false })
    expect(foreign.answer).not.toHaveProperty('members')
  })
})

import { beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../../src/domain/time.ts'
import { findAutoRenewChoice, setAutoRenew } from '../../../../src/server/member/db/membership.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import type { Role } from '../../../support/clubs/people.ts'
import { insertSavedCard } from '../../../support/clubs/savedCards.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashAtRest, hashRows } from '../../../support/database/rowHash.ts'

const flags = [
  'roster',
  'rosterPartner',
  'rosterLocale',
  'rosterEmail',
  'rosterPhone',
  'notifyNewFile',
  'notifyNewEvent',
  'notifyNewProduct',
  'newsletter',
  'enewsletter',
] as const

describeOnEachEngine("a member's own settings", (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  beforeEach(() => world.pass(hourMs))

  const readRow = (role: Role) => world.getRow(a, 'member_settings', { member_id: a.people[role].id })
  const open = async (role: Role) => {
    const token = await world.signIn(a, role)
    return {
      read: async (more: Record<string, unknown> = {}) =>
        world.ask(a, 'get_member_settings', more, { token }),
      update: async (changes: Record<string, unknown>) =>
        world.ask(a, 'update_member_settings', changes, { token }),
    }
  }
  const listSubjects = async (role: Role) => {
    await world.engine.runDue()
    const mails = await world.engine.listSandboxMessages('mail')
    return mails.filter(({ to }) => to === a.people[role].email).map(({ subject }) => subject)
  }

  it('are read as they are stored, and as the defaults where nothing is stored', async () => {
    const { id } = a.people.expired
    const { read } = await open('expired')
    expect(await read()).toMatchObject({
      success: true,
      settings: {
        id,
        memberId: id,
        additionalEmails: 'PRIVATE@elsewhere.example',
        autoRenew: false,
        moderator: false,
        notifyNewFile: true,
        notifyNewEvent: true,
        notifyNewProduct: true,
      },
    })
    await world.deleteRows(a, 'member_settings', { member_id: id })
    const without = await read()
    await world.insertRow(a, 'member_settings', { member_id: id })
    expect(without).toEqual(await read())
  })

  it('change one by one, and only those that are sent (rules/security 5.35)', async () => {
    const { read, update } = await open('member')
    for (const flag of flags) {
      const { settings, ...row } = { ...(await read()), ...(await readRow('member')) }
      const wanted = !settings?.[flag]
      expect(await update({ [flag]: wanted })).toMatchObject({
        success: true,
        settings: { ...settings, [flag]: wanted },
      })
      expect((await read()).settings).toEqual({ ...settings, [flag]: wanted })
      const column = flag.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      expect(await readRow('member')).toMatchObject({
        additional_emails: row.additional_emails,
        auto_renew: row.auto_renew,
        moderator: row.moderator,
        [column]: wanted,
      })
    }
  })

  it('never take what is nobody’s own to choose, nor anything but true and false', async () => {
    const { update } = await open('member')
    const before = await hashAtRest(world, a.id)
    for (const more of [
      { moderator: true },
      { additionalEmails: 'spam@evil.example' },
      { additional_emails: 'spam@evil.example', auto_renew: true },
      { id: a.people.parent.id, tenant_id: world.clubs.b.id, member_id: a.people.parent.id },
    ]) {
      expect(await update(more)).toMatchObject({ success: true, settings: { moderator: false } })
    }
    expect(await hashRows(world.database, a.id)).toEqual(before)
    for (const flag of [...flags, 'autoRenew']) {
      for (const value of ['true', 1, 0, null, [], {}]) {
        expect(await update({ [flag]: value })).toMatchObject({ success: false, code: 'invalid-input' })
      }
    }
    expect(await hashRows(world.database, a.id)).toEqual(before)
  })

  it.each(['get_member_settings', 'update_member_settings'] as const)(
    '%s is for the signed-in member alone (rules/security 5.33)',
    async (action) => {
      const token = await world.signIn(a, 'parent')
      const own = a.people.parent.id
      const before = await hashAtRest(world, a.id)
      for (const memberId of [
        a.people.member.id,
        a.people.child.id,
        a.people.expired.id,
        world.clubs.b.people.member.id,
        '0',
        '-1',
        2 ** 53,
        '7 ',
      ]) {
        const answer = await world.ask(
          a,
          action,
          { memberId, ...(action === 'get_member_settings' ? {} : { roster: false }) },
          { token },
        )
        expect(answer).toMatchObject({ success: false, code: 'invalid-input' })
      }
      expect(await hashRows(world.database, a.id)).toEqual(before)
      for (const memberId of [own, String(own)]) {
        expect((await world.ask(a, action, { memberId }, { token })).success).toBe(true)
      }
      expect(await world.ask(a, action, {})).toMatchObject({ code: 'needs-signin' })
    },
  )

  it('turn automatic renewal on only with a saved card, and tell the member', async () => {
    const { read, update } = await open('member')
    const { id } = a.people.member
    const refused = { success: false, code: 'no-saved-card' }
    // refused as a whole
    const { settings } = await read()
    expect(await update({ autoRenew: true, roster: !settings?.roster })).toMatchObject(refused)
    expect((await read()).settings).toEqual(settings)
    // a card of other keys is no card
    await insertSavedCard(world, a, id, { mode: 'live' })
    expect(await update({ autoRenew: true })).toMatchObject(refused)
    const cardId = await insertSavedCard(world, a, id)
    const subjects = await listSubjects('member')
    for (let times = 0; times < 2; times++) {
      expect(await update({ autoRenew: true })).toMatchObject({ settings: { autoRenew: true } })
    }
    expect((await read()).settings).toMatchObject({ autoRenew: true })
    expect((await listSubjects('member')).slice(subjects.length)).toEqual([
      expect.stringContaining('automatic renewal has changed'),
    ])
    // it stays off after a choice, also with a card
    expect(await update({ autoRenew: false })).toMatchObject({ settings: { autoRenew: false } })
    expect((await listSubjects('member')).slice(subjects.length)).toHaveLength(2)
    // what an officer's file says is no consent without a card
    await world.inClub(a, async (tx) => {
      await setAutoRenew(tx, id, true)
      await tx.deleteFrom('saved_card').where('id', '=', cardId).execute()
    })
    expect((await read()).settings).toMatchObject({ autoRenew: false })
    expect(await update({ autoRenew: false })).toMatchObject({ success: true })
    // it was off already: nothing to tell
    expect((await listSubjects('member')).slice(subjects.length)).toHaveLength(2)
    expect(await world.inClub(a, (tx) => findAutoRenewChoice(tx, id))).toBe(false)
  })

  it('cannot turn on the automatic renewal of an additional login', async () => {
    const { update } = await open('child')
    await insertSavedCard(world, a, a.people.child.id)
    expect(await update({ autoRenew: true })).toMatchObject({ success: false, code: 'child-membership' })
    expect(await update({ autoRenew: false, notifyNewEvent: false })).toMatchObject({ success: true })
  })
})

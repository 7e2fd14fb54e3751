// Whoever was signed in as somebody else is out for good when the owner takes their changes back by mail.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { foldEmail } from '../../../../src/domain/member.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { readMails, readSecret } from '../../../support/clubs/mails.ts'
import { toJoining } from '../../../support/clubs/sampleInputs.ts'
import { describeRaces } from '../../../support/database/database.ts'

const ownMail = 'ada.quill@harbor.example'
const thiefs = 'Attackers-Own 77'
const owners = 'Rumble-Seat 1932'

describeRaces('a member whose account somebody else has used', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let id: number
  let token: string
  let hash: string | null
  let turn = 0
  let thiefsMail: string
  beforeAll(async () => {
    id = a.people.member.id
    hash = (await readRow()).password_hash
  })
  // all windows of the limits have passed
  beforeEach(async () => {
    world.pass(25 * hourMs)
    thiefsMail = `thief${++turn}@evil.example`
    await world.deleteRows(a, 'member_code', { member_id: id })
    await world.changeRows(
      a,
      'member',
      { id },
      { email: ownMail, email_folded: foldEmail(ownMail), password_hash: hash },
    )
    token = await world.signIn(a, 'member')
  })

  const readRow = () => world.getRow(a, 'member', { id })
  const change = async () => {
    await world.request(a, 'update_member', { id, email_address: thiefsMail }, { token })
    return {
      confirm: await readSecret(world, thiefsMail, 'confirm'),
      undo: await readSecret(world, ownMail, 'undo'),
    }
  }
  const confirm = (code: string) => world.request(a, 'confirm_email_change', { code })
  const undoEmail = (code: string) => world.request(a, 'undo_email_change', { code })
  const undoPassword = (code: string) => world.request(a, 'undo_password_change', { code })
  const setPassword = (password: string, more: Record<string, unknown> = { token }) =>
    'token' in more
      ? world.request(a, 'member_set_password', { password }, { token: String(more.token) })
      : world.request(a, 'member_set_password', { password, ...more })
  const logIn = (username: string, password: string) =>
    world.request(a, 'member_login', { username, password, ttl: 24 })
  const find = async (to: string, shape: RegExp) =>
    (await readMails(world, to)).flatMap(({ text }) => shape.exec(text)?.[1] ?? []).at(-1) ?? ''
  const readUndo = (to: string) => find(to, /#code=(\w+)/)

  it('changes the address only within 15 minutes of the sign-in, and all else later too', async () => {
    world.pass(hourMs / 4 + 1000)
    const update = (more: object) => world.request(a, 'update_member', { id, ...more }, { token })
    expect((await update({ email_address: thiefsMail, city: 'Elsewhere' })).answer).toMatchObject({
      success: false,
      code: 'signin-too-old-for-email',
      errorMessage: 'Please log in again to change your e-mail address.',
    })
    expect((await readRow()).city).not.toBe('Elsewhere')
    expect((await update({ email_address: ownMail.toUpperCase(), city: 'Harbor' })).answer.success).toBe(true)
    expect((await readRow()).city).toBe('Harbor')
    expect(await readMails(world, thiefsMail)).toEqual([])
  })

  it('has new addresses of calendar and card after taking something back, or when they ask for it', async () => {
    const readAddresses = async () => {
      const { card_code, calendar_code } = await readRow()
      return [card_code, calendar_code]
    }
    /** Of both, whether the old one still opens anything, and whether there is a new one. */
    const compare = async (before: readonly (string | null)[]) => {
      const card = await world.ask(a, 'check_membership_card', { code: before[0] ?? '' })
      const calendar = await world.ask(a, 'read_calendar_feed', { code: before[1] ?? '' })
      const after = await readAddresses()
      return [card.success, calendar.success, after[0] !== before[0], after[1] !== before[1]]
    }
    const renewed = [false, false, true, true]
    await world.request(a, 'renew_calendar_feed', {}, { token })

    const first = await readAddresses()
    await setPassword(owners)
    expect(await compare(first)).toEqual([true, true, false, false])
    await world.request(a, 'member_set_password', { password: thiefs, renewsAddresses: true }, { token })
    expect(await compare(first)).toEqual(renewed)

    const second = await readAddresses()
    await undoPassword(await readUndo(ownMail))
    expect(await compare(second)).toEqual(renewed)

    await world.changeRows(a, 'member', { id }, { password_hash: hash })
    token = await world.signIn(a, 'member')
    const third = await readAddresses()
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    expect((await undoEmail(undo)).answer.success).toBe(true)
    expect(await compare(third)).toEqual(renewed)

    // who has no calendar address gets none
    await world.changeRows(a, 'member', { id }, { calendar_code: null, password_hash: hash })
    token = await world.signIn(a, 'member')
    await world.request(a, 'member_set_password', { password: owners, renewsAddresses: true }, { token })
    expect((await readAddresses())[1]).toBeNull()
  })

  it('keeps the way back of the address, although the thief takes back a change of the password', async () => {
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    expect((await setPassword(thiefs)).answer.success).toBe(true)
    expect((await undoPassword(await readUndo(thiefsMail))).answer.success).toBe(true)
    expect((await undoEmail(undo)).answer).toMatchObject({ success: true, email: ownMail })
  })

  it('keeps the way back of the address after following the one of the password', async () => {
    expect((await setPassword(thiefs)).answer.success).toBe(true)
    const way = await readUndo(ownMail)
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    expect((await undoPassword(way)).answer.success).toBe(true)
    // the thief has the mailbox of the account now
    await world.request(a, 'lookup_member', { username: thiefsMail, purpose: 'signin' })
    const code = await find(thiefsMail, /#setup=(\w+)/)
    expect((await setPassword(thiefs, { username: thiefsMail, code })).answer.success).toBe(true)
    expect((await undoEmail(undo)).answer).toMatchObject({ success: true, email: ownMail })
    expect((await logIn(ownMail, thiefs)).answer.success).toBe(false)
  })

  it('locks out a password that was set with the other address', async () => {
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    await setPassword(thiefs)
    const wayOfThief = await readUndo(thiefsMail)
    expect((await undoEmail(undo)).answer.success).toBe(true)
    expect((await logIn(ownMail, thiefs)).answer.success).toBe(false)
    // the next password needs the old mailbox
    await world.request(a, 'lookup_member', { username: ownMail, purpose: 'signin' })
    const code = await find(ownMail, /#setup=(\w+)/)
    expect((await setPassword(owners, { username: ownMail, code })).answer.success).toBe(true)
    expect((await undoPassword(wayOfThief)).answer.success).toBe(false)
    expect((await logIn(ownMail, owners)).answer.success).toBe(true)
  })

  it('locks out a temporary password that went to the other address', async () => {
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    await world.request(a, 'member_forgot_password', { username: thiefsMail })
    const temporary = await find(thiefsMail, /Temporary password: ([A-Z2-9-]+)/)
    expect(temporary).not.toBe('')
    expect((await undoEmail(undo)).answer.success).toBe(true)
    expect((await logIn(ownMail, temporary)).answer.success).toBe(false)
  })

  it('gets the address back, which no additional login can take meanwhile', async () => {
    const { parent } = a.people
    const thief = await world.signIn(a, 'parent')
    const add = (email: string) =>
      world.request(
        a,
        'create_member',
        { parentId: parent.id, fname: 'X', lname: 'Y', email },
        { token: thief },
      )
    await world.request(a, 'update_member', { id: parent.id, email_address: thiefsMail }, { token: thief })
    const undo = await readSecret(world, parent.email, 'undo')
    await confirm(await readSecret(world, thiefsMail, 'confirm'))
    expect((await add(parent.email.toUpperCase())).answer.code).toBe('email-taken')
    expect((await undoEmail(undo)).answer).toMatchObject({ success: true, email: parent.email })
  })

  it('gets the address back, which no change, no order and no free membership can take meanwhile', async () => {
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    // the thief has an account of their own, and the owner follows what comes from it
    const thief = await world.signIn(a, 'moderator')
    const { id: thiefsId } = a.people.moderator
    await world.request(a, 'update_member', { id: thiefsId, email_address: ownMail }, { token: thief })
    expect((await readMails(world, ownMail)).at(-1)?.text).not.toContain('#confirm=')
    const free = await world.insertRow(a, 'member_type', {
      label: `Friend ${turn}`,
      price_cents: 0,
      renew_price_cents: 0,
    })
    const payload = { ...toJoining(free.id), email_address: ownMail.toUpperCase() }
    const joined = await world.request(a, 'create_member', { ...payload, key: randomUUID() })
    const order = { kind: 'membership', payload: { ...payload, type: a.memberTypes.open } }
    const bought = await world.request(a, 'create_payment_intent', {
      ...{ amount: 4650, receiptEmail: ownMail, category: 1, key: randomUUID() },
      order,
    })
    expect([joined, bought].map(({ answer }) => answer.code)).toEqual(['already-member', 'already-member'])
    expect((await undoEmail(undo)).answer).toMatchObject({ success: true, email: ownMail })
  })

  it('lets nobody have it once more who moved the address away and back', async () => {
    const { confirm: secret, undo } = await change()
    await confirm(secret)
    await world.request(a, 'update_member', { id, email_address: ownMail }, { token })
    const thiefsUndo = await readSecret(world, thiefsMail, 'undo')
    expect((await confirm(await readSecret(world, ownMail, 'confirm'))).answer.success).toBe(true)
    expect((await undoEmail(thiefsUndo)).answer.code).toBe('bad-mail-code')
    expect((await readRow()).email).toBe(ownMail)
    // the owner still has theirs, and so has everybody who changes an address for the first time
    expect((await undoEmail(undo)).answer.success).toBe(true)
  })

  it('of two who confirm one address at once, one has it and the other hears of it', async () => {
    const { moderator } = a.people
    const first = (await change()).confirm
    const other = await world.signIn(a, 'moderator')
    await world.request(a, 'update_member', { id: moderator.id, email_address: thiefsMail }, { token: other })
    const second = await readSecret(world, thiefsMail, 'confirm')
    const both = await Promise.all([confirm(first), confirm(second)])
    await world.changeRows(
      a,
      'member',
      { id: moderator.id },
      { email: moderator.email, email_folded: foldEmail(moderator.email) },
    )
    expect(both.map(({ status, answer }) => [status, answer.code ?? 'changed']).sort()).toEqual([
      [200, 'changed'],
      [200, 'email-taken'],
    ])
  })

  it('ends a change of the address that waits, with a new password', async () => {
    const elsewhere = await world.signIn(a, 'member')
    const { confirm: secret } = await change()
    expect((await setPassword(owners, { token: elsewhere })).answer.success).toBe(true)
    expect((await confirm(secret)).answer.code).toBe('bad-mail-code')
    expect((await readRow()).email).toBe(ownMail)
  })

  it('is not signed in with what was mailed to an address that is not theirs any more', async () => {
    await world.request(a, 'member_forgot_password', { username: ownMail })
    const temporary = await find(ownMail, /Temporary password: ([A-Z2-9-]+)/)
    const { confirm: secret } = await change()
    await confirm(secret)
    expect((await logIn(thiefsMail, temporary)).answer.success).toBe(false)
  })
})

// A stranger cannot empty the list of shifts under invented addresses: a shift is theirs who answered a mail (N4.13).
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../../src/domain/time.ts'
import { forgetUnconfirmedShifts } from '../../../../src/server/areas/volunteers/jobs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('shifts that strangers ask for', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  beforeAll(() =>
    world.changeRows(
      a,
      'event',
      { id: a.show.id },
      { end_on: '2026-07-30', worker_ends_at: new Date('2026-07-30T00:00:00Z') },
    ),
  )
  beforeEach(() => world.pass(2 * hourMs))

  const newEmail = () => `s${randomUUID().slice(0, 8)}@ask.example`
  const newPeer = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
  const addShifts = async (count: number, capacity: number, day = '2026-06-20') =>
    (
      await world.insertRows(
        a,
        'shift',
        Array.from({ length: count }, (_, index) => ({
          shift_schedule_id: a.show.scheduleIds[0],
          shift_on: day,
          start_hour: 6 + index,
          duration_minutes: 60,
          capacity,
        })),
      )
    ).map(({ id }) => id)
  const signUp = (
    shifts: readonly number[],
    {
      email = newEmail(),
      token = '',
      key = '',
      more = {},
    }: Partial<Record<'email' | 'token' | 'key', string>> & { more?: object } = {},
  ) =>
    world.ask(
      a,
      'worker_signup',
      {
        eventId: a.show.id,
        contactInfo: { fname: 'Hal', lname: 'Helper', phone: '5550100300', email, swag: 'M', ...more },
        shifts,
        ...(key === '' ? {} : { key }),
      },
      { peer: newPeer(), ...(token === '' ? {} : { token }) },
    )
  const findRemaining = async (ids: readonly number[]) => {
    const { shifts } = await world.ask(a, 'get_all_shifts', { eventId: a.show.id })
    return ids.map((id) => shifts?.find((shift) => shift.id === id)?.remaining)
  }
  const listMails = async (to: string) => {
    await world.engine.runDue()
    return (await world.engine.listSandboxMessages('mail')).filter((mail) => mail.to === to)
  }
  /** The code of the link in the newest mail. */
  const findLink = async (email: string) => {
    const text = (await listMails(email)).at(-1)?.text ?? ''
    return /\/portal\/shifts[^#\s]*#code=([\w.-]+)/.exec(text)?.[1] ?? 'no link'
  }
  const gateCode = /\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/
  const confirm = (code: string) => world.ask(a, 'confirm_shifts', { code })
  const toStates = ({ shifts }: { shifts?: readonly { state: string }[] | undefined }) =>
    shifts?.map(({ state }) => state)

  it('are still free for everybody, though one stranger asks for each place of each under invented addresses', async () => {
    const ids = await addShifts(4, 2)
    for (let times = 0; times < 6; times += 1) {
      expect(await signUp(ids)).toMatchObject({ success: true, shifts: ids })
    }
    expect(await findRemaining(ids)).toEqual([2, 2, 2, 2])
    const { shifts } = await world.ask(a, 'get_all_shifts', { eventId: a.show.id, availableOnly: true })
    expect(shifts?.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    // a member takes one at once, and somebody else confirms theirs
    const token = await world.signIn(a, 'member')
    expect(await signUp(ids, { token })).toMatchObject({ success: true, asked: [] })
    const email = newEmail()
    await signUp(ids, { email })
    expect(toStates(await confirm(await findLink(email)))).toEqual(['taken', 'taken', 'taken', 'taken'])
    expect(await findRemaining(ids)).toEqual([0, 0, 0, 0])
  })

  it('have no code and no pass before the mail was answered, and both after it, in a second mail', async () => {
    const ids = await addShifts(2, 1, '2026-06-21')
    const email = newEmail()
    const until = new Date(world.now() + 2 * dayMs).toISOString()
    const answer = await signUp(ids, { email })
    expect(answer).toMatchObject({ shifts: ids, asked: ids.map((shift) => ({ shift, until })) })
    const [asked] = await listMails(email)
    expect(asked).toMatchObject({
      subject: 'Harbor Classics: please confirm your volunteer shifts at Harbor Classics Show',
      attachments: [],
    })
    expect(asked?.text).not.toMatch(gateCode)
    expect(asked?.text).toContain('until June 14, 2026')
    const found = await world.ask(a, 'find_entry', { eventId: a.show.id, email }, { peer: newPeer() })
    expect(found.shifts).toMatchObject(ids.map((id) => ({ id, askedUntil: until })))
    const code = await findLink(email)
    expect((await world.ask(a, 'get_linked_shifts', { code })).shifts).toMatchObject(
      ids.map((id) => ({ id, state: 'asked', askedUntil: until, confirmedAt: null })),
    )
    const key = randomUUID()
    const first = await world.ask(a, 'confirm_shifts', { code, key })
    expect(toStates(first)).toEqual(['taken', 'taken'])
    // the answer was lost, or the link is pressed again
    expect(await world.ask(a, 'confirm_shifts', { code, key })).toEqual(first)
    expect((await confirm(code)).shifts).toEqual(first.shifts)
    const mails = await listMails(email)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.text.match(new RegExp(gateCode, 'g'))).toHaveLength(2)
    expect(mails[1]?.attachments).toHaveLength(3)
    expect(await findRemaining(ids)).toEqual([0, 0])
    // the same sign-up again finds them
    expect(await signUp(ids, { email })).toMatchObject({ success: true, shifts: ids, asked: [] })
  })

  it('go to who confirms first, and the others are told', async () => {
    const [last = 0, roomy = 0] = await addShifts(2, 1, '2026-06-22')
    await world.changeRows(a, 'shift', { id: roomy }, { capacity: 9 })
    const [slow, quick] = [newEmail(), newEmail()]
    for (const email of [slow, quick]) await signUp([last, roomy], { email })
    expect(toStates(await confirm(await findLink(quick)))).toEqual(['taken', 'taken'])
    const code = await findLink(slow)
    expect(toStates(await world.ask(a, 'get_linked_shifts', { code }))).toEqual(['full', 'asked'])
    expect(await world.ask(a, 'answer_shift', { code, shift: last, answer: 'confirm' })).toMatchObject({
      code: 'shift-full',
    })
    expect(toStates(await confirm(code))).toEqual(['full', 'taken'])
    expect(await findRemaining([last, roomy])).toEqual([0, 7])
    // the quick one cannot come: the place is free again, and was still asked for
    await world.ask(a, 'answer_shift', { code: await findLink(quick), shift: last, answer: 'give-back' })
    expect(toStates(await world.ask(a, 'answer_shift', { code, shift: last, answer: 'confirm' }))).toEqual([
      'taken',
      'taken',
    ])
  })

  it('are nobody’s when they were not confirmed in time, the link says so, and they can be asked for again', async () => {
    const ids = await addShifts(1, 1, '2026-06-23')
    const email = newEmail()
    await signUp(ids, { email })
    const code = await findLink(email)
    world.pass(2 * dayMs)
    expect(toStates(await confirm(code))).toEqual(['unconfirmed'])
    expect(await world.ask(a, 'answer_shift', { code, shift: ids[0] ?? 0, answer: 'confirm' })).toMatchObject(
      {
        code: 'shift-unconfirmed',
      },
    )
    const found = await world.ask(a, 'find_entry', { eventId: a.show.id, email }, { peer: newPeer() })
    expect(found).toMatchObject({ name: '', shifts: [] })
    await signUp(ids, { email })
    expect(await listMails(email)).toHaveLength(2)
    expect(toStates(await confirm(code))).toEqual(['taken'])
  })

  it('tell a stranger nothing of who has which, and change nothing of it', async () => {
    const ids = await addShifts(2, 2, '2026-06-24')
    const email = newEmail()
    await signUp(ids.slice(0, 1), { email })
    await confirm(await findLink(email))
    const mails = (await listMails(email)).length
    const stranger = { email, more: { fname: 'Eve', phone: '5550109999' } }
    const strip = ({ receipt: _, shifts: __, asked, ...rest }: Awaited<ReturnType<typeof signUp>>) => ({
      ...rest,
      until: asked?.map(({ until }) => until),
    })
    for (let times = 0; times < 2; times += 1) {
      // one that they have, one that nobody has
      expect(strip(await signUp(ids.slice(0, 1), stranger))).toEqual(
        strip(await signUp(ids.slice(1), stranger)),
      )
      world.pass(hourMs)
    }
    // of the first one no mail came, and it is still Hal's
    expect(await listMails(email)).toHaveLength(mails + 1)
    const workers = await world.listRows(a, 'shift_worker', { shift_id: ids[0] ?? 0 }, [
      'fname',
      'asked_until',
    ])
    expect(workers).toEqual([{ fname: 'Hal', asked_until: null }])
  })

  it('are theirs whose address it is, whatever a stranger wrote before, with one mail for both', async () => {
    const ids = await addShifts(1, 3, '2026-06-25')
    const email = newEmail()
    await signUp(ids, { email, more: { fname: 'Eve', phone: '5550109999' } })
    await signUp(ids, { email })
    expect(await listMails(email)).toHaveLength(1)
    expect(await confirm(await findLink(email))).toMatchObject({
      name: 'Hal Helper',
      shifts: [{ state: 'taken' }],
    })
    // of a member's own address, which a stranger has named: the member has it at once
    const { email: own } = a.people.member
    const [shift = 0] = await addShifts(1, 3, '2026-06-26')
    await signUp([shift], { email: own, more: { fname: 'Eve' } })
    const token = await world.signIn(a, 'member')
    expect(await signUp([shift], { email: own, token })).toMatchObject({ success: true, asked: [] })
    expect((await listMails(own)).at(-1)?.text).toMatch(gateCode)
  })

  it('of a member whose address nobody has proved are asked for too, and no pass before', async () => {
    const ids = await addShifts(1, 3, '2026-06-27')
    const { id, email } = a.people.parent
    const token = await world.signIn(a, 'parent')
    await world.changeRows(a, 'member', { id }, { email_proved_at: null })
    const listPasses = async () =>
      (await world.ask(a, 'get_my_orders', {}, { token })).events?.flatMap(({ passes }) => passes) ?? []
    expect(await signUp(ids, { email, token })).toMatchObject({ asked: [{ shift: ids[0] }] })
    expect(await listPasses()).toEqual([])
    await confirm(await findLink(email))
    expect(await listPasses()).toMatchObject([{ kind: 'shift' }])
  })

  it('may be refused by the link, and are forgotten a week after their time', async () => {
    const ids = await addShifts(2, 1, '2026-06-28')
    const email = newEmail()
    await signUp(ids, { email })
    const code = await findLink(email)
    const [first = 0] = ids
    expect(toStates(await world.ask(a, 'answer_shift', { code, shift: first, answer: 'give-back' }))).toEqual(
      ['given-back', 'asked'],
    )
    expect(toStates(await confirm(code))).toEqual(['given-back', 'taken'])
    const other = newEmail()
    await signUp([first], { email: other })
    const count = () => world.countRows(a, 'shift_worker', { email: other })
    world.pass(8 * dayMs)
    await forgetUnconfirmedShifts({ database: world.database, now: world.now })
    expect(await count()).toBe(1)
    world.pass(2 * dayMs)
    await forgetUnconfirmedShifts({ database: world.database, now: world.now })
    expect(await count()).toBe(0)
    expect(await world.countRows(a, 'shift_worker', { email })).toBe(1)
  })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { askedMs, mostShifts } from '../../../../src/domain/shift.ts'
import { countAttempts } from '../../../../src/server/db/instance/attempt.ts'
import { listWorkers } from '../../../../src/server/event/db/shift.ts'
import { signUpsPerAddress, signUpsPerEmail } from '../../../../src/server/limits/often.ts'
import { toBucket } from '../../../../src/server/throttle/throttle.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { toJoining } from '../../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('signing up for shifts', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  const newEmail = () => `h${randomUUID().slice(0, 8)}@help.example`
  const newPeer = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
  const toContact = (more: object = {}) => ({
    fname: 'Hal',
    lname: 'Helper',
    email: newEmail(),
    phone: '5550100300',
    allowEmailMarketing: true,
    swag: 'M',
    notes: 'Online signup',
    ...more,
  })
  interface Call {
    club?: SeededClub
    eventId?: number
    token?: string
    peer?: string
    key?: string
    language?: 'en' | 'es'
  }
  const signUp = async (shifts: unknown, contact: object = {}, call: Call = {}) => {
    const { club = a, eventId = club.show.id, token, peer = newPeer(), ...more } = call
    return world.ask(
      club,
      'worker_signup',
      { eventId, contactInfo: toContact(contact), shifts, ...more },
      token === undefined ? { peer } : { peer, token },
    )
  }
  /** Shifts of the show, of one hour each, one after the other from 6 in the morning, all on one day. */
  const addShifts = async (
    count: number,
    capacity: number,
    more: { schedule?: number; start?: number } = {},
  ) =>
    (
      await world.insertRows(
        a,
        'shift',
        Array.from({ length: count }, (_, index) => ({
          shift_schedule_id: more.schedule ?? a.show.scheduleIds[0],
          shift_on: '2026-06-14',
          start_hour: (more.start ?? 6) + index,
          duration_minutes: 60,
          capacity,
        })),
      )
    ).map(({ id }) => id)
  const listTaken = async (ids: readonly number[]) => {
    const workers = await world.inClub(a, (tx) => listWorkers(tx, a.show.id, new Date(world.now())))
    return workers.filter(({ shiftId }) => ids.includes(shiftId))
  }
  const findRemaining = async (ids: readonly number[]) => {
    const answer = await world.ask(a, 'get_all_shifts', { eventId: a.show.id })
    return ids.map((id) => answer.shifts?.find((shift) => shift.id === id)?.remaining)
  }

  const runMails = () => world.engine.runDue()
  const listMails = async (to: string) =>
    (await world.engine.listSandboxMessages('mail')).filter((mail) => mail.to.toLowerCase() === to)

  /** The code of the link in the newest mail. */
  const findLinkCode = async (email: string) => {
    await runMails()
    const mail = (await listMails(email)).at(-1)
    const [, code = ''] = /\/portal\/shifts[^#\s]*#code=([\w.-]+)/.exec(mail?.text ?? '') ?? []
    expect(code).toMatch(/^\d+\.[\w-]{43}$/)
    return code
  }
  /** And what was asked for is confirmed by the mail's link. */
  const take = async (shifts: unknown, contact: { email?: string; swag?: string } = {}, call: Call = {}) => {
    const { email = newEmail() } = contact
    const answer = await signUp(shifts, { ...contact, email }, call)
    const code = await findLinkCode(email)
    const { language } = call
    const confirmed = await world.ask(a, 'confirm_shifts', { code, ...(language && { language }) })
    expect(confirmed).toMatchObject({ success: true })
    return answer
  }

  it('takes all that were chosen, with what the person said, and says how many places are left', async () => {
    const ids = await addShifts(3, 2)
    const email = newEmail()
    expect(await signUp([...ids].reverse(), { email: ` ${email.toUpperCase()} ` })).toMatchObject({
      success: true,
      shifts: [...ids].reverse(),
    })
    const taken = await listTaken(ids)
    expect(taken.map(({ shiftId }) => shiftId)).toEqual(ids)
    expect(taken[0]).toEqual({
      shiftId: ids[0],
      memberId: null,
      fname: 'Hal',
      lname: 'Helper',
      phone: '5550100300',
      email: email.toUpperCase(),
      allowEmailMarketing: true,
      swag: 'M',
      notes: 'Online signup',
      code: expect.stringMatching(/^(?:\w{4}-){3}\w{4}$/),
      createdAt: new Date(world.now()),
      confirmedAt: null,
      askedUntil: new Date('2026-06-14T11:00:00Z'),
      id: expect.any(Number),
    })
    expect(+new Date('2026-06-14T11:00:00Z')).toBeLessThan(world.now() + askedMs)
    expect(await findRemaining(ids)).toEqual([2, 2, 2])
    await take(ids)
    expect(await findRemaining(ids)).toEqual([1, 1, 1])
  })

  it('takes none when one of them is full, and names each that is', async () => {
    const ids = await addShifts(4, 1)
    await take([ids[1], ids[3]])
    expect(await signUp(ids, {}, { language: 'es' })).toMatchObject({
      success: false,
      code: 'shift-full',
      errorMessage:
        'Full now: Gate, June 14, 2026, 7:00 AM – 8:00 AM; Gate, June 14, 2026, 9:00 AM – 10:00 AM. No shift was taken.',
      faults: [
        { path: 'shifts.1', message: 'Gate, 14 de junio de 2026, 7:00 a. m. – 8:00 a. m.' },
        { path: 'shifts.3', message: 'Gate, 14 de junio de 2026, 9:00 a. m. – 10:00 a. m.' },
      ],
    })
    expect(await findRemaining(ids)).toEqual([1, 0, 1, 0])
  })

  it('takes none when one of them has ended, and names each that has; who has it already is told so', async () => {
    const ids = await addShifts(3, 2)
    const email = newEmail()
    await take([ids[0]], { email })
    const move = (id: number | undefined, day: string, hour: number) =>
      world.changeRows(a, 'shift', { id: id ?? 0 }, { shift_on: day, start_hour: hour })
    // noon at the club: two shifts of one hour that end now, one that ends in an hour
    for (const [index, hour] of [11, 10, 12].entries()) await move(ids[index], '2026-06-12', hour)
    expect(await signUp(ids, {}, { language: 'es' })).toMatchObject({
      success: false,
      code: 'shift-over',
      errorMessage:
        'Over already: Gate, June 12, 2026, 11:00 AM – 12:00 PM; Gate, June 12, 2026, 10:00 AM – 11:00 AM. No shift was taken.',
      faults: [
        { path: 'shifts.0', message: 'Gate, 12 de junio de 2026, 11:00 a. m. – 12:00 p. m.' },
        { path: 'shifts.1', message: 'Gate, 12 de junio de 2026, 10:00 a. m. – 11:00 a. m.' },
      ],
    })
    expect(await findRemaining(ids)).toEqual([1, 2, 2])
    expect(await signUp([ids[2]])).toMatchObject({ success: true })
    expect(await signUp([ids[0]], { email })).toMatchObject({ success: true })
    expect(await listTaken(ids)).toHaveLength(2)
    expect(await findRemaining(ids)).toEqual([1, 2, 2])
  })

  it('has nothing to take, and says nothing more, when the same person signs up again', async () => {
    const ids = await addShifts(2, 1)
    const email = newEmail()
    const first = await take(ids, { email })
    const again = await signUp([...ids].reverse(), {
      email: email.toUpperCase(),
      phone: '1 555 010 0300'.replaceAll(' ', ''),
    })
    expect(first).toMatchObject({ success: true, shifts: ids, receipt: null })
    expect(again).toEqual({ success: true, shifts: [...ids].reverse(), asked: [], receipt: null })
    expect(await listTaken(ids)).toHaveLength(2)
    // one who knows only the address is told the same as anybody
    const stranger = await signUp(ids, { email, phone: '5550109999' })
    const anybody = await signUp(ids)
    expect(stranger).toEqual(anybody)
    expect(stranger).toMatchObject({ code: 'shift-full' })
    expect(await signUp(ids, { email, lname: 'Other' })).toEqual(anybody)
    await runMails()
    expect(await listMails(email)).toHaveLength(2)
  })

  it('takes no second place for an address that has one, whoever names it', async () => {
    const [id = 0] = await addShifts(1, 3)
    const email = newEmail()
    await take([id], { email })
    expect(await signUp([id], { email, fname: 'Somebody', phone: '5550109999' })).toMatchObject({
      shifts: [id],
    })
    expect(await findRemaining([id])).toEqual([2])
    // what the first one said stands
    expect((await listTaken([id])).map(({ fname, phone }) => [fname, phone])).toEqual([['Hal', '5550100300']])
  })

  it('finds a member by their sign-in, even when the shift is full by them', async () => {
    const [id = 0] = await addShifts(1, 1)
    const token = await world.signIn(a, 'member')
    const email = newEmail()
    expect(await signUp([id], { email }, { token })).toMatchObject({ success: true })
    expect((await listTaken([id]))[0]?.memberId).toBe(a.people.member.id)
    const moved = { email, phone: '5550109999' }
    expect(await signUp([id], moved, { token })).toMatchObject({ success: true })
    expect(await signUp([id], moved)).toMatchObject({ code: 'shift-full' })
  })

  it('answers the same key with the same answer, though the last place is gone', async () => {
    const [id = 0] = await addShifts(1, 1)
    const key = randomUUID()
    const contact = { email: newEmail() }
    const first = await signUp([id], contact, { key })
    expect(first).toMatchObject({ success: true, receipt: { key, outcome: 'accepted' } })
    expect(await signUp([id], contact, { key })).toEqual(first)
    expect(await listTaken([id])).toHaveLength(1)
    expect(await signUp([id], { email: newEmail() }, { key })).toMatchObject({ code: 'key-reused' })
  })

  it('queues the mail with the shifts, in the language of the call, and none for a refusal', async () => {
    const ids = await addShifts(2, 1)
    const email = newEmail()
    await take(ids, { email, swag: '-' }, { language: 'es' })
    const late = newEmail()
    await signUp(ids, { email: late })
    await runMails()
    expect(await listMails(late)).toEqual([])
    const [asked, mail] = await listMails(email)
    expect(asked?.subject).toBe('Harbor Classics: confirme sus turnos de voluntario en Harbor Classics Show')
    expect(mail).toMatchObject({
      subject: `Harbor Classics: sus turnos de voluntario en Harbor Classics Show`,
      attachments: [
        { name: 'turnos.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
        { contentType: 'image/png' },
        { contentType: 'image/png' },
      ],
    })
    for (const { code } of await listTaken(ids)) expect(mail?.text).toContain(code)
    expect(mail?.text).toContain(
      'Turno: Gate\n\n14 de junio de 2026: 6:00\u00a0a.\u00a0m. – 7:00\u00a0a.\u00a0m.\n14 de',
    )
    expect(mail?.text).toContain('Wear a vest')
    expect(mail?.text).not.toContain('regalo')
    const file = Buffer.from(mail?.attachments[0]?.content ?? '', 'base64').toString('utf8')
    expect(file).toContain(`UID:shift-${ids[0]}@localhost`)
    expect(file).toContain('DTSTART:20260614T100000Z')
  })

  const answerShift = (
    code: string,
    shift: number | undefined,
    answer: 'give-back' | 'confirm',
    key?: string,
  ) =>
    world.ask(a, 'answer_shift', {
      ...{ code, shift: shift ?? 0, answer },
      ...(key === undefined ? {} : { key }),
    })

  it("gives a shift back by the mail's link: the place is free at once, and twice is once", async () => {
    const ids = await addShifts(2, 1)
    const email = newEmail()
    await take(ids, { email })
    const saidAt = new Date(world.now()).toISOString()
    const code = await findLinkCode(email)
    const opened = await world.ask(a, 'get_linked_shifts', { code })
    expect(opened).toMatchObject({
      success: true,
      name: 'Hal Helper',
      event: { id: a.show.id, name: 'Harbor Classics Show', gateTime: '' },
      shifts: ids.map((id) => ({
        id,
        schedule: 'Gate',
        state: 'taken',
        confirmedAt: saidAt,
        givenBackAt: null,
      })),
    })
    const key = randomUUID()
    const back = await answerShift(code, ids[0], 'give-back', key)
    const at = new Date(world.now()).toISOString()
    expect(back.shifts).toMatchObject([
      { id: ids[0], state: 'given-back', givenBackAt: at },
      { id: ids[1], state: 'taken' },
    ])
    expect(await findRemaining(ids)).toEqual([1, 0])
    // the answer was lost
    expect(await answerShift(code, ids[0], 'give-back', key)).toEqual(back)
    world.pass(60_000)
    // somebody else has it now: giving it back again takes nothing from them
    expect(await take([ids[0]])).toMatchObject({ success: true })
    expect((await answerShift(code, ids[0], 'give-back')).shifts).toEqual(back.shifts)
    expect(await findRemaining(ids)).toEqual([0, 0])
    expect(await answerShift(code, ids[0], 'confirm')).toMatchObject({ code: 'shift-given-back' })
    // all are given back, and the link says so; who signs up again has it again
    await answerShift(code, ids[1], 'give-back')
    const all = await world.ask(a, 'get_linked_shifts', { code })
    expect(all).toMatchObject({
      name: 'Hal Helper',
      shifts: [{ state: 'given-back' }, { state: 'given-back' }],
    })
    await take([ids[1]], { email })
    expect((await world.ask(a, 'get_linked_shifts', { code })).shifts).toMatchObject([
      { state: 'given-back' },
      { state: 'taken' },
    ])
  })

  it('notes when a volunteer says that they come, the first time, and neither for a shift that is over', async () => {
    const ids = await addShifts(2, 1, { start: 15 })
    const email = newEmail()
    await signUp(ids, { email }, { token: await world.signIn(a, 'member') })
    const code = await findLinkCode(email)
    const at = new Date(world.now()).toISOString()
    expect((await answerShift(code, ids[0], 'confirm')).shifts).toMatchObject([
      { state: 'taken', confirmedAt: at },
      { state: 'taken', confirmedAt: null },
    ])
    world.pass(60_000)
    expect((await answerShift(code, ids[0], 'confirm')).shifts?.[0]).toMatchObject({ confirmedAt: at })
    expect((await listTaken(ids)).map(({ confirmedAt }) => confirmedAt?.toISOString())).toEqual([
      at,
      undefined,
    ])
    await world.changeRows(a, 'shift', { id: ids[1] ?? 0 }, { shift_on: '2026-06-11' })
    for (const answer of ['confirm', 'give-back'] as const) {
      expect(await answerShift(code, ids[1], answer)).toMatchObject({ success: false, code: 'shift-over' })
    }
    expect((await world.ask(a, 'get_linked_shifts', { code })).shifts).toMatchObject([
      { id: ids[1], state: 'over' },
      { id: ids[0], state: 'taken' },
    ])
  })

  it('opens nothing with a code that no mail has, of another club, or for a shift of somebody else', async () => {
    const [first = 0, second = 0] = await addShifts(2, 1, { start: 18 })
    const email = newEmail()
    await take([first], { email })
    await take([second])
    const code = await findLinkCode(email)
    const [id = '', proof = ''] = code.split('.')
    const { b } = world.clubs
    const wrong = [`${Number(id) + 1}.${proof}`, `${id}.${'A'.repeat(43)}`, 'x']
    for (const one of wrong) {
      expect(await world.ask(a, 'get_linked_shifts', { code: one })).toMatchObject({ code: 'bad-mail-code' })
    }
    expect(await world.ask(b, 'get_linked_shifts', { code })).toMatchObject({ code: 'bad-mail-code' })
    expect(await answerShift(code, second, 'give-back')).toMatchObject({ code: 'bad-mail-code' })
    expect(await findRemaining([first, second])).toEqual([0, 0])
  })

  const refuse = async (shifts: unknown, contact: object, path: string, call: Call = {}) => {
    const answer = await signUp(shifts, contact, call)
    expect({ contact, ...answer }).toMatchObject({ success: false, code: 'invalid-input' })
    expect(answer.faults).toContainEqual(expect.objectContaining({ path }))
  }

  it('takes only what the form takes, and nothing of a wrong form', async () => {
    const [id = 0] = await addShifts(1, 9)
    for (const [contact, path] of [
      [{ fname: '' }, 'fname'],
      [{ fname: '  ' }, 'fname'],
      [{ fname: 'F'.repeat(25) }, 'fname'],
      [{ fname: undefined }, 'fname'],
      [{ lname: '' }, 'lname'],
      [{ lname: 'L'.repeat(25) }, 'lname'],
      [{ phone: '' }, 'phone'],
      [{ phone: '555-0100' }, 'phone'],
      [{ phone: '5'.repeat(13) }, 'phone'],
      [{ phone: 5550100300 }, 'phone'],
      [{ email: '' }, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: `${'e'.repeat(40)}@mail.example` }, 'email'],
      [{ swag: 'XXL' }, 'swag'],
      [{ swag: 's' }, 'swag'],
      [{ notes: 'n'.repeat(257) }, 'notes'],
      [{ allowEmailMarketing: 'yes' }, 'allowEmailMarketing'],
    ] as const) {
      await refuse([id], contact, `contactInfo.${path}`)
    }
    for (const shifts of [undefined, [], 'all', [0], [-1], ['x'], Array(mostShifts + 1).fill(id)]) {
      const { code } = await signUp(shifts)
      expect({ shifts, code }).toEqual({ shifts, code: 'invalid-input' })
    }
    expect(await listTaken([id])).toEqual([])
    // as long as may be
    const longest = {
      fname: 'F'.repeat(24),
      lname: 'L'.repeat(24),
      phone: '5'.repeat(12),
      email: `${newEmail().slice(0, 9)}${'e'.repeat(26)}@mail.example`,
    }
    expect(longest.email).toHaveLength(48)
    for (const contact of [longest, { swag: ' L ' }, { swag: '' }, { swag: undefined }, { notes: '' }]) {
      expect({ contact, ...(await signUp([id, id, String(id)], contact)) }).toMatchObject({
        contact,
        shifts: [id],
      })
    }
    expect((await listTaken([id])).map(({ swag }) => swag).toSorted()).toEqual(['-', '-', 'L', 'M', 'M'])
  })

  it("takes a member's own stored values, though the form is shorter", async () => {
    const [id = 0] = await addShifts(1, 9)
    const { child } = a.people
    const long = 'Bartholomew-Maximilian-Augustus'
    await world.changeRows(a, 'member', { id: child.id }, { fname: long })
    await refuse([id], { fname: long }, 'contactInfo.fname')
    await refuse([id], { fname: long }, 'contactInfo.fname', { token: await world.signIn(a, 'member') })
    expect(await signUp([id], { fname: long }, { token: await world.signIn(a, 'child') })).toMatchObject({
      success: true,
    })
  })

  it('refuses two shifts at the same time, and names both', async () => {
    const [six = 0, seven = 0] = await addShifts(2, 9)
    const [other = 0] = await addShifts(1, 9, { start: 7 })
    expect(await signUp([seven, six, other])).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'shifts.0' }, { path: 'shifts.2' }],
    })
    expect(await listTaken([six, seven, other])).toEqual([])
  })

  it('takes from a visitor what is for everybody, and from a member what is for members', async () => {
    const [open, members, officers] = a.show.scheduleIds
    const [mine = 0] = await addShifts(1, 9, { schedule: members, start: 12 })
    const [hidden = 0] = await addShifts(1, 9, { schedule: officers, start: 14 })
    const [everybody = 0] = await addShifts(1, 9, { schedule: open, start: 16 })
    const member = await world.signIn(a, 'member')
    const expired = await world.signIn(a, 'expired')
    const missing = (place: number) => ({
      code: 'invalid-input',
      faults: [{ path: `shifts.${place}`, message: 'is no shift of this event' }],
    })
    expect(await signUp([everybody, mine])).toMatchObject(missing(1))
    expect(await signUp([everybody, mine], {}, { token: expired })).toMatchObject(missing(1))
    expect(await signUp([everybody, hidden], {}, { token: member })).toMatchObject(missing(1))
    expect(await listTaken([everybody])).toEqual([])
    expect(await signUp([everybody, mine], {}, { token: member })).toMatchObject({ success: true })
    expect(await signUp([everybody], {}, { token: expired })).toMatchObject({ success: true })
    // shifts of another event, of another club, and of none
    for (const id of [
      a.past.shiftIds[0],
      a.draft.shiftIds[0],
      world.clubs.b.show.shiftIds[0],
      2_147_483_647,
    ]) {
      expect(await signUp([id, everybody], {}, { token: member })).toMatchObject(missing(0))
    }
    expect(await listTaken([everybody])).toHaveLength(2)
  })

  it('is closed outside its time, when the event is over, and when it takes no volunteers', async () => {
    const [id = 0] = await addShifts(1, 99)
    const at = (ms: number) => new Date(world.now() + ms)
    const closed = async (values: Record<string, unknown>) => {
      const before = await world.getRow(a, 'event', { id: a.show.id }, [
        'worker_signup',
        'worker_starts_at',
        'worker_ends_at',
        'start_on',
        'end_on',
      ])
      const change = (set: object) => world.changeRows(a, 'event', { id: a.show.id }, set)
      await change(values)
      const { code } = await signUp([id])
      await change(before)
      return code ?? 'open'
    }
    expect(await closed({ worker_ends_at: at(1) })).toBe('open')
    expect(await closed({ worker_ends_at: at(0) })).toBe('volunteering-closed')
    expect(await closed({ worker_ends_at: null })).toBe('volunteering-closed')
    expect(await closed({ worker_starts_at: at(-1) })).toBe('open')
    expect(await closed({ worker_starts_at: at(0) })).toBe('volunteering-closed')
    expect(await closed({ worker_starts_at: null })).toBe('volunteering-closed')
    expect(await closed({ worker_signup: false })).toBe('volunteering-closed')
    expect(await closed({ start_on: '2026-06-10', end_on: '2026-06-11' })).toBe('volunteering-closed')
    expect(await closed({ published: false })).toBe('event-not-found')
    await world.changeRows(a, 'event', { id: a.show.id }, { published: true })
    // nothing in it is for visitors
    const share = (from: number, to: number) =>
      world.changeRows(a, 'shift_schedule', { event_id: a.show.id, share_type: from }, { share_type: to })
    await share(3, 0)
    expect(await signUp([id])).toMatchObject({ code: 'volunteering-closed' })
    await share(0, 3)
    expect(await signUp([id], {}, { eventId: world.clubs.b.show.id })).toMatchObject({
      code: 'event-not-found',
    })
    expect(await listTaken([id])).toHaveLength(2)
  })

  it('is limited for an address and an e-mail, together with other sign-ups, but the same call is free', async () => {
    const ids = await addShifts(7, 99)
    const email = newEmail()
    const codes: unknown[] = []
    const venue = newPeer()
    for (const id of ids) codes.push((await signUp([id], { email }, { peer: venue })).code)
    const most = signUpsPerEmail.most
    expect(codes).toEqual([...Array(most).fill(undefined), ...Array(7 - most).fill('too-many-requests')])
    expect(await signUp([ids[0]], { email }, { peer: venue })).toMatchObject({ success: true })
    // the counters are those of joining
    const claims = await world.request(
      a,
      'create_member',
      { ...toJoining(a.memberTypes.open), email_address: email },
      { peer: venue },
    )
    expect(claims.answer).toMatchObject({ code: 'too-many-requests' })
    world.pass(signUpsPerEmail.windowMs)
    expect(await signUp([ids[6]], { email }, { peer: venue })).toMatchObject({ success: true })
    const peer = '203.0.113.9'
    await world.database.withoutClub((tx) =>
      countAttempts(tx, [
        { ...toBucket(signUpsPerAddress, peer, world.now()), amount: signUpsPerAddress.most - 1 },
      ]),
    )
    expect(await signUp([ids[0]], {}, { peer })).toMatchObject({ success: true })
    expect(await signUp([ids[0]], {}, { peer })).toMatchObject({ code: 'too-many-requests' })
  })
})

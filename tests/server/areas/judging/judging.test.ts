import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, toInstant } from '../../../../src/domain/day.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { hashLinkSecret } from '../../../../src/server/sealed/linkSecret.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('asking about judging', (engine) => {
  const world = setUpClubWorld(engine)

  it("answers the event's forms with their criteria in order", async () => {
    const { a } = world.clubs
    expect((await world.ask(a, 'get_judging_forms', { eventId: a.show.id })).forms).toEqual([
      {
        id: a.show.formIds[0],
        title: 'Stock cars',
        criteria: [
          { id: expect.any(Number), title: 'Paint', minScore: 0, maxScore: 10, weight: 1.5 },
          { id: expect.any(Number), title: 'Engine', minScore: 1, maxScore: 20, weight: 1 },
        ],
      },
    ])
  })

  it('shows a form that has no criteria yet', async () => {
    const { a } = world.clubs
    await world.insertRow(a, 'judging_form', { event_id: a.past.id, title: 'Empty', position: 9 })
    const answer = await world.ask(a, 'get_judging_forms', { eventId: a.past.id })
    expect(answer.forms?.map((form) => [form.title, form.criteria.length])).toEqual([
      ['Stock cars', 2],
      ['Empty', 0],
    ])
  })

  it("answers no form of a draft or of another club's event", async () => {
    const { a, b } = world.clubs
    for (const eventId of [a.draft.id, b.show.id]) {
      const answer = await world.ask(a, 'get_judging_forms', { eventId })
      expect([answer.code, answer.forms]).toEqual(['event-not-found', undefined])
    }
  })
})

describeOnEachEngine('a judge', (engine) => {
  const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 3 } })
  const { a } = world.clubs

  const phone = '+16035550141'
  let code: string
  let judgeId: number
  let number = 0
  beforeEach(async () => {
    number += 1
    code = `j${number}`
    judgeId = await addJudge()
  })

  async function addJudge(more: { judging_form_id?: number; link_secret_hash?: string } = {}) {
    const row = await world.insertRow(a, 'judge', {
      event_id: a.show.id,
      code,
      name: 'Jo Judge',
      phone,
      ...more,
    })
    return row.id
  }

  const setJudge = (values: { judging_form_id?: number; link_secret_hash?: string; revoked_at?: Date }) =>
    world.changeRows(a, 'judge', { id: judgeId }, values)

  const verify = async (more: Record<string, unknown> = {}) =>
    world.ask(a, 'verify_judge', { eventId: a.show.id, judgeId: code, ...more })

  async function listTexts(): Promise<{ to: string; text: string; at: string }[]> {
    await world.engine.runDue()
    const received = await world.send('/sandbox/sms.json')
    return JSON.parse(received.text) as { to: string; text: string; at: string }[]
  }

  async function sendCode(more: Record<string, unknown> = {}): Promise<string> {
    await verify(more)
    return /^\d{7}/.exec((await listTexts()).at(-1)?.text ?? '')?.[0] ?? ''
  }

  async function getGrant(): Promise<string> {
    const { grant } = await verify({ code: await sendCode(), verify: true })
    if (grant === undefined) throw new Error('not verified')
    return grant
  }

  const otherThan = (typed: string) => (typed === '1234567' ? '7654321' : '1234567')

  describe('asks for a code', () => {
    it('and gets seven digits by text message, in the language of the call', async () => {
      const sent = await sendCode()
      expect(sent).toMatch(/^\d{7}$/)
      expect((await listTexts()).at(-1)).toEqual({
        to: phone,
        text: `${sent} is your code for judging at Harbor Classics Show. It is good for ten minutes.`,
        at: new Date(world.now()).toISOString(),
      })
      await sendCode({ language: 'es' })
      expect((await listTexts()).at(-1)?.text).toBe(
        `${sent} es su código para evaluar en Harbor Classics Show. Vale durante diez minutos.`,
      )
    })

    it('and is answered alike whether there is such a judge or not, and one that was revoked is none', async () => {
      const answer = await verify()
      expect(answer).toEqual({
        success: true,
        codeSent: true,
        isValid: false,
        message: '',
        formId: 0,
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        receipt: null,
      })
      const alike = { ...answer, challenge: expect.stringMatching(/^[\w-]{43}$/) }
      const before = await listTexts()
      expect(await verify({ judgeId: 'none' })).toEqual(alike)
      await setJudge({ revoked_at: new Date(world.now()) })
      expect(await verify()).toEqual(alike)
      expect(await listTexts()).toEqual(before)
    })

    it('again and gets the same one, and a new one only when it has run out', async () => {
      const first = await sendCode()
      world.pass(hourMs / 6 - 1)
      expect(await sendCode()).toBe(first)
      world.pass(1)
      expect(await verify({ code: first })).toMatchObject({ code: 'bad-code' })
      expect(await sendCode()).not.toBe(first)
    })

    it('three times in a quarter of an hour and ten times a day, whoever asks from wherever', async () => {
      const start = world.now()
      // starts at the beginning of a day, so that one day has them all
      world.pass(24 * hourMs - (start % (24 * hourMs)))
      let sent = 0
      for (let quarter = 0; quarter < 6; quarter += 1) {
        for (let times = 0; times < 4; times += 1) {
          const response = await world.request(
            a,
            'verify_judge',
            { eventId: a.show.id, judgeId: code },
            { peer: `192.0.2.${times + 1}` },
          )
          if (response.status === 200) sent += 1
          else expect(response.answer).toMatchObject({ code: 'too-many-requests', codeSent: false })
        }
        world.pass(hourMs / 4)
      }
      expect(sent).toBe(10)
    })

    it('and needs an event that uses judging, and whose grants would still live', async () => {
      expect(await verify({ eventId: a.draft.id })).toMatchObject({ code: 'event-not-found' })
      expect(await verify({ eventId: a.past.id })).toMatchObject({ code: 'judging-ended' })
      expect(await verify({ judgeId: undefined })).toMatchObject({ code: 'invalid-judge', isValid: false })
      await setEvent({ voting: 1 })
      expect(await verify()).toMatchObject({ code: 'judging-not-used' })
      await setEvent({ voting: 2 })
    })
  })

  const setEvent = (values: { voting?: number; sheet_grace_hours?: number }) =>
    world.reviseEvent(a, a.show.id, values)

  describe('types the code', () => {
    it('and gets a grant that lives until two days after the event, of which only the hash is stored', async () => {
      const sent = await sendCode()
      const answer = await verify({ code: sent, verify: true })
      expect(answer).toMatchObject({
        success: true,
        codeSent: false,
        isValid: true,
        formId: 0,
        judgeId: code,
        judgeName: 'Jo Judge',
      })
      expect(answer.grant).toMatch(/^[A-Za-z0-9_-]{43}$/)
      const rows = await world.inClub(a, (tx) =>
        tx
          .selectFrom('judge_grant')
          .innerJoin('event', 'event.id', 'judge_grant.event_id')
          .where('judge_id', '=', judgeId)
          .select(['hash', 'until', 'end_on'])
          .execute(),
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]?.hash).not.toContain(answer.grant)
      expect(rows[0]?.until).toEqual(
        new Date(toInstant(addDays(rows[0]?.end_on ?? '', 3), '00:00', a.timeZone)),
      )
      expect(answer.until).toBe(rows[0]?.until.toISOString())
    })

    it('and it serves once', async () => {
      const sent = await sendCode()
      expect(await verify({ code: sent })).toMatchObject({ isValid: true })
      expect(await verify({ code: sent })).toMatchObject({ code: 'bad-code', isValid: false })
    })

    it('and whose answer was lost gets the very same grant by sending the same call again', async () => {
      const call = { code: await sendCode(), verify: true, key: randomUUID() }
      const first = await verify(call)
      world.pass(hourMs)
      expect((await verify(call)).grant).toBe(first.grant)
      // the key alone proves nothing
      expect(await verify({ ...call, code: otherThan(call.code) })).toMatchObject({ code: 'bad-code' })
      const receipts = await world.listRows(a, 'receipt', {}, ['answer'])
      expect(receipts.map(({ answer }) => answer).join()).not.toContain(first.grant)
    })

    it('wrongly, and after five times no more from there, until it is sent again', async () => {
      const sent = await sendCode()
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await verify({ code: otherThan(sent) })).toMatchObject({ code: 'bad-code' })
      }
      expect(await verify({ code: sent })).toMatchObject({ code: 'too-many-requests' })
      expect(await sendCode()).toBe(sent)
      expect(await verify({ code: sent })).toMatchObject({ isValid: true })
    })

    it('of somebody else, or without having asked for one', async () => {
      const sent = await sendCode()
      code = 'else'
      await addJudge()
      expect(await verify({ code: sent })).toMatchObject({ code: 'bad-code' })
      const elsewhere = await world.request(world.clubs.b, 'verify_judge', {
        eventId: world.clubs.b.show.id,
        judgeId: '41',
        code: sent,
      })
      expect(elsewhere.answer).toMatchObject({ code: 'bad-code' })
    })
  })

  describe('opens the link of an officer', () => {
    const linkSecret = () => `secret of the link of ${code}`
    beforeEach(() => setJudge({ link_secret_hash: hashLinkSecret(linkSecret()) }))

    it('and is verified without a code, once', async () => {
      const answer = await verify({ judgeId: undefined, linkSecret: linkSecret() })
      expect(answer).toMatchObject({ isValid: true, judgeId: code, judgeName: 'Jo Judge' })
      expect(await verify({ linkSecret: linkSecret() })).toMatchObject({ code: 'bad-link', isValid: false })
    })

    it('and whose answer was lost gets the same grant by sending the same call again', async () => {
      const call = { judgeId: undefined, linkSecret: linkSecret(), key: randomUUID() }
      const answers = await Promise.all(Array.from({ length: 10 }, () => verify(call)))
      expect(new Set(answers.map(({ grant }) => grant)).size).toBe(1)
      expect(answers[0]?.grant).toBeTruthy()
      expect(await verify({ ...call, key: randomUUID() })).toMatchObject({ code: 'bad-link' })
    })

    it('that is of another event, of another club or of a judge who was revoked', async () => {
      expect(await verify({ eventId: a.past.id, linkSecret: linkSecret() })).toMatchObject({ isValid: false })
      const { b } = world.clubs
      expect(
        await world.ask(b, 'verify_judge', { eventId: b.show.id, linkSecret: linkSecret() }),
      ).toMatchObject({ code: 'bad-link' })
      await setJudge({ revoked_at: new Date(world.now()) })
      expect(await verify({ linkSecret: linkSecret() })).toMatchObject({ code: 'bad-link' })
    })
  })

  describe('hands in a score sheet', () => {
    let grant: string
    beforeEach(async () => {
      grant = await getGrant()
    })

    const toScores = (paint = 9, engineScore = 17) => {
      const [first, second] = a.show.criterionIds
      return [
        { criteriaId: first, score: paint },
        { criteriaId: second, score: engineScore },
      ]
    }

    const score = async (more: Record<string, unknown> = {}) =>
      world.ask(a, 'submit_judging_form', {
        eventId: a.show.id,
        judgeId: code,
        grant,
        entryId: '110',
        scores: toScores(),
        ...more,
      })

    const listSheets = () =>
      world.inClub(a, (tx) =>
        tx
          .selectFrom('sheet')
          .innerJoin('entry', 'entry.id', 'sheet.entry_id')
          .where('judge_id', '=', judgeId)
          .orderBy('sheet.sequence', 'desc')
          .orderBy('sheet.made_at', 'desc')
          .orderBy('sheet.key', 'desc')
          .select([
            'entry.car_number',
            'form_id',
            'sequence',
            'scores',
            'sheet.notes',
            'late',
            'made_at',
            'key',
          ])
          .execute(),
      )

    it('and it is stored as it was made, with a receipt and nothing more to say', async () => {
      const key = randomUUID()
      const madeAt = new Date(world.now() - 60_000).toISOString()
      expect(await score({ key, madeAt, notes: ' a dent ', formId: a.show.formIds[0] })).toEqual({
        success: true,
        accepted: true,
        reason: '',
        late: false,
        current: true,
        highest: 1,
        receipt: { key, outcome: 'accepted', at: new Date(world.now()).toISOString() },
      })
      expect(await listSheets()).toEqual([
        {
          car_number: '110',
          form_id: a.show.formIds[0],
          sequence: 1,
          scores: toScores(),
          notes: 'a dent',
          late: false,
          made_at: new Date(madeAt),
          key,
        },
      ])
    })

    it('again, corrected: the highest sequence counts and every revision stays', async () => {
      await score({ sequence: 2, scores: toScores(1, 1) })
      await score({ sequence: 1, scores: toScores(2, 2) })
      await score({ scores: toScores(3, 3) })
      const sheets = await listSheets()
      expect(sheets.map(({ sequence, scores }) => [sequence, scores[0]?.score])).toEqual([
        [3, 3],
        [2, 1],
        [1, 2],
      ])
    })

    it('and hears whether it is the one that counts, and of sheets that another phone has sent', async () => {
      const madeAt = (minutes: number) => new Date(world.now() - minutes * 60_000).toISOString()
      expect(await score({ sequence: 1 })).toMatchObject({ current: true, highest: 1 })
      expect(await score({ sequence: 3 })).toMatchObject({ current: true, highest: 3 })
      expect(await score({ sequence: 2 })).toMatchObject({ accepted: true, current: false, highest: 3 })
      // of equal ones the later counts
      expect(await score({ sequence: 3, madeAt: madeAt(5) })).toMatchObject({ current: false, highest: 3 })
      const entry = {
        action: 'submit_judging_form',
        eventId: a.show.id,
        judgeId: code,
        grant,
        scores: toScores(),
      }
      const answer = await world.ask(a, 'submit_batch', {
        entries: [4, 5].map((sequence) => ({ ...entry, entryId: '110', key: randomUUID(), sequence })),
      })
      expect(answer.results).toMatchObject([
        { current: false, highest: 5 },
        { current: true, highest: 5 },
      ])
      const read = await world.request(a, 'get_judge_sheets', { eventId: a.show.id, judgeId: code, grant })
      expect(read.answer).toMatchObject({
        sent: [{ formId: a.show.formIds[0], entryId: '110', sequence: 5 }],
      })
      const foreign = await world.request(a, 'get_judge_sheets', {
        eventId: a.show.id,
        judgeId: code,
        grant: 'x'.repeat(43),
      })
      expect(foreign.answer).toMatchObject({ success: false, code: 'needs-grant' })
    })

    it('once under one key, and a second of the same sequence from another phone stays beside it', async () => {
      const key = randomUUID()
      const first = await score({ key, sequence: 1 })
      expect(await score({ key, sequence: 1 })).toEqual(first)
      expect(await score({ key, sequence: 1, scores: toScores(0, 1) })).toMatchObject({ code: 'key-reused' })
      await score({ key: randomUUID(), sequence: 1, scores: toScores(5, 5) })
      expect(await listSheets()).toHaveLength(2)
    })

    it('and after verifying again what had waited is the same submission', async () => {
      const key = randomUUID()
      const first = await score({ key })
      grant = await getGrant()
      expect(await score({ key })).toEqual(first)
    })

    it('in a batch with others, each answered for itself', async () => {
      const [x, y, z] = [randomUUID(), randomUUID(), randomUUID()]
      const entry = { action: 'submit_judging_form', eventId: a.show.id, judgeId: code, grant }
      const answer = await world.ask(a, 'submit_batch', {
        entries: [
          { ...entry, key: x, entryId: '110', scores: toScores(1, 1) },
          { ...entry, key: y, entryId: '999', scores: toScores(1, 1) },
          { ...entry, key: z, entryId: '110', scores: toScores(2, 2) },
        ],
      })
      expect(answer.results).toMatchObject([
        { key: x, accepted: true },
        { key: y, accepted: false, code: 'car-not-found', receipt: { outcome: 'refused' } },
        { key: z, accepted: true },
      ])
      expect((await listSheets()).map(({ sequence, key }) => [sequence, key])).toEqual([
        [2, z],
        [1, x],
      ])
    })

    it('and is told why it cannot be taken', async () => {
      const key = randomUUID()
      expect(await score({ entryId: '999', key })).toEqual({
        success: false,
        code: 'car-not-found',
        errorMessage: 'There is no car 999 here.',
        accepted: false,
        reason: 'There is no car 999 here.',
        receipt: { key, outcome: 'refused', at: new Date(world.now()).toISOString() },
      })
      expect(await score({ formId: 999_999 })).toMatchObject({ code: 'form-not-found' })
      await setEvent({ voting: 1 })
      expect(await score()).toMatchObject({ code: 'judging-not-used' })
      await setEvent({ voting: 2 })
      expect(await listSheets()).toEqual([])
    })

    it('on the form to which they are held, and on no other', async () => {
      const form = await world.insertRow(a, 'judging_form', { event_id: a.show.id, title: `Other ${code}` })
      const criterion = await world.insertRow(a, 'criterion', {
        judging_form_id: form.id,
        title: 'All',
        min_score: 0,
        max_score: 5,
      })
      const other = { formId: form.id, criteriaId: criterion.id }
      await setEvent({})
      await setJudge({ judging_form_id: other.formId })
      expect(await verify({ code: await sendCode() })).toMatchObject({ formId: other.formId })
      grant = await getGrant()
      expect(await score()).toMatchObject({ code: 'form-not-allowed' })
      expect(await score({ scores: [{ criteriaId: other.criteriaId, score: 5 }] })).toMatchObject({
        accepted: true,
      })
    })
  })

  it('delivers after the event what was made in it, for as long as the grace goes, flagged late', async () => {
    const grant = await getGrant()
    const madeAt = new Date(world.now()).toISOString()
    const { end_on: endOn } = await world.getRow(a, 'event', { id: a.show.id })
    const endsAt = toInstant(addDays(endOn, 1), '00:00', a.timeZone)
    const [paint, engineId] = a.show.criterionIds
    const score = async (more: Record<string, unknown> = {}) =>
      world.ask(a, 'submit_judging_form', {
        eventId: a.show.id,
        judgeId: code,
        grant,
        entryId: '12',
        scores: [
          { criteriaId: paint, score: 0 },
          { criteriaId: engineId, score: 20 },
        ],
        ...more,
      })
    await setEvent({ sheet_grace_hours: 2 })
    world.pass(endsAt - world.now())
    expect(await score()).toMatchObject({ code: 'judging-ended', accepted: false })
    expect(await score({ madeAt })).toMatchObject({ accepted: true, late: true })
    world.pass(2 * hourMs)
    expect(await score({ madeAt })).toMatchObject({ code: 'judging-ended' })
    world.pass(46 * hourMs)
    expect(await score({ madeAt })).toMatchObject({ code: 'needs-grant', receipt: null })
    expect(await verify()).toMatchObject({ code: 'judging-ended' })
  })
})

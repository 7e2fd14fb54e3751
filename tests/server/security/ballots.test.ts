import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeRaces } from '../../support/database/database.ts'
import { hashRows } from '../../support/database/rowHash.ts'
import { type SecondServer, startSecondServer } from '../../support/processes/secondServer.ts'

describeRaces('ballots', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  let second: SecondServer
  let voterId: string
  beforeAll(async () => {
    second = await startSecondServer(world)
  })
  beforeEach(async () => {
    const row = await world.insertRow(a, 'voter', { event_id: a.show.id })
    voterId = row.uuid
  })
  afterAll(() => second.stop())

  const vote = async (votes: unknown, more: Record<string, unknown> = {}, club = a) =>
    world.ask(club, 'submit_ballot', { voterId, votes, ...more })

  const listVotes = () =>
    world.inClub(a, (tx) =>
      tx
        .selectFrom('ballot')
        .innerJoin('voter', 'voter.id', 'ballot.voter_id')
        .leftJoin('ballot_vote', 'ballot_vote.voter_id', 'ballot.voter_id')
        .where('voter.uuid', '=', voterId)
        .orderBy('ballot_vote.car_number')
        .select(['ballot.key', 'ballot_vote.car_number'])
        .execute(),
    )

  it.each([1, 2, 3])('T2.17 by fifty at once with one link count once (round %i)', async () => {
    const choices = [['110', '201'], ['201', '110'], ['12', '201'], ['110']]
    const calls = Array.from({ length: 50 }, (_, index) => ({
      action: 'submit_ballot',
      tenantId: a.id,
      voterId,
      key: randomUUID(),
      votes: choices[index % choices.length],
    }))
    const answers = await Promise.all(
      calls.map((call, index) => (index % 2 === 0 ? world.post(call) : second.post(call))),
    )
    const stored = await listVotes()
    expect(new Set(stored.map(({ key }) => key)).size).toBe(1)
    calls.forEach((call, index) => {
      expect(answers[index]?.json()).toMatchObject(
        call.key === stored[0]?.key
          ? { success: true, status: 'accepted', receipt: { key: call.key, outcome: 'accepted' } }
          : { success: false, code: 'ballot-used', receipt: { key: call.key, outcome: 'refused' } },
      )
    })
    expect(answers.some((answer) => answer.json().status === 'accepted')).toBe(true)
  })

  it('T2.17 by one key at two servers have one answer', async () => {
    const call = { action: 'submit_ballot', tenantId: a.id, voterId, key: randomUUID(), votes: ['110'] }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? world.post(call) : second.post(call))),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ status: 'accepted' })
  })

  it('T2.18 hold no more votes of a class than the event allows, listed or typed', async () => {
    for (const votes of [
      ['110', '12'],
      ['110', '199'],
      ['1', '11'],
      ['201', '2'],
      ['110', '110 ', '12'],
    ]) {
      expect({ votes, ...(await vote(votes)) }).toMatchObject({ votes, code: 'too-many-votes' })
    }
    expect(await listVotes()).toEqual([])
  })

  it('T2.18 hold no vote that is of no class, or of another event', async () => {
    await world.insertRow(a, 'entry', { event_id: a.past.id, car_number: '777', class_number: 7 })
    for (const vote1 of ['777', '9', '3', '-110', '1 0', '11O', '1e1', "1' or 1=1", '٢٠١']) {
      const answer = await vote([vote1])
      expect({ vote1, ...answer }).toMatchObject({
        vote1,
        success: false,
        code: vote1.length > 8 ? 'invalid-input' : 'bad-vote',
      })
    }
    for (const votes of [[null], [['110']], [{}], '110', [1.5], [-1], ['123456789'], undefined]) {
      expect({ votes, ...(await vote(votes)) }).toMatchObject({ code: 'invalid-input' })
    }
    expect(await listVotes()).toEqual([])
    expect(await vote(['110'])).toMatchObject({ status: 'accepted' })
  })

  it("T2.18 of another club's voter are nobody's, whatever club is named", async () => {
    const before = await hashRows(world.database, b.id)
    const [own] = b.show.voters
    for (const club of [{ tenantId: a.id }, { tenantId: a.uuid }, { subdomain: a.slug }]) {
      const call = { action: 'submit_ballot', ...club, voterId: own, votes: ['110'], key: randomUUID() }
      expect((await world.post(call)).json()).toMatchObject({ code: 'voter-not-found', status: 'rejected' })
    }
    expect(await hashRows(world.database, b.id)).toBe(before)
    expect(await world.ask(a, 'get_voter', { voterId: own })).toMatchObject({
      code: 'voter-not-found',
    })
  })

  it('T2.18 are of the event of their voter, whatever else is named', async () => {
    expect(await vote(['110'], { eventId: a.past.id, event_id: a.past.id })).toMatchObject({
      status: 'accepted',
    })
    const rows = await world.inClub(a, (tx) =>
      tx
        .selectFrom('ballot')
        .innerJoin('voter', 'voter.id', 'ballot.voter_id')
        .where('voter.uuid', '=', voterId)
        .select('ballot.event_id')
        .execute(),
    )
    expect(rows).toEqual([{ event_id: a.show.id }])
  })

  it('T2.19 and judges leave no secret in the log', async () => {
    const { judge } = a.show
    await world.send(`/portal/voterballot/${voterId}/${a.show.id}?subdomain=${a.slug}`)
    await world.send(`/portal/judging/${a.show.id}?subdomain=${a.slug}`)
    await world.request(a, 'get_voter', { voterId })
    await vote(['110'], { email: 'vera@vote.example', lname: 'Votesworth', key: randomUUID() })
    await vote(['12'], { key: randomUUID() })
    await world.request(a, 'get_voter', { voterId: randomUUID() })
    const sent = await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: judge.code })
    expect(sent.answer.codeSent).toBe(true)
    await world.request(a, 'verify_judge', { eventId: a.show.id, judgeId: judge.code, code: '7654321' })
    const linked = await world.request(a, 'verify_judge', {
      eventId: a.show.id,
      linkSecret: judge.linkSecret,
    })
    const { grant = '' } = linked.answer
    expect(grant).not.toBe('')
    const sheet = {
      eventId: a.show.id,
      judgeId: judge.code,
      grant,
      entryId: '110',
      scores: [],
      key: randomUUID(),
    }
    await world.request(a, 'submit_judging_form', sheet)
    await world.request(a, 'submit_batch', { entries: [{ action: 'submit_judging_form', ...sheet }] })
    await world.engine.runDue()
    const outbox = await world.send('/sandbox/sms.json')
    const code = /\d{7}/.exec(outbox.text)?.[0] ?? 'none'
    const log = world.lines().join('\n')
    expect(log).toContain('submit_ballot')
    for (const secret of [
      voterId,
      grant,
      judge.linkSecret,
      code,
      '7654321',
      'PRIVATE',
      'vera@',
      'Votesworth',
    ]) {
      expect(log).not.toContain(secret)
    }
  })
})

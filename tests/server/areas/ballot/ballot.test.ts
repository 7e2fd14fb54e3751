import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { toReceiptCode } from '../../../../src/domain/receiptCode.ts'
import { minuteMs } from '../../../../src/domain/time.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a voter', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  let voterId: string
  beforeEach(async () => {
    voterId = await addVoter()
    await setEvent({
      voting_starts_at: new Date(world.now() - 60 * minuteMs),
      voting_ends_at: new Date(world.now() + 60 * minuteMs),
      votes_per_class: 1,
      ballot_grace_minutes: 30,
      voting: 1,
    })
  })

  async function addVoter(eventId = a.show.id): Promise<string> {
    const row = await world.insertRow(a, 'voter', { event_id: eventId })
    return row.uuid
  }

  async function setEvent(values: {
    voting_starts_at?: Date | null
    voting_ends_at?: Date | null
    votes_per_class?: number
    ballot_grace_minutes?: number
    voting?: number
  }): Promise<void> {
    await world.reviseEvent(a, a.show.id, values)
  }

  const setVoter = (values: { voided_at?: Date }) => world.changeRows(a, 'voter', { uuid: voterId }, values)

  const readVoter = async (uuid: string) => world.ask(a, 'get_voter', { voterId: uuid })

  const vote = async (votes: unknown[], more: Record<string, unknown> = {}) =>
    world.ask(a, 'submit_ballot', { voterId, votes, ...more })

  const listVotes = () =>
    world.inClub(a, (tx) =>
      tx
        .selectFrom('ballot_vote as vote')
        .innerJoin('voter', 'voter.id', 'vote.voter_id')
        .leftJoin('entry', 'entry.id', 'vote.entry_id')
        .where('voter.uuid', '=', voterId)
        .orderBy('vote.car_number')
        .select(['vote.car_number', 'vote.class_number', 'entry.car_number as listed'])
        .execute(),
    )

  const readBallot = () =>
    world.inClub(a, (tx) =>
      tx
        .selectFrom('ballot')
        .innerJoin('voter', 'voter.id', 'ballot.voter_id')
        .where('voter.uuid', '=', voterId)
        .select([
          'ballot.key',
          'ballot.fname',
          'ballot.lname',
          'ballot.email',
          'ballot.made_at',
          'ballot.at',
          'ballot.late',
          'ballot.paper',
        ])
        .executeTakeFirst(),
    )

  describe('asks whether the ballot can be used', () => {
    it('and learns nothing but that', async () => {
      expect(await readVoter(voterId)).toEqual({ success: true, voter: { uuid: voterId, voted: false } })
      expect(await readVoter(voterId.toUpperCase())).toMatchObject({ voter: { uuid: voterId } })
      await vote(['110'])
      expect(await readVoter(voterId)).toEqual({ success: true, voter: { uuid: voterId, voted: true } })
    })

    it('and a voided one is as used as one that was handed in', async () => {
      await setVoter({ voided_at: new Date(world.now()) })
      expect(await readVoter(voterId)).toMatchObject({ voter: { voted: true } })
    })

    it('and a secret that nobody has, or somebody elsewhere, is told the same', async () => {
      const [elsewhere] = world.clubs.b.show.voters
      const [ofDraft] = a.draft.voters
      for (const uuid of [randomUUID(), elsewhere, ofDraft]) {
        expect(await readVoter(uuid)).toEqual({
          success: false,
          code: 'voter-not-found',
          errorMessage: 'This ballot was not found.',
          receipt: null,
        })
      }
    })
  })

  describe('hands in a ballot', () => {
    it('which is stored with its names, its key and its votes, and answered with a receipt', async () => {
      const key = randomUUID()
      const madeAt = new Date(world.now() - 5 * minuteMs).toISOString()
      const answer = await vote(['201', 110, '0', 0, '110'], {
        key,
        madeAt,
        fname: ' Vera ',
        lname: 'Vote',
        email: 'vera@vote.example',
      })
      expect(answer).toEqual({
        success: true,
        status: 'accepted',
        statusMessage: '',
        late: false,
        receipt: { key, outcome: 'accepted', at: new Date(world.now()).toISOString() },
      })
      expect(toReceiptCode(key)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      expect(await readBallot()).toEqual({
        key,
        fname: 'Vera',
        lname: 'Vote',
        email: 'vera@vote.example',
        made_at: new Date(madeAt),
        at: new Date(world.now()),
        late: false,
        paper: false,
      })
      expect(await listVotes()).toEqual([
        { car_number: '110', class_number: 1, listed: '110' },
        { car_number: '201', class_number: 2, listed: '201' },
      ])
    })

    it('that may be empty, and may name a car that is not listed', async () => {
      expect(await vote([])).toMatchObject({ status: 'accepted' })
      voterId = await addVoter()
      expect(await vote(['1777'])).toMatchObject({ status: 'accepted' })
      expect(await listVotes()).toEqual([{ car_number: '1777', class_number: 1, listed: null }])
    })

    it('and is told why it cannot be counted, with nothing stored', async () => {
      const key = randomUUID()
      const refused = await vote(['110', '12'], { key })
      expect(refused).toEqual({
        success: false,
        code: 'too-many-votes',
        errorMessage: 'Class 1 has more than 1 votes.',
        status: 'rejected',
        statusMessage: 'Class 1 has more than 1 votes.',
        receipt: { key, outcome: 'refused', at: new Date(world.now()).toISOString() },
      })
      expect(await vote(['777'])).toMatchObject({ code: 'bad-vote', status: 'rejected' })
      expect(await vote(['1x'])).toMatchObject({ code: 'bad-vote' })
      expect(await readBallot()).toBeUndefined()
      expect(await vote(['110'])).toMatchObject({ status: 'accepted' })
    })

    it('with as many votes in a class as the event allows', async () => {
      await setEvent({ votes_per_class: 2 })
      expect(await vote(['110', '12', '199'])).toMatchObject({ code: 'too-many-votes' })
      expect(await vote(['110', '12'])).toMatchObject({ status: 'accepted' })
    })

    it('once: again under its key it is accepted again, under another it was used, whatever it holds', async () => {
      const key = randomUUID()
      const first = await world.request(a, 'submit_ballot', { voterId, votes: ['110', '201'], key })
      const repeated = await world.request(a, 'submit_ballot', { voterId, votes: ['110', '201'], key })
      expect(repeated.text).toBe(first.text)
      // a guesser with the ballot's link learns nothing of the votes (N6.1)
      for (const votes of [['110', '201'], ['201', '110'], ['12', '201'], []]) {
        expect(await vote(votes, { key: randomUUID(), fname: 'Else' })).toMatchObject({
          code: 'ballot-used',
          status: 'rejected',
          statusMessage: 'Ballots can only be used one time.',
        })
      }
      expect(await vote(['12'], { key })).toMatchObject({ code: 'key-reused', receipt: null })
      expect(await listVotes()).toHaveLength(2)
      expect(await readBallot()).toMatchObject({ key, fname: '' })
    })

    it('that came second, and is told when the counted one was received, in the same words each time', async () => {
      const usedAt = new Date(world.now()).toISOString()
      await vote(['110'])
      world.pass(5 * minuteMs)
      const second = { voterId, votes: ['12'], key: randomUUID() }
      const refused = await world.request(a, 'submit_ballot', second)
      expect(refused.answer).toMatchObject({ code: 'ballot-used', usedAt, onPaper: false })
      world.pass(minuteMs)
      expect((await world.request(a, 'submit_ballot', second)).text).toBe(refused.text)
      expect(await readVoter(voterId)).toEqual({ success: true, voter: { uuid: voterId, voted: true } })
      // another ballot's holder learns nothing of it
      voterId = await addVoter()
      expect(await vote(['12', '110'])).not.toHaveProperty('usedAt')
    })

    it('which counts for nobody else under the same key', async () => {
      const key = randomUUID()
      await vote(['110'], { key })
      voterId = await addVoter()
      expect(await vote(['110'], { key })).toMatchObject({ code: 'key-reused' })
      expect(await readBallot()).toBeUndefined()
    })

    it('that was voided meanwhile, and is told so', async () => {
      await setVoter({ voided_at: new Date(world.now()) })
      expect(await vote(['110'])).toMatchObject({ code: 'ballot-void', status: 'rejected' })
      expect(await readBallot()).toBeUndefined()
    })

    it('with a secret that nobody has here, and is told no more than anybody', async () => {
      voterId = randomUUID()
      const unknown = await vote(['110'])
      expect(unknown).toMatchObject({ code: 'voter-not-found', status: 'rejected' })
      voterId = world.clubs.b.show.voters[0]
      expect(await vote(['110'])).toEqual(unknown)
    })

    it('with names no longer than 64 characters', async () => {
      for (const field of ['fname', 'lname', 'email']) {
        expect(await vote(['110'], { [field]: 'x'.repeat(65) })).toMatchObject({
          code: 'invalid-input',
          faults: [{ path: field }],
        })
      }
    })
  })

  describe('and the window, by the clock of the server', () => {
    it('is closed before it begins, and where there is none', async () => {
      await setEvent({ voting_starts_at: new Date(world.now() + 1) })
      expect(await vote(['110'])).toMatchObject({ code: 'voting-not-begun' })
      await setEvent({ voting_starts_at: null })
      expect(await vote(['110'])).toMatchObject({ code: 'voting-not-used' })
    })

    it('takes what was made inside it for as long as the grace goes, and says that it is late', async () => {
      await setEvent({ voting_ends_at: new Date(world.now()), ballot_grace_minutes: 10 })
      const madeAt = new Date(world.now() - 1).toISOString()
      expect(await vote(['110'], { madeAt: new Date(world.now()).toISOString() })).toMatchObject({
        code: 'voting-ended',
      })
      expect(await vote(['110'])).toMatchObject({ code: 'voting-ended' })
      world.pass(10 * minuteMs - 1)
      expect(await vote(['110'], { madeAt })).toMatchObject({ status: 'accepted', late: true })
      expect(await readBallot()).toMatchObject({ late: true })
      // what was accepted once is accepted again, however late
      world.pass(60 * minuteMs)
      const { key } = (await readBallot()) ?? {}
      expect(await vote(['110'], { madeAt, key })).toMatchObject({ status: 'accepted', late: true })
      voterId = await addVoter()
      expect(await vote(['110'], { madeAt })).toMatchObject({ code: 'voting-ended' })
    })

    it.each([
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+23:59',
      '1970-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59-23:59',
    ])('is in time while voting is open, also on a phone whose clock says %s', async (madeAt) => {
      expect(await vote(['110'], { madeAt })).toMatchObject({ status: 'accepted', late: false })
    })
  })
})

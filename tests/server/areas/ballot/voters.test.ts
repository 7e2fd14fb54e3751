// Printed ballots: named by their number or their secret, counted apart from papers, given again.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a printed ballot', (engine) => {
  const { world, club, run } = setUpOffice(engine)
  let car: string

  beforeAll(async () => {
    world.pass(dayMs)
    const { cars } = await world.callerOf(club).call('get_entries', { eventId: club.show.id })
    car = cars[0]?.number ?? ''
  })

  const voters = (...args: string[]) => run('voters', club.show.id, ...args)
  const paper = (...args: string[]) => run('ballots', club.show.id, '--paper', ...args)
  const vote = (voterId: string) =>
    world.callerOf(club).request('submit_ballot', { voterId, votes: [car], key: randomUUID() })
  const readLink = (text: string) => /voterballot\/([0-9a-f-]{36})\//.exec(text)?.[1] ?? ''
  const makeVoter = async () => readLink((await voters('--create', '1')).text)

  async function findNumber(uuid: string): Promise<number> {
    const { id } = await world.getRow(club, 'voter', { uuid })
    return id
  }

  async function count() {
    const [, open, used, papers = '0', voided] =
      /: (\d+) ballots? open, (\d+) used(?:, (\d+) papers?)?, (\d+) void\.\n$/.exec((await voters()).text) ??
      []
    return { open: Number(open), used: Number(used), papers: Number(papers), void: Number(voided) }
  }

  it('is voided and given again by the number that is printed on it', async () => {
    const uuid = await makeVoter()
    const number = await findNumber(uuid)
    expect(await voters('--void', String(number))).toEqual({
      code: 0,
      text: `Ballot ${number} is void; its link is refused from now on.\n`,
    })
    expect(await vote(uuid)).toMatchObject({ code: 'ballot-void' })
    expect(await voters('--void', String(number))).toMatchObject({ code: 1 })
    const next = await makeVoter()
    const again = await voters('--reissue', String(await findNumber(next)))
    expect(await vote(readLink(again.text))).toMatchObject({ success: true })
    expect(await voters('--void', '999999')).toMatchObject({ code: 1 })
  })

  it('is counted apart from papers without a link, which it does not void', async () => {
    const before = await count()
    await paper('--number', '201', '--votes', car)
    await paper('--number', '202', '--votes', car)
    await paper('--number', '203', '--votes', car, '--voter', await makeVoter())
    expect(await count()).toEqual({ ...before, used: before.used + 1, papers: before.papers + 2 })
    await paper('--void', '202', '--reason', 'Torn')
    expect(await count()).toEqual({ ...before, used: before.used + 1, papers: before.papers + 1 })
    const { voter_id: id } = await world.getRow(club, 'ballot', { paper_number: '201' })
    expect(await voters('--void', String(id))).toEqual({
      code: 1,
      text: expect.stringContaining('--paper --void 201 voids it'),
    })
  })

  it('whose paper is voided is given again once, and then the paper stays void', async () => {
    const uuid = await makeVoter()
    const number = String(await findNumber(uuid))
    await paper('--number', '210', '--votes', car, '--voter', uuid)
    const voided = await paper('--void', '210', '--reason', 'Not what I chose')
    expect(voided.text).toContain(`voters ${club.show.id} --reissue ${number} makes a new ballot.`)
    expect(await vote(uuid)).toMatchObject({ code: 'ballot-void' })
    const issued = await voters('--reissue', number)
    expect(issued.code, issued.text).toBe(0)
    expect(await vote(readLink(issued.text))).toMatchObject({ success: true })
    const results = await run('results', club.show.id)
    const counted = Number(/Ballots: (\d+) counted/.exec(results.text)?.[1])
    expect(await voters('--reissue', number)).toMatchObject({ code: 1 })
    expect(await paper('--restore', '210', '--reason', 'x')).toMatchObject({ code: 1 })
    expect((await run('results', club.show.id)).text).toContain(`Ballots: ${counted} counted`)
    expect((await paper('--list')).text).toContain('its ballot was ended with voters --void or --reissue')
  })
})

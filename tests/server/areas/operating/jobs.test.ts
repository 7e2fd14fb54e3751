// What waits, since when and why: an officer is told before a job has failed for good.
import { expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { announce } from '../../../../src/server/alerts/announce.ts'
import { alertGatherMs } from '../../../../src/server/limits/times.ts'
import { addJob } from '../../../../src/server/queue/queue.ts'
import { openClubWorld } from '../../../support/clubs/clubWorld.ts'
import { createOfficer, expectDone, type Said } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { setUp } from '../../../support/database/setUp.ts'

describeOnEachEngine('while no mail can leave', (engine) => {
  // nobody listens there
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'club@a.example', ORIGIN: 'https://a.example' }
  const world = setUp(() => openClubWorld(engine, { env }))
  const run = (...args: (string | number)[]): Promise<Said> => createOfficer(world, world.clubs.a)(...args)
  /** As if the database had the test's clock. */
  const queued = (at: number) => world.changeRows(world.clubs.a, 'job', {}, { created_at: new Date(at) })
  const give = (first: string) =>
    expectDone(
      run(
        'donations',
        'take',
        '--amount',
        5,
        '--first',
        first,
        '--last',
        'Roe',
        '--paid',
        'cash',
        '--email',
        'a@b.example',
      ),
    )

  it('officers hear how many mails wait, since when, why, and when they are tried again', async () => {
    await world.engine.runDue()
    expect(await run('jobs')).toEqual({
      code: 0,
      text: "No job has failed. Times are the club's (America/New_York).\n",
    })
    expect((await run('jobs', '--waiting')).text).toContain('Nothing waits.')
    await give('Ann')
    await give('Ben')
    await queued(world.now())
    await world.engine.runDue()
    // it was tried, and nobody need be told yet
    expect(await run('jobs')).toMatchObject({ code: 0, text: expect.not.stringContaining('wait') })
    const soon = await run('jobs', '--waiting')
    expect(soon.text).toMatch(
      /^What +Waits since +Why +Next try\n2 mails +Jun 12, 2026, 12:00 PM +the mail server cannot be reached \(E\w+\) +Jun 12, 2026, 12:00 PM\n/,
    )
    expect(soon.code).toBe(0)
    world.pass(6 * minuteMs)
    const told = await run('jobs')
    expect(told.text).toMatch(
      /\n2 mails wait since Jun 12, 2026, 12:00 PM: the mail server cannot be reached \(E\w+\)\.\njobs --waiting says more\.\n$/,
    )
    expect(told.code).toBe(1)
    const late = await run('jobs', '--waiting')
    expect([late.code, late.text]).toEqual([1, expect.stringMatching(/ {2}now\n/)])
    expect(late.text).not.toMatch(/@|Roe/)
  })

  it('they hear of mails about something new and of jobs that nobody takes, and not of what is for later', async () => {
    const { a } = world.clubs
    await world.deleteRows(null, 'job')
    const { id } = await world.insertRow(a, 'media_file', {
      ...{ name: 'Minutes', content_type: 'application/pdf', hash: 'none', bytes: 1, shared: true },
    })
    await world.inClub(a, (tx) => announce(tx, { kind: 'file', ids: [id], at: new Date(world.now()) }))
    expect((await run('jobs', '--waiting')).text).toContain('Nothing waits. 1 job for later.')
    world.pass(alertGatherMs)
    await world.engine.runDue()
    world.pass(6 * minuteMs)
    const mails = await run('jobs')
    expect(mails.text).toMatch(
      /\n\d mails about something new wait since Jun 12, 2026, .*: the mail server cannot be reached/,
    )
    await world.deleteRows(a, 'alert')
    await world.deleteRows(null, 'job')
    const runAt = new Date(world.now())
    const later = new Date(world.now() + 60 * minuteMs)
    await world.inClub(a, async (tx) => {
      await addJob(tx, { kind: 'remind', payload: { eventId: 1, startsAt: 1 }, runAt })
      await addJob(tx, { kind: 'remind', payload: { eventId: 1, startsAt: 2 }, runAt: later })
    })
    world.pass(6 * minuteMs)
    const { code, text } = await run('jobs', '--waiting')
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /^What.*\n1 reminder +.* +not tried yet, the server is busy or not running +now\n1 job for later\./,
      ),
    ])
    expect((await run('jobs', '1', '--waiting')).code).toBe(2)
  })
})

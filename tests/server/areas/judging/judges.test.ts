// A judge who is revoked and taken back, as officers do it.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setUpOffice } from '../../../support/clubs/officer.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('a judge', (engine) => {
  const { world, club, run } = setUpOffice(engine)
  const form = 'Stock cars'

  const judges = (...args: string[]) => run('judges', club.show.id, ...args)
  const findLine = async (code: string) =>
    (await judges()).text.split('\n').find((line) => line.startsWith(`${code} `))

  it('who was revoked comes back as they were', async () => {
    expect(
      await judges('--add', '44', '--name', 'A. Whitlock', '--phone', '+15555550144', '--form', form),
    ).toEqual({ code: 0, text: `Judge 44 is added: A. Whitlock, +15555550144, only ${form}.\n` })
    const before = await findLine('44')
    expect(before).toContain(form)
    expect((await judges('--revoke', '44')).code).toBe(0)
    const back = await judges('--add', '44')
    expect(back.code).toBe(0)
    expect(back.text).toContain(`Judge 44 is back, as before: A. Whitlock, +15555550144, only ${form}.\n`)
    expect(back.text).toContain('new link')
    expect(await findLine('44')).toBe(before)
  })

  it('changes only where the officer says so, and the command says what changes', async () => {
    await judges('--add', '45', '--name', 'B. Reyes', '--phone', '+15555550145', '--form', form)
    await judges('--revoke', '45')
    const back = await judges('--add', '45', '--phone', '+15555550999')
    expect(back.text).toContain(`Judge 45 is back: B. Reyes, +15555550999, only ${form}.\n`)
    expect(back.text).toContain('Changed: telephone +15555550145 became +15555550999.\n')
    await judges('--revoke', '45')
    const wider = await judges('--add', '45', '--form', 'every form')
    expect(wider.text).toContain(`Changed: only ${form} became every form.\n`)
    expect(await findLine('45')).toContain('every form')
  })

  it('who is revoked or added by two officers at once is so once', async () => {
    await judges('--add', '46', '--name', 'C. Ito')
    const revoked = await Promise.all([judges('--revoke', '46'), judges('--revoke', '46')])
    expect(revoked.map(({ code }) => code).sort()).toEqual([0, 1])
    const added = await Promise.all([judges('--add', '46'), judges('--add', '46', '--name', 'Another')])
    expect(added.map(({ code }) => code).sort()).toEqual([0, 1])
    const fresh = await Promise.all([judges('--add', '47'), judges('--add', '47')])
    expect(fresh.map(({ code }) => code).sort()).toEqual([0, 1])
  })

  it('is corrected without being revoked, and a code to the wrong telephone is good for nothing', async () => {
    await judges('--add', '48', '--name', 'D. Okoye', '--phone', '+15555550148')
    expect(await judges('--add', '48', '--phone', '+15555550149')).toEqual({
      code: 1,
      text: expect.stringContaining('--change 48'),
    })
    const prove = (more: object) =>
      world
        .callerOf(club)
        .request('verify_judge', { eventId: club.show.id, judgeId: '48', key: randomUUID(), ...more })
    const openCodes = async () => await world.countRows(club, 'judge_challenge', { used_at: null })
    await prove({ verify: false })
    const sent = await openCodes()
    expect(await judges('--change', '48', '--phone', '+15555550149')).toEqual({
      code: 0,
      text: expect.stringContaining('Judge 48 is changed: telephone +15555550148 became +15555550149.\n'),
    })
    expect(await findLine('48')).toMatch(/D\. Okoye +\+15555550149 +every form/)
    expect([sent, await openCodes()]).toEqual([1, 0])
    expect(await judges('--change', '48')).toMatchObject({ code: 2 })
    expect(await judges('--change', '99', '--name', 'X')).toMatchObject({ code: 1 })
  })

  it.each([
    [['--add', '61', '--revoke', '44'], '--add does not go with --revoke.'],
    [['--revoke', '44', '--links'], '--revoke does not go with --links.'],
    [['--phone', '+15555550141'], '--phone needs --add or --change.'],
    [['--add', '61', '--page', 'x.html'], '--page needs --links.'],
    [['--links', '--name', 'X'], '--links does not go with --name.'],
  ])('is not touched by %j', async (args, said) => {
    const before = await judges()
    const { code, text } = await judges(...args)
    expect([code, text]).toEqual([2, expect.stringContaining(said)])
    expect(await judges()).toEqual(before)
  })
})

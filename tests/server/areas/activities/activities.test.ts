import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, findDay, toInstant } from '../../../../src/domain/day.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

interface NewActivity {
  date: string
  title: string
  start?: string
  end?: string
  description?: string
}

describeOnEachEngine('the calendar', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  let token = ''
  beforeAll(async () => {
    token = await world.signIn(a, 'member')
  })
  beforeEach(async () => {
    for (const club of [a, b]) await world.deleteRows(club, 'activity')
  })

  const add = (club: SeededClub, ...activities: NewActivity[]) =>
    world.insertRows(
      club,
      'activity',
      activities.map(({ date, title, start = '19:00', end = '21:00', description = '' }) => ({
        activity_on: date,
        start_time: start,
        end_time: end,
        title,
        description,
      })),
    )
  const read = async (span: Record<string, unknown>) => world.ask(a, 'get_activities', span, { token })
  const readTitles = async (start: number, end: number) =>
    (await read({ start, end })).activities?.map(({ title }) => title)
  const at = (day: string, time: string) => toInstant(day, time, a.timeZone)

  it('has the activities of the days of a span, in their order, and nothing of another club', async () => {
    await add(
      a,
      { date: '2026-03-02', title: 'Evening', start: '19:00' },
      { date: '2026-03-02', title: 'Morning', start: '09:00', end: '12:00', description: 'Bring an apron.' },
      { date: '2026-02-28', title: 'Day before' },
      { date: '2026-03-01', title: 'First day', start: '00:00', end: '00:30' },
      { date: '2026-03-03', title: 'Day after' },
    )
    await add(b, { date: '2026-03-02', title: 'Of the other club' })
    const answer = await read({ start: at('2026-03-01', '00:00'), end: at('2026-03-03', '00:00') - 1 })
    expect(answer.activities?.map(({ title }) => title)).toEqual(['First day', 'Morning', 'Evening'])
    expect(answer.activities?.[1]).toEqual({
      id: expect.any(Number),
      date: '2026-03-02',
      start: '09:00',
      end: '12:00',
      title: 'Morning',
      description: 'Bring an apron.',
    })
  })

  it('counts the days in the zone of the club', async () => {
    await add(a, { date: '2026-01-01', title: 'New year' }, { date: '2025-12-31', title: 'Old year' })
    // in UTC the last moment of the old year is in the new one
    const last = at('2026-01-01', '00:00') - 1
    expect(new Date(last).getUTCFullYear()).toBe(2026)
    expect(await readTitles(last, last)).toEqual(['Old year'])
    expect(await readTitles(last + 1, last + 1)).toEqual(['New year'])
  })

  describe('a span', () => {
    const start = Date.UTC(2026, 0, 1, 12)
    const year = (count: number) => Date.UTC(2026 + count, 0, 1, 12)
    it.each([
      ['that ends before it starts', { start, end: start - 1 }],
      ['of more than five years', { start, end: year(5) }],
      ['of ten thousand years', { start: 0, end: 10_000 * 365 * 86_400_000 }],
      ['before 1970', { start: -1, end: start }],
      ['without an end', { start }],
      ['of halves', { start: start + 0.5, end: start + 1 }],
      ['of text', { start: '0', end: '1' }],
      ['of what JSON has no number for', { start: null, end: Number.NaN }],
    ])('%s is refused', async (_, span) => {
      expect(await read(span)).toMatchObject({ success: false, code: 'invalid-input' })
    })
    it('of five years less a day, and of a moment, is read', async () => {
      expect(await read({ start, end: year(5) - 86_400_000 })).toMatchObject({ success: true })
      expect(await read({ start, end: start })).toMatchObject({ success: true, activities: [] })
    })
  })

  describe('a private address', () => {
    const findAddress = async (own = token) =>
      (await world.ask(a, 'get_calendar_feed', {}, { token: own })).address
    const renew = async (own = token) => {
      await world.request(a, 'renew_calendar_feed', {}, { token: own })
      const address = await findAddress(own)
      if (address == null) throw new Error('there is no address')
      return address
    }
    const toCode = (address: string) => /\/calendar\/([0-9a-f]{40})\.ics/.exec(address)?.[1] ?? ''
    const follow = async (code: string, club = a) => world.ask(club, 'read_calendar_feed', { code })

    it('is there once it was asked for, and shows the activities in UTC', async () => {
      const other = await world.signIn(a, 'moderator')
      expect(await findAddress(other)).toBeNull()
      const today = findDay(world.now(), a.timeZone)
      const day = addDays(today, 3)
      await add(
        a,
        { date: day, title: 'Meeting; with, marks', description: 'Line 1\nLine 2' },
        { date: day, title: 'Night', start: '22:00', end: '01:00' },
        { date: addDays(today, -400), title: 'Long past' },
      )
      await add(b, { date: day, title: 'Of the other club' })
      const code = toCode(await renew(other))
      const { file = '' } = await follow(code)
      const stamp = (instant: number) =>
        new Date(instant)
          .toISOString()
          .replace(/\.\d+Z$/, 'Z')
          .replace(/[-:]/g, '')
      expect(file).toContain('BEGIN:VCALENDAR\r\n')
      expect(file).toContain('SUMMARY:Meeting\\; with\\, marks\r\nDESCRIPTION:Line 1\\nLine 2\r\n')
      expect(file).toContain(`DTSTART:${stamp(at(day, '19:00'))}\r\nDTEND:${stamp(at(day, '21:00'))}`)
      expect(file).toContain(`DTEND:${stamp(at(addDays(day, 1), '01:00'))}`)
      expect(file).not.toContain('Long past')
      expect(file).not.toContain('Of the other club')
      expect(file.match(/^UID:/gm)).toHaveLength(2)
      // the same text while nothing changes, so that a calendar need not read it again
      world.pass(60_000)
      expect((await follow(code)).file).toBe(file)
    })

    it('ends with a new one, and each member has their own', async () => {
      const first = toCode(await renew())
      const others = toCode(await renew(await world.signIn(a, 'parent')))
      const second = toCode(await renew())
      expect(new Set([first, others, second]).size).toBe(3)
      expect(await follow(first)).toMatchObject({ success: false, code: 'calendar-not-found' })
      expect(await follow(second)).toMatchObject({ success: true })
      expect(await follow(others)).toMatchObject({ success: true })
      expect(await follow(second, b)).toMatchObject({ success: false, code: 'calendar-not-found' })
    })

    it('a renewal with the same key is one', async () => {
      const key = crypto.randomUUID()
      await world.request(a, 'renew_calendar_feed', { key }, { token })
      const address = await findAddress()
      await world.request(a, 'renew_calendar_feed', { key }, { token })
      expect(await findAddress()).toBe(address)
    })

    it.each([
      ['has expired', (today: string) => ({ expires_on: today })],
      ['is suspended', (_: string, now: Date) => ({ suspended_at: now })],
      ['is deleted', (_: string, now: Date) => ({ deleted_at: now })],
    ])('answers nobody while its member %s', async (_, toChange) => {
      const code = toCode(await renew())
      const { id } = a.people.member
      const set = (values: Record<string, unknown>) => world.changeRows(a, 'member', { id }, values)
      const before = await world.getRow(a, 'member', { id }, ['expires_on', 'suspended_at', 'deleted_at'])
      await set(toChange(findDay(world.now(), a.timeZone), new Date(world.now())))
      expect(await follow(code)).toMatchObject({ success: false, code: 'calendar-not-found' })
      await set(before)
      expect(await follow(code)).toMatchObject({ success: true })
    })

    it('cannot be found by trying', async () => {
      const codes = ['', '%', `' or 1=1 --`, '0'.repeat(40), 'x'.repeat(65)]
      for (const code of codes) expect((await follow(code)).success).toBe(false)
      let answer = await follow('1'.repeat(40))
      for (let turn = 0; turn < 100 && answer.code === 'calendar-not-found'; turn++) {
        answer = await follow('1'.repeat(40))
      }
      expect(answer.code).toBe('too-many-requests')
    })
  })
})

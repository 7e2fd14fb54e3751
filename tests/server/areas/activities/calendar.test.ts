import { beforeAll, expect, it } from 'vitest'
import { findDay } from '../../../../src/domain/day.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { setUpWorld } from '../../../support/database/setUp.ts'

describeOnEachEngine('the address of a calendar', (engine) => {
  const world = setUpWorld(engine)
  let path = ''
  beforeAll(async () => {
    const { a } = world.clubs
    const caller = world.callerOf(a, await world.signIn(a, 'member'))
    await caller.call('renew_calendar_feed', {})
    const { address } = await caller.call('get_calendar_feed', {})
    const url = new URL(address ?? '')
    path = `${url.pathname}${url.search}`
  })

  const get = (at: string, headers: Record<string, string> = {}) => world.send(at, { headers })

  it('gives an iCalendar file that is private, and nothing where it is known already', async () => {
    const { a } = world.clubs
    await world.insertRow(a, 'activity', {
      activity_on: findDay(world.now(), a.timeZone),
      start_time: '19:00',
      end_time: '21:00',
      title: 'Meeting',
    })
    const { status, text, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(text).toContain('SUMMARY:Meeting\r\n')
    const again = await get(path, { 'if-none-match': String(headers.etag) })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('is not found with any other club, code or name', async () => {
    const { b } = world.clubs
    for (const other of [
      path.replace(/subdomain=.*/, `subdomain=${b.slug}`),
      path.replace(/subdomain=.*/, 'subdomain=nobody'),
      path.replace(/calendar\/[0-9a-f]/, 'calendar/g'),
      path.replace('.ics', ''),
      path.replace('.ics', '.ics/more'),
      path.replace(/[0-9a-f]{40}/, 'a'.repeat(4000)),
    ]) {
      expect({ other, status: (await get(other)).status }).toEqual({ other, status: 404 })
    }
  })

  it('is in no line of the log', async () => {
    await get(path)
    const code = /calendar\/([0-9a-f]+)/.exec(path)?.[1] ?? ''
    expect(code).toHaveLength(40)
    const lines = world.lines().map((line) => JSON.stringify(line))
    expect(lines.some((line) => line.includes('/calendar/<code>'))).toBe(true)
    expect(lines.filter((line) => line.includes(code))).toEqual([])
  })
})

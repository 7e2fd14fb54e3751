// The demo clubs have what a first look needs, on any day.
import { readdirSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDemoClubs } from '../../demo/clubs.ts'
import { MAP_HEIGHT, MAP_WIDTH, toBounds, toPlacement } from '../../src/app/map/space.ts'
import { addDays, findDay } from '../../src/domain/day.ts'
import { findMapOfPlace } from '../../src/domain/stall.ts'
import { type ClubFile, clubFile } from '../../src/server/assembly/clubFile.ts'
import { crossCheck } from '../../src/server/clubFile/crossCheck.ts'
import { readRecords } from '../../src/server/clubFile/read.ts'

const demoDir = join(import.meta.dirname, '../../demo')
const summerNoon = Date.parse('2026-07-15T16:00:00Z')

/**
 * Hours around the end of a day, clock changes, the end of a year and the end of February, and every ninth
 * day.
 */
const moments: readonly number[] = [
  '2026-03-08T06:59:00Z', // clocks go forward in New York at 07:00Z
  '2026-03-08T07:00:00Z',
  '2026-03-08T10:00:00Z', // and in Los Angeles
  '2026-11-01T05:59:00Z', // clocks go back
  '2026-11-01T06:00:00Z',
  '2026-11-01T09:00:00Z',
  '2026-10-31T23:30:00Z',
  '2026-12-31T23:59:00Z',
  '2027-01-01T04:59:00Z', // the last minute of the year in New York
  '2027-01-01T05:00:00Z',
  '2027-01-01T08:00:00Z',
  '2028-02-28T12:00:00Z',
  '2028-02-29T04:59:00Z',
]
  .map((text) => Date.parse(text))
  .concat(Array.from({ length: 90 }, (_, at) => summerNoon + at * (9 * 24 + 1) * 3_600_000))

function makeAt(now: number): [main: ClubFile, second: ClubFile] {
  const [main, second, ...others] = readDemoClubs((zone) => findDay(now, zone))
  if (main === undefined || second === undefined || others.length > 0) throw new Error('not two clubs')
  return [main, second]
}

function findShow(club: ClubFile) {
  const show = club.events?.[0]
  if (show === undefined) throw new Error('the club has no event')
  return show
}

function isOpen(now: number, from: string | undefined, until: string | undefined): boolean {
  return from !== undefined && until !== undefined && Date.parse(from) <= now && now < Date.parse(until)
}

const [main, second] = makeAt(summerNoon)
const show = findShow(main)
const parsedShow = clubFile.schema.parse(main).events[0]

describe('the demo clubs', () => {
  it('are club files without a fault, on every day', () => {
    for (const now of moments) {
      for (const club of makeAt(now)) {
        const read = readRecords(clubFile, JSON.parse(JSON.stringify(club)))
        expect([...read.faults, ...crossCheck(read)], new Date(now).toISOString()).toEqual([])
        expect(clubFile.schema.safeParse(club).success).toBe(true)
      }
    }
  })

  it('have a membership until the end of March, which ends then', () => {
    const junior = main.memberTypes?.find(({ description }) => description?.includes('end of March'))
    expect(addDays(junior?.anniversaryDate ?? '', -1)).toMatch(/-03-31$/)
  })

  it('are the same for the same day', () => {
    expect(makeAt(summerNoon)).toEqual(makeAt(summerNoon))
  })

  it('keep the names of all their records when they are made on another day', () => {
    const listRefs = (now: number) =>
      makeAt(now).map((club) =>
        readRecords(clubFile, JSON.parse(JSON.stringify(club))).records.map(({ ref }) => ref),
      )
    expect(listRefs(summerNoon + 200 * 86_400_000)).toEqual(listRefs(summerNoon))
  })

  it('name only pictures and files that are there, which are small together', async () => {
    const named = new Set(JSON.stringify([main, second]).match(/"(?:pictures|files)\/[^"]+"/g))
    expect(named.size).toBeGreaterThan(50)
    for (const quoted of named) {
      const path = quoted.slice(1, -1)
      expect((await stat(join(demoDir, path))).size, path).toBeGreaterThan(0)
    }
    const folder = join(demoDir, 'pictures')
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThan(3 * 2 ** 20)
  })

  it('have members in every role, with passwords that a person may choose', () => {
    const members = new Map(main.members?.map((member) => [member.ref, member]))
    const officers = ['owner', 'secretary', 'treasurer', 'show-manager']
    for (const role of ['member', 'moderator', 'expired', 'no-password', 'parent', 'child', ...officers]) {
      const { password } = members.get(role) ?? {}
      expect(password === undefined, role).toBe(role === 'no-password')
      // 8 characters, with an upper and a lower case letter, a number and a special character
      if (password !== undefined)
        expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z\d]).{8,}$/)
    }
    const today = findDay(summerNoon, main.club.timeZone)
    expect(members.get('expired')?.expiration?.localeCompare(today)).toBe(-1)
    expect(members.get('member')?.expiration?.localeCompare(today)).toBe(1)
    expect(members.get('child')?.parent).toBe('parent')
  })

  it('have a topic with posts of several members, files and a store with something sold out', () => {
    const writers = new Map<string, Set<string>>()
    for (const { topic = '', member } of main.posts ?? []) {
      writers.set(topic, (writers.get(topic) ?? new Set()).add(member))
    }
    expect(Math.max(...[...writers].map(([topic, of]) => (topic === '' ? 0 : of.size)))).toBeGreaterThan(1)
    expect(main.files?.length).toBeGreaterThan(0)
    const stock = main.products?.flatMap(({ inventories }) => inventories ?? []) ?? []
    expect(stock.some(({ quantity }) => quantity === 0)).toBe(true)
    expect(stock.some(({ quantity }) => quantity > 0)).toBe(true)
  })

  it('say nothing that is wrong in another season or on another day of the week', () => {
    const texts = [main, second].map(({ events, activities, posts, files }) => [
      events,
      activities,
      posts,
      files,
    ])
    expect(JSON.stringify(texts)).not.toMatch(/\b(?:autumn|winter|spring|summer|weekend|saturday|sunday)\b/i)
  })

  it('have telephone numbers that belong to nobody', () => {
    const numbers = JSON.stringify([main, second]).match(/"(?:phone|longCode)":"[^"]*"/g) ?? []
    expect(numbers.length).toBeGreaterThan(100)
    for (const number of numbers) expect(number).toMatch(/:"(?:\+1)?55555501\d\d"$/)
  })

  it('have a year around the show: one before, two announced, a draft, and a dozen activities', () => {
    const today = findDay(summerNoon, main.club.timeZone)
    const days = (main.events ?? []).map(({ startDate, published = true }) => ({ startDate, published }))
    expect(days.filter(({ startDate }) => startDate < addDays(today, -300))).toHaveLength(1)
    const later = days.filter(({ startDate }) => startDate > today)
    expect(later.map(({ published }) => published)).toEqual([true, true, false])
    expect(later.some(({ startDate, published }) => published && startDate > addDays(today, 85))).toBe(true)
    const dates = (main.activities ?? []).map(({ date }) => date)
    expect(dates.length).toBeGreaterThanOrEqual(12)
    expect(new Set(dates.map((date) => date.slice(0, 7))).size).toBeGreaterThanOrEqual(10)
  })

  it('hold a second club with an event and a home page of its own, in another zone', () => {
    expect(second.club.timeZone).not.toBe(main.club.timeZone)
    expect(second.events?.length).toBeGreaterThan(0)
    const home = second.pages?.find(({ ref }) => ref === second.club.homePage)
    const types = home?.content.sections.flatMap(({ elements }) => elements.map(({ type }) => type))
    expect(new Set(types)).toEqual(new Set(['text', 'image']))
  })
})

describe('the demo show', () => {
  it('is on today and tomorrow with every window open, whenever the demo is made', () => {
    for (const now of moments) {
      const [club] = makeAt(now)
      const event = findShow(club)
      const told = new Date(now).toISOString()
      const today = findDay(now, club.club.timeZone)
      expect([event.startDate, event.endDate], told).toEqual([today, addDays(today, 1)])
      expect(
        event.schedule?.map(({ date }) => date),
        told,
      ).toEqual([today, addDays(today, 1)])
      expect(isOpen(now, event.votingStart, event.votingEnd), told).toBe(true)
      expect(isOpen(now, event.reg_startdate, event.reg_enddate), told).toBe(true)
      expect(isOpen(now, event.workerStartDate, event.workerEndDate), told).toBe(true)
      for (const { startdate, enddate } of event.tickets ?? [])
        expect(isOpen(now, startdate, enddate)).toBe(true)
      const sold = event.maps?.filter(({ available }) => available === true) ?? []
      expect(sold).toHaveLength(1)
      for (const map of sold) expect(isOpen(now, map.availableStartdate, map.availableEnddate)).toBe(true)
    }
  })

  it('is judged and voted on, and is no test', () => {
    expect([parsedShow?.voting, parsedShow?.testMode, parsedShow?.published]).toEqual([2, false, true])
  })

  it('has as much of everything as the first look needs', () => {
    expect(show.vendors).toHaveLength(60)
    expect(show.schedule?.flatMap(({ entries }) => entries)).toHaveLength(40)
    expect(show.classes).toHaveLength(12)
    expect(show.entries).toHaveLength(250)
    expect(show.judgingForms).toHaveLength(2)
    expect(show.voters).toHaveLength(50)
    expect(show.voters?.filter(({ votedAt }) => votedAt !== undefined)).toEqual([])
    expect(show.entries?.filter(({ picture }) => picture !== undefined).length).toBeGreaterThanOrEqual(60)
    const shares = parsedShow?.shiftSchedules.map(({ shareType }) => shareType)
    expect(shares).toEqual(expect.arrayContaining([2, 3]))
  })

  it('has one thing that is cancelled, and places that lead to each of its maps', () => {
    const entries = show.schedule?.flatMap((day) => day.entries) ?? []
    expect(entries.filter(({ cancelled }) => cancelled === true)).toHaveLength(1)
    const maps = (show.maps ?? []).map(({ label }, id) => ({ id, label }))
    const found = new Set(entries.map(({ place }) => findMapOfPlace(place, maps)?.label))
    expect(found).toEqual(new Set([...maps.map(({ label }) => label), undefined]))
    const swap = entries.filter(({ label }) => label === 'Swap meet')
    expect(new Set(swap.map(({ place }) => place))).toEqual(new Set(['Swap meet, south field']))
  })

  it('gives two votes for each class, and its messages leave dates and labels to the screen', () => {
    expect(show.votesPerClass).toBe(2)
    expect(show.participantMessage).toContain('{end_date}')
    expect(show.ticketMessage).toContain('{ticket_label}')
    expect(show.workerMessage).toContain('{end_date}')
  })

  it('has judges with telephones, the first free to use every form', () => {
    expect(show.judges?.length).toBeGreaterThanOrEqual(4)
    expect(show.judges?.[0]?.form).toBeUndefined()
    expect(show.judges?.some(({ form }) => form !== undefined)).toBe(true)
    for (const { phone } of show.judges ?? []) expect(phone).toMatch(/55501\d\d$/)
  })

  it('has a form whose scores are given with keys and one with a range too wide for them', () => {
    const ranges = show.judgingForms?.map(({ criteria }) =>
      Math.max(...(criteria ?? []).map(({ minScore, maxScore }) => maxScore - minScore + 1)),
    )
    expect(ranges?.some((widest) => widest <= 11)).toBe(true)
    expect(ranges?.some((widest) => widest > 11)).toBe(true)
  })

  it('gives each car a number of at most four digits that begins with its class, once', () => {
    const numbers = show.entries?.map(({ number }) => number) ?? []
    expect(new Set(numbers).size).toBe(numbers.length)
    const classes = new Set(show.classes?.map(({ number }) => number))
    for (const { number, carClass } of show.entries ?? []) {
      expect(number).toMatch(/^\d{1,4}$/)
      expect(number.startsWith(String(carClass))).toBe(true)
      expect(classes.has(carClass)).toBe(true)
    }
  })

  it('has three maps with every space on the sheet: a large one, and one with free paid spaces', () => {
    const maps = show.maps ?? []
    expect(maps).toHaveLength(3)
    expect(Math.max(...maps.map(({ elements }) => elements?.length ?? 0))).toBeGreaterThan(300)
    for (const { elements = [] } of maps) {
      for (const { ref, shape, x, y, w, h, a = 0 } of elements) {
        const { left, top, right, bottom } = toBounds(toPlacement({ shape, x, y, w, h, a }))
        expect(left >= 0 && top >= 0 && right <= MAP_WIDTH && bottom <= MAP_HEIGHT, ref).toBe(true)
      }
    }
    const sold = maps.find(({ available }) => available === true)
    const taken = new Set(sold?.reservations?.map(({ element }) => element))
    const free = (sold?.elements ?? []).filter(
      ({ ref, available, cost = 0 }) => available !== false && cost > 0 && !taken.has(ref),
    )
    expect(free.length).toBeGreaterThanOrEqual(80)
    expect(taken.size).toBeGreaterThan(0)
  })
})

// An officer imports a schedule: sees first what would change, imports it twice, and loses nothing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeRows } from '../../../support/database/rows.ts'

describeOnEachEngine('the schedule from a file', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  const rows = () => makeRows(world.database)
  let first: string

  beforeAll(async () => {
    const { event } = await world.callerOf(club).call('get_event', { event: club.show.id })
    first = event.startDate
  })

  function importFile(text: string | Uint8Array, ...args: string[]) {
    const path = join(folder, 'schedule.csv')
    writeFileSync(path, text)
    return run('schedule', club.show.id, '--from', path, ...args)
  }

  async function readPack() {
    const { schedule = [], version } = await world
      .callerOf(club)
      .call('get_event_pack', { eventId: club.show.id })
    return { version, schedule }
  }

  const read = async () =>
    (await readPack()).schedule.flatMap(({ date, entries }) =>
      entries.map(
        ({ id, startTime, endTime, startsNextDay, label, place }) =>
          `${id} ${date} ${startTime}-${endTime}${startsNextDay ? '+' : ''} ${label} @${place ?? ''}`,
      ),
    )

  const calendar = (gatesAt: string) => {
    const [day, next] = [first, addDays(first, 1)].map((date) => date.replaceAll('-', ''))
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
    return [
      'BEGIN:VCALENDAR',
      ...event(
        'UID:entry@club',
        `DTSTART:${day}T${gatesAt}00`,
        'DURATION:PT1H',
        'SUMMARY:Tea',
        'LOCATION:Gate 2',
      ),
      ...event('UID:band', `DTSTART:${day}T233000`, `DTEND:${next}T003000`, 'SUMMARY:Band'),
      ...event('UID:late', `DTSTART:${next}T003000`, 'DURATION:PT1H', 'SUMMARY:Karaoke'),
      'END:VCALENDAR',
    ].join('\r\n')
  }

  it('shows what would change, does it with --yes, and a second time changes nothing', async () => {
    const before = await readPack()
    const shown = await importFile(calendar('0800'))
    expect(shown.code).toBe(1)
    expect(shown.text).toContain('New (3):')
    expect(shown.text).toMatch(/8:00 AM to 9:00 AM, Tea, Gate 2\n/)
    expect(shown.text).toMatch(/12:30 AM to 1:30 AM, after midnight, Karaoke\n/)
    expect(shown.text).toContain('Nothing was changed. The same command with --yes does it.')
    const dry = await importFile(calendar('0800'), '--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.text).toContain('New (3):')
    expect(dry.text).toMatch(/\nDry run, nothing was changed\.\n$/)
    expect(await readPack()).toEqual(before)
    expect(await importFile(calendar('0800'), '--dry-run', '--yes')).toMatchObject({
      code: 2,
      text: expect.stringContaining('--dry-run does not go with --yes.'),
    })

    expect(await importFile(calendar('0800'), '--yes')).toMatchObject({ code: 0 })
    const after = await readPack()
    expect(after.version).not.toBe(before.version)
    const kept = before.schedule.flatMap(({ entries }) => entries.map(({ id }) => id))
    const lines = await read()
    expect(lines).toEqual(
      expect.arrayContaining([
        `entry@club ${first} 08:00-09:00 Tea @Gate 2`,
        `band ${first} 23:30-00:30 Band @`,
        `late ${first} 00:30-01:30+ Karaoke @`,
      ]),
    )
    expect(lines).toHaveLength(kept.length + 3)
    const again = await importFile(calendar('0800'), '--yes')
    expect(again).toMatchObject({ code: 0 })
    expect(again.text).toContain('The schedule has all of it already. Nothing was changed.')
    expect(await readPack()).toEqual(after)
  })

  it('an entry that moved is changed and not doubled, and what is missing goes only with --prune', async () => {
    const count = (await read()).length
    expect((await importFile(calendar('0930'), '--yes')).text).toContain('Changed (1):')
    expect(await read()).toContain(`entry@club ${first} 09:30-10:30 Tea @Gate 2`)
    expect(await read()).toHaveLength(count)

    const table = `Date,Start,End,Title\n${first},10:00 AM,11:00 AM,Tea\n`
    const shown = await importFile(table)
    expect(shown.text).toContain('Changed (1):')
    expect(shown.text).toMatch(/Not in the file, and left as they are \(--prune removes them\) \(\d+\):/)
    await importFile(table, '--yes', '--prune')
    // the table has no column for the place, so it stays, and with it the favourites' id
    expect(await read()).toEqual([`entry@club ${first} 10:00-11:00 Tea @Gate 2`])
    expect((await run('schedule', club.show.id)).text).toMatch(
      /10:00 AM to 11:00 AM +Tea +Gate 2 +entry@club\n/,
    )
  })

  it('a table without a column for the end, the place or the description leaves those of an entry', async () => {
    const lines = await read()
    const whole = `Ref,Date,Start,End,Title,Place,Description\ncup,${first},11:00 PM,12:30 AM,Cup,Gate 2,Come\n`
    await importFile(whole, '--yes')
    expect(await read()).toEqual([...lines, `cup ${first} 23:00-00:30 Cup @Gate 2`])
    const one = `Ref,Date,Start,Title,Cancelled\ncup,${first},11:00 PM,Cup,yes\n`
    const shown = (await importFile(one, '--yes')).text
    expect(shown).toContain('11:00 PM to 12:30 AM, Cup, Gate 2 (cancelled)\n')
    const { schedule } = await readPack()
    expect(schedule.flatMap(({ entries }) => entries).find(({ id }) => id === 'cup')).toMatchObject({
      ...{ startTime: '23:00', endTime: '00:30', place: 'Gate 2', description: 'Come', cancelled: true },
    })
    // where the start moves, it is as long as before
    await importFile(`Ref,Date,Start,Title\ncup,${first},9:15 PM,Cup\n`, '--yes')
    expect(await read()).toContain(`cup ${first} 21:15-22:45 Cup @Gate 2`)
    // a column that is there says that there is none
    await importFile(`Ref,Date,Start,End,Title\ncup,${first},9:15 PM,,Cup\n`, '--yes')
    expect(await read()).toContain(`cup ${first} 21:15- Cup @Gate 2`)
    await importFile(`Date,Start,Title\n${first},10:00 AM,Tea\n`, '--yes', '--prune')
    expect(await read()).toEqual(lines)
  })

  it('refuses a file with one mistake whole, by line and column', async () => {
    const before = await readPack()
    const text = `Date,Start,Title\n${first},10:00 AM,Fine\n${first},12:30,Lunch\n`
    const refused = await importFile(text, '--yes')
    expect(refused.code).toBe(1)
    expect(refused.text).toContain("  line 3, Start: '12:30' could be in the morning or in the evening.")
    expect(refused.text).toContain('Nothing was changed.')
    expect(await readPack()).toEqual(before)
    expect(await run('schedule', club.show.id, '--prune')).toMatchObject({ code: 2 })
    expect(await importFile(calendar('0800'), '--dates', 'day-first')).toMatchObject({ code: 2 })
    expect(await importFile('Date,Start,Title\n')).toMatchObject({ code: 1 })
  })

  it('a table with alike entries at several places doubles none, however often it comes', async () => {
    const rows = ['Gate 1', 'Gate 2', 'Gate 3'].map((place) => `${first},9:00 AM,10:00 AM,Shuttle,${place}`)
    const text = (lines: readonly string[]) => `Date,Start,End,Title,Place\n${lines.join('\n')}\n`
    await importFile(text(rows), '--yes', '--prune')
    const once = await read()
    expect(once).toHaveLength(3)
    for (const args of [['--yes'], ['--yes', '--prune']]) {
      expect((await importFile(text(rows), ...args)).text).toContain('Nothing was changed.')
      expect((await importFile(text(rows.toReversed()), ...args)).text).toContain('Nothing was changed.')
    }
    expect(await read()).toEqual(once)
    const moved = await importFile(text(rows.map((row) => row.replace('9:00', '9:30'))), '--yes')
    expect(moved.text).toContain('Changed (3):')
    expect((await read()).map((line) => line.split(' ')[0])).toEqual(once.map((line) => line.split(' ')[0]))

    const before = await readPack()
    expect(await importFile(text([rows[0] ?? '', ...rows]), '--yes')).toEqual({
      code: 1,
      text: expect.stringContaining('  line 3: says the same as line 2. Remove one of them.\n'),
    })
    const twice = `Ref,Date,Start,Title\ng1,${first},9:00 AM,A\ng1,${first},9:00 AM,B\n`
    expect((await importFile(twice, '--yes')).text).toContain(
      "  line 3, Ref: 'g1' is the ref of line 2 too. Give each entry its own.\n",
    )
    expect(await readPack()).toEqual(before)
    expect(await run('schedule', club.show.id, '--dates', 'day-first')).toMatchObject({
      code: 2,
      text: expect.stringContaining('--dates needs --from.'),
    })
  })

  it('of a calendar the rest is taken, and --prune removes nothing that it does not understand', async () => {
    const day = first.replaceAll('-', '')
    const toEvent = (uid: string, title: string, ...lines: string[]) =>
      ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, ...lines, 'END:VEVENT'].join('\n')
    const at = (hour: string) => `DTSTART:${day}T${hour}0000`
    const toCalendars = (...events: string[]) =>
      events.map((event) => `BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR\n`).join('')
    const bar = toEvent('bar', 'Bar', at('12'))
    // each in a calendar of its own
    const whole = toCalendars(toEvent('cafe', 'Café', at('10')), toEvent('tea', 'Tea', at('11')), bar)
    await importFile(Buffer.from(whole, 'latin1'), '--yes', '--prune')
    const stored = [`cafe ${first} 10:00- Café @`, `tea ${first} 11:00- Tea @`, `bar ${first} 12:00- Bar @`]
    expect(await read()).toEqual(stored)

    // one with a wrong start, one that is now called by another name and has none, one that is gone
    const odd = toCalendars(
      toEvent('cafe', 'Coffee', 'DTSTART:soon', 'X-RADIUS=5'),
      toEvent('other', 'Tea'),
      toEvent('dinner', 'Dinner', at('18')),
    )
    const shown = await importFile(odd, '--dry-run', '--prune')
    expect(shown.text).toContain(
      [
        '3 things are not understood, and left out:',
        `  line 5, 'Coffee', DTSTART: 'soon' is no time. A time looks like ${day}T140000.`,
        "  line 6: 'X-RADIUS=5' is no line of a calendar. It is left out.",
        "  line 10, 'Tea', DTSTART: is missing. Give the event a start.",
        '',
      ].join('\n'),
    )
    expect(shown.text).toMatch(/Removed, because they are not in the file \(1\):\n.*, Bar\n/)
    expect(shown.text).toMatch(
      /May be what was left out of the file, and left as they are \(2\):\n.*Café\n.*Tea\n/,
    )
    await importFile(odd, '--yes', '--prune')
    expect(await read()).toEqual([...stored.slice(0, 2), `dinner ${first} 18:00- Dinner @`])
  })

  it('--prune spares what the file has and is not taken: a row or an event of another year, or of whole days', async () => {
    const lastYear = addDays(first, -364)
    const rows = (day: string) =>
      `Ref,Date,Start,Title\n,${day},9:00 AM,Parade\nswap,${day},10:00 AM,Swap\n,${first},11:00 AM,Lunch\n`
    await importFile(`${rows(first)},${first},12:00 PM,Gone\n`, '--yes', '--prune')
    const stored = (await read()).filter((line) => !line.includes('Gone'))
    const shown = await importFile(
      rows(lastYear).replace('Swap', 'Meet'),
      ...['--yes', '--prune', '--other-days'],
    )
    expect(shown.text).toContain(`line 2: 'Parade' is on ${lastYear}, which is not a day of the show.`)
    expect(shown.text).toMatch(/Removed, because they are not in the file \(1\):\n.*, Gone\n/)
    expect(shown.text).toMatch(/May be what was left out of the file, .* \(2\):\n.*Parade\n.*Swap\n/)
    expect(await read()).toEqual(stored)

    const toEvent = (uid: string, title: string, start: string) =>
      ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, `DTSTART${start}`, 'END:VEVENT'].join('\n')
    const [day, other] = [first, lastYear].map((date) => date.replaceAll('-', ''))
    const toCalendar = (...events: string[]) => `BEGIN:VCALENDAR\n${events.join('\n')}\nEND:VCALENDAR\n`
    const swapAndParade = [
      toEvent('swap', 'Swap', `:${other}T100000`),
      toEvent('p', 'Parade', `;VALUE=DATE:${day}`),
    ]
    const lunch = toEvent('lunch', 'Lunch', `:${day}T110000`)
    await importFile(toCalendar(...swapAndParade, lunch), '--yes', '--prune')
    expect(await read()).toEqual(stored)
    // last year's lunch is another event than this year's
    await importFile(
      toCalendar(
        ...swapAndParade,
        toEvent('old', 'Lunch', `:${other}T110000`),
        toEvent('tea', 'Tea', `:${day}T150000`),
      ),
      ...['--yes', '--prune', '--other-days'],
    )
    expect(await read()).toEqual([
      ...stored.filter((line) => !line.includes('Lunch')),
      `tea ${first} 15:00- Tea @`,
    ])
  })

  it('a calendar without a description or a place keeps what is stored, and every change is said', async () => {
    const day = first.replaceAll('-', '')
    const toCalendar = (...lines: string[]) =>
      [
        ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:tea', `DTSTART:${day}T150000`, 'SUMMARY:Tea'],
        ...[...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
      ].join('\n')
    const long = `${'Cakes by the ladies of the club. '.repeat(4)}Bring a cup.`
    await importFile(toCalendar('LOCATION:Gate 2', `DESCRIPTION:${long}`), '--yes', '--prune')
    const tea = async () => (await readPack()).schedule.flatMap(({ entries }) => entries)
    const full = await tea()
    expect(full).toMatchObject([{ id: 'tea', place: 'Gate 2', description: long }])

    expect((await importFile(toCalendar(), '--yes', '--prune')).text).toContain('Nothing was changed.')
    expect(await tea()).toEqual(full)

    const changed = await importFile(
      toCalendar('LOCATION:Gate 2', `DESCRIPTION:${long.replace('cup', 'mug')}`),
      '--yes',
    )
    expect(changed.text).toContain(
      [
        ', 3:00 PM, Tea, Gate 2',
        '      its description was: …f the club. Bring a cup.',
        '      its description is now: …f the club. Bring a mug.',
        '',
      ].join('\n'),
    )
    const removed = await importFile(toCalendar('LOCATION:', 'DESCRIPTION:'), '--yes')
    expect(removed.text).toMatch(
      /, Tea, Gate 2\n {6}now .*, Tea\n {6}its description is removed: Cakes by the ladies .*…\n/,
    )
    expect(await tea()).toEqual([expect.not.objectContaining({ place: expect.anything() })])
    expect((await tea())[0]).not.toHaveProperty('description')

    const table = `Date,Start,Title,Notes\n${first},3:00 PM,Tea,`
    expect((await importFile(`${table}Cakes`, '--yes')).text).toContain('its description is new: Cakes\n')
    expect((await importFile(`${table}Cakes and coffee`, '--yes')).text).toContain(
      'its description was: Cakes\n      its description is now: Cakes and coffee\n',
    )
  })

  it('stops where most of the file is of other days, and names the event that has them', async () => {
    const { draft } = club
    const toCalendar = (days: readonly string[]) =>
      [
        'BEGIN:VCALENDAR',
        ...days.flatMap((day, at) => [
          ...['BEGIN:VEVENT', `UID:other-${at}`, `SUMMARY:Talk ${at}`],
          ...[`DTSTART:${day.replaceAll('-', '')}T${String(10 + at)}0000`, 'END:VEVENT'],
        ]),
        ...['END:VCALENDAR', ''],
      ].join('\n')
    const { start_on: day } = await rows().getRow(club, 'event', { id: draft.id })
    const [before, file] = [await read(), toCalendar([first, day, day, day])]
    const stopped = await importFile(file, '--yes', '--prune')
    expect(stopped.code).toBe(1)
    expect(stopped.text).toContain(
      `Most of the file is of other days: 3 of its 4 entries. 3 of them are near event ${draft.id}, `,
    )
    expect(stopped.text).toMatch(/\nNothing was changed\.\n$/)
    expect(await read()).toEqual(before)
    expect(await importFile(file, '--dry-run')).toMatchObject({ code: 0 })
    const table = `Date,Start,Title\n${first},13:00,Here\n${day},13:00,There\n${day},14:00,There too\n`
    expect((await importFile(table, '--yes')).text).toContain('days: 2 of its 3 entries. 2 of them are near')
    expect((await importFile(toCalendar([day]), '--yes')).text).toMatch(
      new RegExp(`The file has no entry of this show\\. 1 of them are near event ${draft.id}, `),
    )
    expect(await importFile(file, '--yes', '--other-days')).toMatchObject({ code: 0 })
    expect(await read()).toHaveLength(before.length + 1)
  })

  it('empties no schedule by a short file, unless the officer says how many entries go', async () => {
    const row = (title: string, at: number) => `${first},${at + 13}:00,${title}\n`
    const table = (titles: readonly string[]) => `Date,Start,Title\n${titles.map(row).join('')}`
    await importFile(table(['A', 'B', 'C', 'D', 'E', 'F', 'G']), '--yes')
    await importFile(table(['A', 'B', 'C', 'D', 'E', 'F', 'G']), '--yes', '--prune', '--removes', '99')
    const before = await read()
    const gone = before.length - 1
    const stopped = await importFile(table(['A']), '--yes', '--prune')
    expect(stopped.code).toBe(1)
    expect(stopped.text).toContain(
      `It would remove ${gone} of the ${before.length} entries of the schedule. If that is meant, say --removes ${gone}.\n`,
    )
    expect(await importFile(table(['A']), '--yes', '--prune', '--removes', String(gone - 1))).toMatchObject({
      code: 1,
    })
    expect(await read()).toEqual(before)
    expect(await importFile(table(['A']), '--yes', '--prune', '--removes', String(gone))).toMatchObject({
      code: 0,
    })
    expect(await read()).toHaveLength(1)
    expect((await importFile(table(['A']), '--removes', '3')).text).toContain('--removes needs --prune.')
  })

  it('says that phones hear of it only where they do', async () => {
    const { start_on: from, end_on: until } = await rows().getRow(club, 'event', { id: club.show.id })
    const lastWeek = addDays(findDay(world.now(), 'UTC'), -7)
    const text = (day: string, title: string) => `Date,Start,Title\n${day},9:00 AM,${title}\n`
    expect((await importFile(text(first, 'Walk'), '--yes')).text).toContain(
      'those that follow the show get a message',
    )
    const path = join(folder, 'draft.csv')
    const { draft } = club
    writeFileSync(path, text(addDays(first, 299), 'Walk'))
    const { text: said } = await run('schedule', draft.id, '--from', path, '--yes')
    expect(said).toMatch(/The schedule is changed\. The event is not published: nobody hears of it\.\n$/)
    expect(said).not.toContain('hones')
    await rows().changeRows(club, 'event', { id: club.show.id }, { start_on: lastWeek, end_on: lastWeek })
    expect((await importFile(text(lastWeek, 'Stroll'), '--yes')).text).toMatch(
      /The event is over: nobody gets a message\.\n$/,
    )
    await rows().changeRows(club, 'event', { id: club.show.id }, { start_on: from, end_on: until })
  })

  it('names a place that is nearly one of the event', async () => {
    const text = (...places: string[]) =>
      `Date,Start,Title,Place\n${places.map((place, at) => `${first},${at + 1}:00 PM,Tea,${place}`).join('\n')}\n`
    const near = await importFile(
      text('Harbr walk', 'Northfield', 'Harbor walk', 'Gate 2', 'Tent'),
      '--dry-run',
    )
    expect(near.text).toContain(
      [
        'Places that are none of the event, so that no pin leads to them:',
        "  line 2: 'Harbr walk'. Is 'Harbor walk' meant?",
        "  line 3: 'Northfield'. Is 'North field' meant?",
        'Dry run',
      ].join('\n'),
    )
    expect((await importFile(text('"Tent, north field"', 'Field 7'), '--dry-run')).text).not.toContain(
      'meant?',
    )
  })

  it('a day that an import empties goes from the schedule', async () => {
    const next = addDays(first, 1)
    const readDates = async () => (await readPack()).schedule.map(({ date }) => date)
    const table = (...days: string[]) =>
      `Date,Start,Title,Ref\n${days.map((day, at) => `${day},9:00 AM,Drive,drive-${at}`).join('\n')}\n`
    await importFile(table(first, next), '--yes', '--prune')
    expect(await readDates()).toEqual([first, next])
    await importFile(table(first), '--yes', '--prune')
    expect(await readDates()).toEqual([first])
    await importFile(table(next), '--yes')
    expect(await readDates()).toEqual([next])
  })
})

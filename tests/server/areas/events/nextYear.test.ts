// Next year's event is made from last year's with no old day in it, looked at, and shown to everybody.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../../src/server/assembly/clubFile.ts'
import { runClubCommand } from '../../../../src/server/assembly/commands.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../../support/clubs/clubFiles.ts'
import { insertSubmissions } from '../../../support/clubs/submissions.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeRows } from '../../../support/database/rows.ts'

type Show = NonNullable<ClubFile['events']>[number]

describeOnEachEngine("next year's event", (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  const rows = makeRows(database)
  let club: { id: number }
  beforeEach(async () => {
    club = (await runImport(services, folder.write(makeClubFile()))).tenant
  })
  afterEach(() => database.empty())

  async function run(...args: string[]): Promise<{ code: number; text: string }> {
    let text = ''
    const code = await runClubCommand(services, args, (printed) => {
      text += printed
    })
    return { code, text }
  }
  let exports = 0
  const exportAll = () => runExport(services, 'marlow', join(folder.path, `out-${++exports}`, 'club.json'))
  const readEvents = async (): Promise<Show[]> => JSON.parse(await exportAll()).events
  const findId = async (ref: string) => String((await rows.getRow(club, 'event', { ref })).id)
  const copy = async (...options: string[]) => run('event', await findId('show'), '--copy', ...options)

  it('is shown before it is made, and nothing is stored', async () => {
    const before = await exportAll()
    const shown = await copy('--dry-run')
    expect(shown.code).toBe(0)
    expect(shown.text).toContain(
      'Marlow Show, Jun 12, 2026 to Jun 13, 2026,\nas Marlow Show, Jun 11, 2027 to Jun 12, 2027 (ref show-2027-06-11, not published).',
    )
    expect(shown.text).toContain('Copied, all days and times 364 days later:')
    expect(shown.text).toMatch(
      /Prices, copied as they are, and when it will be sold:\n {2}Registration of a car: \$35\.00, from Dec 31, 2026, 12:00 AM to Jun 12, 2027, 6:00 PM\n {2}Weekend: \$12\.00, from /,
    )
    expect(shown.text).toMatch(
      /^Times:\n {2}The gates open: .*\n(?: {2}.*\n)* {2}Shift: Jun 11, 2027, 7:30 AM, \d+ volunteers?\n/m,
    )
    expect(shown.text).toMatch(
      /Never copied:\n {2}.*3 cars.*2 vendors.*2 taken spaces.*\n {2}what was sold, links, votes/,
    )
    expect(shown.text).not.toContain('weekdays')
    expect((await copy()).code).toBe(1)
    expect(await exportAll()).toBe(before)
  })

  it('has everything of last year but its people, and no old day', async () => {
    const [before] = await readEvents()
    const made = await copy('--yes', '--name', 'Marlow Show XII', '--ref', 'xii')
    expect(made).toMatchObject({ code: 0 })
    expect(made.text).toMatch(/It is event \d+, and nobody sees it yet\./)
    const [show, next] = await readEvents()
    expect(show).toEqual(before)
    expect(next).toMatchObject({
      ...{
        ref: 'xii',
        name: 'Marlow Show XII',
        published: false,
        startDate: '2027-06-11',
        endDate: '2027-06-12',
      },
      // the same times by the clock of the show
      reg_startdate: '2026-12-31T00:00:00-06:00',
      reg_enddate: '2027-06-12T18:00:00-05:00',
      images: before?.images,
      place: 'Fairground',
      registrationOptions: before?.registrationOptions,
    })
    expect(next?.schedule?.map(({ date }) => date)).toEqual(['2027-06-11'])
    expect(next?.classes?.map(({ number }) => number)).toEqual(before?.classes?.map(({ number }) => number))
    const [map] = next?.maps ?? []
    expect(map?.elements).toHaveLength(3)
    expect(map?.backgroundImage).toBe(before?.maps?.[0]?.backgroundImage)
    for (const list of ['entries', 'vendors', 'voters'] as const) expect(next?.[list]).toBeUndefined()
    expect(map?.reservations).toBeUndefined()
    const text = JSON.stringify({ ...next, description: '', agreement: '', viewerNotes: '' })
    expect(text).not.toMatch(/2026-(?!12-3[01])/)
    const placed = next?.places?.find(({ map: on }) => on !== undefined)
    expect(next?.maps?.map(({ ref }) => ref)).toContain(placed?.map)
    const refs = new Set(next?.maps?.map(({ ref }) => ref))
    expect(before?.maps?.some(({ ref }) => refs.has(ref))).toBe(false)
  })

  it('stays when the file of last year is imported again and pruned, and is not made twice', async () => {
    await copy('--yes')
    const before = await exportAll()
    const again = await copy('--yes')
    expect(again.code).toBe(1)
    expect(again.text).toMatch(/^There is an event with the ref show-2027-06-11 already: \d+, Marlow Show\./)
    expect((await copy('--yes', '--ref', 'other')).text).toMatch(
      /^There is an event Marlow Show on this day already: \d+\./,
    )
    expect((await copy('--yes', '--start', '2026-06-12')).text).toContain(
      'Jun 12, 2026 is today, and a copy begins on a later day.',
    )
    expect((await copy('--yes', '--start', '2026-06-11')).text).toContain('Jun 11, 2026 is over.')
    expect((await copy('--yes', '--start', '2207-06-11')).text).toContain(
      'Jun 11, 2207 is more than 3 years away. Nothing was changed.',
    )
    const pruned = await runImport(services, folder.write(makeClubFile()), { prune: true })
    expect(pruned).toMatchObject({ changed: 0, removed: 0 })
    expect(await exportAll()).toBe(before)
    expect((await copy('--start', '2028-06-10', '--dry-run')).text).toContain(
      'The weekdays are other ones.\n',
    )
  })

  it('is published with what is missing said first, and members hear of it once', async () => {
    await copy('--yes')
    const id = await findId('show-2027-06-11')
    expect((await run('schedule', id)).text).toContain('Gates open')
    const asked = await run('event', id, '--publish')
    expect(asked.code).toBe(1)
    expect(asked.text).toMatch(/^Event \d+: Marlow Show, Jun 11, 2027 to Jun 12, 2027\.$/m)
    expect(asked.text).toMatch(/^Prices, and when it is sold:\n/m)
    expect(asked.text).toContain('2 members would hear of the new event within some minutes.\n')
    expect(await rows.listRows(club, 'alert')).toEqual([])
    await rows.changeRows(club, 'event', { ref: 'show-2027-06-11' }, { place: '', voting: 1 })
    expect((await run('event', id, '--publish', '--dry-run')).text).toMatch(
      /^Missing:\n {2}the place \(place\)\n {2}what who registers.*\n {2}ballots: 'voters EVENT --create N' makes them\n/m,
    )
    expect((await run('event', id, '--publish', '--yes')).text).toContain('Marlow Show is published.\n')
    expect(await rows.listRows(club, 'alert')).toMatchObject([{ topic: 'event' }])
    expect((await run('event', id, '--publish', '--yes')).text).toContain('is published already')
  })

  it('names what says a day in words, wherever it stands', async () => {
    const file = makeClubFile()
    const [show] = file.events ?? []
    const texts = {
      description: 'On 30 November and 1 December.',
      agreement: 'Enter before Dec. 2nd, or by 11/30/26, for $20.',
      viewerNotes: 'Abierto el 12 de junio.',
      ticketMessage: "May the best car win: 2 gates. Sat: the '26 plaque, Nov 29th. El lunes no.",
    }
    Object.assign(show ?? {}, texts)
    const [day] = show?.schedule ?? []
    Object.assign(day?.entries[0] ?? {}, { label: 'Opening 2026' })
    // of the cars, not of the show
    Object.assign(show?.classes?.[0] ?? {}, { description: 'American cars from 1946 to 1964' })
    Object.assign(show?.registrationOptions?.[0] ?? {}, { label: 'Dash plaque 2026' })
    await runImport(services, folder.write(file), { overwrite: true })
    const { text } = await copy('--dry-run')
    const [, said = ''] =
      /Texts that say a day or a price, copied as they are:\n((?: {2}.*\n)*)/.exec(text) ?? []
    expect(said.split('\n').map((line) => line.trim())).toEqual([
      'description: 30 November, 1 December',
      'agreement: Dec. 2nd, 11/30/26, $20',
      'registrationOptions[0].label: 2026',
      "ticketMessage: '26, Nov 29th",
      'schedule[0].entries[0].label: 2026',
      'viewerNotes: 12 de junio',
      '',
    ])
    expect((await copy('--dry-run', '--start', '2027-06-12')).text).toContain('  schedule[0].label: Friday\n')
    await copy('--yes')
    const asked = await run('event', await findId('show-2027-06-11'), '--publish', '--dry-run')
    const [, asks = ''] =
      /Texts that say a day or a price \(are they right\?\):\n((?: {2}.*\n)*)/.exec(asked.text) ?? []
    // all that the copy has named, and the days of the week, whatever they were
    for (const line of [...said.split('\n').filter((each) => !each.includes('ticketMessage'))]) {
      expect(asks).toContain(line)
    }
    expect(asks).toContain("  ticketMessage: Sat, '26, Nov 29th, lunes\n")
    expect(asks).toContain('  schedule[0].label: Friday\n')
    // last year's entries are still there, at the same times
    expect(asked.text).toMatch(
      /^LAST YEAR'S SCHEDULE: \d+ entr(?:y is|ies are) still as in Marlow Show\. 'schedule \d+ --from FILE --prune' brings/m,
    )
  })

  it("says when its day is near, when there is one already, and when last year's schedule is gone", async () => {
    const plain = (await copy('--yes')).text
    expect(plain).not.toMatch(/HALF A YEAR|A COPY ALREADY/)
    const id = await findId('show-2027-06-11')
    const second = (await copy('--start', '2027-06-18', '--ref', 'other', '--name', 'Other', '--dry-run'))
      .text
    expect(second).toContain(
      `A COPY ALREADY? There is event ${id}, Marlow Show, Jun 11, 2027 to Jun 12, 2027.\n`,
    )
    expect((await copy('--start', '2026-07-10', '--dry-run')).text).toContain(
      'LESS THAN HALF A YEAR AWAY: it begins 28 days later than Marlow Show.\n',
    )
    const publish = async () => (await run('event', id, '--publish', '--dry-run')).text
    expect(await publish()).toContain("LAST YEAR'S SCHEDULE")
    const { schedule } = (await rows.getRow(club, 'event', { id: Number(id) })) as unknown as {
      schedule: { date: string }[]
    }
    // the same entries a day later are this year's
    const later = schedule.map((day) => ({ ...day, date: '2027-06-12' }))
    await rows.changeRows(club, 'event', { id: Number(id) }, { schedule: JSON.stringify(later) })
    expect(await publish()).not.toContain("LAST YEAR'S SCHEDULE")
  })

  it('is removed again, as long as nobody has seen it or has something of it', async () => {
    const before = await exportAll()
    await copy('--yes')
    const id = await findId('show-2027-06-11')
    expect((await run('event', id, '--remove')).code).toBe(1)
    expect((await run('event', id, '--remove', '--dry-run')).text).toContain(
      `It would remove event ${id}, Marlow Show`,
    )
    const [, next] = await readEvents()
    expect(next?.ref).toBe('show-2027-06-11')
    expect((await run('event', id, '--remove', '--yes')).code).toBe(0)
    expect(await exportAll()).toBe(before)
    expect((await run('event', await findId('show'), '--remove', '--yes')).text).toContain('is published')
    await database.inTenant(club.id, (tx) => insertSubmissions(tx))
    await rows.changeRows(club, 'event', { ref: 'show' }, { published: false })
    expect((await run('event', await findId('show'), '--remove', '--yes')).text).toMatch(
      /^People have \d+ things of/,
    )
  })

  it('is hidden again as long as nobody has anything of it, and is listed with its days', async () => {
    await copy('--yes')
    const id = await findId('show-2027-06-11')
    expect((await run('events')).text).toMatch(
      new RegExp(
        `^ *EVENT  Title .*\\n *\\d+  Marlow Show +Jun 12, 2026 to Jun 13, 2026 +published\\n *${id}  Marlow Show +Jun 11, 2027 to Jun 12, 2027 +not published\\n2 events\\.`,
      ),
    )
    expect((await run('event', id)).text).toMatch(
      /^Marlow Show, Jun 11, 2027 to Jun 12, 2027 \(not published\)\nCars are registered from Dec 31, 2026, 12:00 AM to /,
    )
    expect((await run('event')).text).toContain('Its events are:')
    expect((await run('event', id, '--unpublish', '--yes')).text).toContain('is not published.')
    await run('event', id, '--publish', '--yes')
    const asked = await run('event', id, '--unpublish')
    expect(asked).toMatchObject({ code: 1, text: expect.stringContaining('It would hide Marlow Show from') })
    expect(await rows.getRow(club, 'event', { id: Number(id) })).toMatchObject({ published: true })
    expect(await run('event', id, '--unpublish', '--yes')).toMatchObject({ code: 0 })
    expect(await rows.getRow(club, 'event', { id: Number(id) })).toMatchObject({ published: false })
    expect((await run('event', await findId('show'), '--unpublish', '--yes')).text).toMatch(
      /^People have \d+ things of Marlow Show/,
    )
    expect((await run('event', id, '--hide')).text).toMatch(/^There is no option --hide\.\n/)
  })

  it('names the club in what is printed to be copied, where the officer has named it', async () => {
    await copy('--yes')
    const id = await findId('show-2027-06-11')
    const shown = await run('event', id, '--publish', '--dry-run', '--tenant', 'marlow')
    expect(shown.text).toContain(`'schedule ${id} --from FILE --prune --tenant marlow' brings`)
    expect((await run('event', id, '--preview', '--tenant', 'marlow')).text).toContain(
      `'event ${id} --preview off --tenant marlow' ends it.`,
    )
  })

  it('stays when it was hidden again and has nothing but a vote', async () => {
    const voted = folder.write({
      ...{ showfield: 1, club: { slug: 'voted', name: 'Voted', timeZone: 'America/Chicago' } },
      events: [
        {
          ...{
            ref: 'small',
            name: 'Small',
            startDate: '2026-07-01',
            endDate: '2026-07-01',
            published: false,
          },
          voters: [{ ref: 'v1' }],
        },
      ],
    })
    const { tenant } = await runImport(services, voted)
    const { id } = await rows.getRow(tenant, 'event', { ref: 'small' })
    const voter = await rows.getRow(tenant, 'voter', { ref: 'v1' })
    const now = new Date(services.now())
    await database.inTenant(tenant.id, (tx) =>
      tx
        .insertInto('ballot')
        .values({ event_id: id, voter_id: voter.id, key: services.newId(), made_at: now, at: now })
        .execute(),
    )
    const refused = await run('event', String(id), '--remove', '--yes', '--tenant', 'voted')
    expect(refused).toEqual({ code: 1, text: expect.stringContaining('People have 1 thing of Small') })
  })

  it('is not made from last year by an import without a word, nor a second time under its name', async () => {
    const file = makeClubFile()
    const [show] = file.events ?? []
    Object.assign(show ?? {}, { startDate: '2027-06-11', endDate: '2027-06-12' })
    const path = folder.write(file, 'moved.json')
    const before = await exportAll()
    const stopped = await run('import', path, '--overwrite')
    expect(stopped.code).toBe(1)
    const asks =
      /STOPS HERE without --yes:\n {2}events\[0\]\.startDate: the event is from 2027-06-11 to 2027-06-12 now, and keeps .*\nPlease look again/
    expect(stopped.text).toMatch(asks)
    expect(stopped.text).toMatch(
      /the event is from 2027-06-11 .* Nothing was changed\. The same command with --yes does all of it\.\n$/,
    )
    expect(await exportAll()).toBe(before)
    expect(await run('import', path, '--dry-run')).toMatchObject({
      code: 0,
      text: expect.stringMatching(asks),
    })

    await copy('--yes')
    const id = await findId('show-2027-06-11')
    await run('event', id, '--publish', '--yes')
    const both = await run('import', path, '--dry-run')
    expect(both.text).toContain(
      '  two published events "Marlow Show" have the same day: one is from 2027-06-11 to 2027-06-12, the other from 2027-06-11 to 2027-06-12\n',
    )
    const done = await run('import', path, '--yes')
    expect(done).toMatchObject({
      code: 0,
      text: expect.stringMatching(/Done, because of --yes:\n {2}events\[0\]/),
    })
    // what is so already is not asked about again
    Object.assign(show ?? {}, { place: 'Elsewhere' })
    expect(await run('import', folder.write(file, 'moved.json'))).toMatchObject({ code: 0 })
  })

  it('names the voting in which ballots are taken, whatever the show says of voting', async () => {
    // `voting` of the show is 2, and ballots are taken in its window all the same
    const line = '  Voting: Jun 11, 2027, 12:00 AM to Jun 12, 2027, 8:00 PM\n'
    expect((await copy('--yes')).text).toContain(line)
    const id = await findId('show-2027-06-11')
    const asked = (await run('event', id, '--publish', '--dry-run')).text
    expect(asked).toContain(line)
    expect(asked).toContain("  ballots: 'voters EVENT --create N' makes them\n")
    expect((await run('event', id)).text).toContain('People vote from Jun 11, 2027, 12:00 AM to')
    const file = makeClubFile()
    const [show] = file.events ?? []
    const [map] = show?.maps ?? []
    Object.assign(show ?? {}, {
      ...{ votingStart: '2027-06-11T00:00:00-05:00', votingEnd: '2027-06-12T20:00:00-05:00' },
      ...{ reg_startdate: '2028-01-01T00:00:00-06:00', reg_enddate: '2028-06-01T00:00:00-05:00' },
    })
    Object.assign(map ?? {}, {
      ...{ available: true, availableStartdate: '2026-01-01T00:00:00-06:00' },
      availableEnddate: '2027-06-01T00:00:00-05:00',
    })
    const { warnings } = await runImport(services, folder.write(file, 'voting.json'), { isDry: true })
    expect(warnings).toEqual([
      'events[0].reg_startdate: The registration begins on 2028-01-01, after the event, which ends on 2026-06-13',
      'events[0].votingEnd: 2027-06-13 is not near the event, which is from 2026-06-12 to 2026-06-13',
      'events[0].maps[0].availableEnddate: The sale of the spaces ends on 2027-06-01, long after the event, which ends on 2026-06-13',
    ])
  })

  it('is warned of where a file has days of last year, a closed sale, or another day for what is sold', async () => {
    const file = makeClubFile()
    const [show] = file.events ?? []
    Object.assign(show ?? {}, { startDate: '2027-06-11', endDate: '2027-06-12' })
    const path = folder.write(file, 'moved.json')
    const { warnings, asks } = await runImport(services, path, { isDry: true })
    expect(warnings).toContain(
      'events[0].schedule[0].date: 2026-06-12 is not near the event, which is from 2027-06-11 to 2027-06-12',
    )
    expect(asks).toEqual([
      expect.stringMatching(
        /^events\[0\]\.startDate: the event is from 2027-06-11 to 2027-06-12 now, and keeps/,
      ),
    ])
    Object.assign(show ?? {}, { reg_startdate: '2026-01-01T00:00:00Z', reg_enddate: '2026-02-01T00:00:00Z' })
    expect((await run('validate', folder.write(file, 'moved.json'))).text).toContain(
      'events[0].reg_enddate: The registration has ended on 2026-02-01, long before the event begins on 2027-06-11',
    )
    expect((await runImport(services, folder.write(makeClubFile()))).warnings).toEqual([])
    const hidden = makeClubFile()
    const [shown] = hidden.events ?? []
    Object.assign(shown ?? {}, { published: false })
    shown?.schedule?.[0]?.entries.shift()
    expect(
      (await runImport(services, folder.write(hidden, 'hidden.json'), { isDry: true })).warnings,
    ).toEqual([
      expect.stringMatching(/^events\[0\]\.published: the event is hidden from everybody/),
      expect.stringMatching(/^events\[0\]\.schedule: entries go from the schedule: 1,/),
    ])
    expect(readFileSync(path, 'utf8')).toContain('2027')
  })
})

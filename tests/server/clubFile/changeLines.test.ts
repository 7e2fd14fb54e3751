// The lines of an import say what changes so that an officer sees it: entries of a schedule, times, long texts.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeClubFile, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeRows } from '../../support/database/rows.ts'

describeOnEachEngine('the lines of an import', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  const rows = makeRows(database)
  beforeEach(() => runImport(services, folder.write(makeClubFile())))
  afterEach(() => database.empty())

  const importAgain = (file: ReturnType<typeof makeClubFile>, overwrite = true) =>
    runImport(services, folder.write(file, 'again.json'), { overwrite, isDry: true })
  const listEntries = (...labels: string[]) =>
    labels.map((label) => ({ id: `e-${label}`, startTime: '09:00', endTime: '10:00', label }))

  it('say which entries of the schedule come, go, move and have another text', async () => {
    const old = makeClubFile()
    const [show] = old.events ?? []
    const names = Array.from({ length: 10 }, (_, at) => `Old-${at}`)
    Object.assign(show ?? {}, {
      schedule: [
        { date: '2026-06-12', entries: listEntries('Parade', 'Awards', ...names) },
        { date: '2026-06-13', entries: listEntries('Raffle') },
      ],
    })
    const { tenant } = await runImport(services, folder.write(old, 'old.json'))
    // this year's programme came from a table
    await rows.changeRows(
      tenant,
      'event',
      { ref: 'show' },
      {
        schedule: JSON.stringify([
          {
            date: '2026-06-12',
            entries: [
              { ...listEntries('Parade')[0], startTime: '09:30' },
              { ...listEntries('Awards')[0], place: 'Stage' },
              ...listEntries('New'),
            ],
          },
        ]),
      },
    )
    Object.assign(show ?? {}, { place: 'Elsewhere' })
    expect((await importAgain(old)).changes).toEqual([
      'event "Marlow Show" of 2026: place "Fairground" → "Elsewhere"',
    ])
    show?.schedule?.[1]?.entries.push(...(listEntries('Tea') as []))
    const told =
      '12 entries come: "Old-0", "Old-1", "Old-2", "Old-3", "Old-4", "Old-5", "Old-6", "Old-7" and 4 more; 1 entry goes: "New"; 1 entry moves: "Parade"; 1 entry has another text: "Awards"'
    expect((await importAgain(old)).changes).toEqual([
      `event "Marlow Show" of 2026: place "Fairground" → "Elsewhere", schedule (${told}) (was changed here since)`,
    ])
    expect((await importAgain(old, false)).left).toEqual([
      `event "Marlow Show" of 2026: schedule: was changed online and is left as it is (with the file ${told})`,
    ])
  })

  it("say times by the club's clock, and of long texts where they differ", async () => {
    const long = 'All makes and years are welcome on the field, which is beside the river. '.repeat(3)
    const file = makeClubFile()
    const [show] = file.events ?? []
    Object.assign(show ?? {}, { description: `${long}Gates open at eight.` })
    await runImport(services, folder.write(file, 'long.json'))
    Object.assign(show ?? {}, {
      description: `${long}Gates open at nine.`,
      votingEnd: '2026-06-13T19:30:00-05:00',
    })
    expect((await importAgain(file)).changes).toEqual([
      'event "Marlow Show" of 2026: description "…iver. Gates open at eight." → "…iver. Gates open at nine.", votingEnd Jun 13, 2026, 8:00 PM → Jun 13, 2026, 7:30 PM',
    ])
  })
})

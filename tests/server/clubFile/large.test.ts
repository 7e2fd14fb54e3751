// A county's whole show in one file: ten megabytes, 5,000 cars and a map of 2,000 spaces.
import { expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { makeFolder, makeServices, runImport } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine, isEachOnBoth, openTestDatabase } from '../../support/database/database.ts'

/** On an idle machine it takes three. The rest is for a machine with other work. */
const longestImportMs = 20_000
/** The whole file in `npm run proof -- engines`, a fifth of it in `npm test`. */
const share = isEachOnBoth ? 1 : 5
const cars = 5000 / share
const spaces = 2000 / share

function makeLargeFile(): ClubFile {
  return {
    showfield: 1,
    club: { slug: 'county', name: 'County Show', timeZone: 'America/Chicago' },
    events: [
      {
        ref: 'show',
        name: 'County Show',
        startDate: '2026-06-12',
        endDate: '2026-06-14',
        classes: Array.from({ length: 9 }, (_, at) => ({
          ref: `class-${at + 1}`,
          number: at + 1,
          description: `Class ${at + 1}`,
        })),
        entries: Array.from({ length: cars }, (_, at) => ({
          ref: `car-${at}`,
          number: String(1000 + at),
          carClass: Math.floor((1000 + at) / 1000),
          year: String(1900 + (at % 100)),
          make: 'Ford',
          model: `Model ${at}`,
          notes: 'Every car has a story. '.repeat(84),
        })),
        maps: [
          {
            ref: 'field',
            label: 'Field',
            elements: Array.from({ length: spaces }, (_, at) => ({
              ref: `space-${at}`,
              shape: 'box',
              x: (at % 50) * 20,
              y: Math.floor(at / 50) * 19,
              w: 18,
              h: 17,
              row: `R${Math.floor(at / 50)}`,
              num: String(at % 50),
              cost: 10,
            })),
          },
        ],
      },
    ],
  }
}

describeOnEachEngine('a club file of ten megabytes', (engine) => {
  it('comes in within seconds, telling how far it is, and a second time changes nothing', async () => {
    const database = await openTestDatabase(engine)
    const folder = makeFolder()
    try {
      const services = makeServices(database)
      const file = makeLargeFile()
      expect(JSON.stringify(file).length).toBeGreaterThan(10_000_000 / share)
      const path = folder.write(file)
      const told: number[] = []
      const startedAt = performance.now()
      const first = await runImport(services, path, { onProgress: (_step, done) => told.push(done) })
      expect(performance.now() - startedAt).toBeLessThan(longestImportMs)
      // the club, its event, nine classes and the map
      expect(first.created).toBe(cars + spaces + 12)
      expect(told.at(-1)).toBeGreaterThanOrEqual(cars + spaces)
      const again = await runImport(services, path)
      expect([again.created, again.changed, again.removed]).toEqual([0, 0, 0])
    } finally {
      await database.dispose()
    }
  })
})

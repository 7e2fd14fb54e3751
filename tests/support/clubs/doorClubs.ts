// Club files for browser tests of the portal: a club whose event has everything open, and one with nothing at
// all.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { toOwnSlug } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'

export const doorsSlug = toOwnSlug('doors')
export const bareSlug = toOwnSlug('bare')
/** A club name with one long word that no line can hold. */
export const bareName = 'Oldtimerinteressengemeinschaft Westmorelandfairgrounds'

/** On `today` everything of "Every Door Meet" is open, and nothing of "Shut Door Meet". */
export function makeDoorsClub(today: string): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const closes = `${findClosing(today)}T18:00:00Z`
  return {
    showfield: 1,
    club: {
      slug: doorsSlug,
      name: 'Doors Motor Club',
      timeZone: 'America/Chicago',
      settings: { serviceFee: 1.5 },
      portal: { joinLink: false, donateTab: false },
    },
    events: [
      {
        ref: 'every',
        name: 'Every Door Meet',
        description: 'All doors stand open.',
        place: 'North meadow',
        startDate: addDays(today, 20),
        endDate: addDays(today, 21),
        testMode: true,
        registration: true,
        reg_price: 1025.5,
        regMemberDiscount: 7.5,
        reg_startdate: opened,
        reg_enddate: closes,
        participantMessage: 'Enter your car before {end_date}.',
        ticketLabel: 'Day passes',
        ticketMessage: '{ticket_label} are cheaper here.',
        tickets: [
          {
            ref: 't1',
            description: 'Day pass',
            price: 9,
            limit: 4,
            quantity: 50,
            startdate: opened,
            enddate: closes,
          },
        ],
        vendorMessage: 'Sell what you like.',
        maps: [
          {
            ref: 'm1',
            label: 'Meadow',
            available: true,
            availableStartdate: opened,
            availableEnddate: closes,
            elements: [{ ref: 'A1', shape: 'box', x: 20, y: 20, w: 40, h: 40, row: 'A', num: '1' }],
          },
        ],
        workerSignup: true,
        workerStartDate: opened,
        workerEndDate: closes,
        workerMessage: 'Lend a hand until {end_date}.',
        shiftSchedules: [
          {
            ref: 's1',
            name: 'Gate',
            shareType: 3,
            shifts: [{ ref: 'h1', shiftDate: addDays(today, 20), start: 8, duration: 2, capacity: 3 }],
          },
        ],
        preEventLine1: 'Nobody reads this while doors are open.',
      },
      {
        ref: 'shut',
        name: 'Shut Door Meet',
        startDate: addDays(today, 40),
        endDate: addDays(today, 40),
        preEventLine1: 'Entries open in spring.',
        preEventLine2: 'Watch this page.',
      },
    ],
  }
}

/** The day on which "Every Door Meet" closes. */
export function findClosing(today: string): string {
  return addDays(today, 10)
}

export function makeBareClub(): ClubFile {
  return { showfield: 1, club: { slug: bareSlug, name: bareName, timeZone: 'America/Chicago' } }
}

/** Imports club files into a running product, as an officer would. */
export async function importClubs(
  product: Product,
  files: readonly ClubFile[],
  ...flags: readonly string[]
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'showfield-clubs-'))
  try {
    for (const file of files) {
      const path = join(folder, `${file.club.slug}.json`)
      await writeFile(path, JSON.stringify(file))
      const { code, output } = await product.club('import', path, ...flags)
      if (code !== 0) throw new Error(output)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

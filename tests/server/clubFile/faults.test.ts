// All faults of a club file are reported with their places, and nothing is written.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ClubFile, clubFile } from '../../../src/server/assembly/clubFile.ts'
import { ClubFileFaults, toLine } from '../../../src/server/clubFile/faults.ts'
import { validateClubFile } from '../../../src/server/clubFile/import.ts'
import { openClubFile } from '../../../src/server/clubFile/read.ts'
import { listTenants } from '../../../src/server/db/clubRows.ts'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runImport,
} from '../../support/clubs/clubFiles.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

let folder: ClubFolder

beforeEach(async () => {
  folder = makeFolder()
  await putPictures(folder)
})

async function findFaults(file: unknown): Promise<string[]> {
  const path = folder.write(file)
  try {
    await openClubFile(path).then((source) => validateClubFile(clubFile, source, 0, () => undefined))
  } catch (error) {
    if (error instanceof ClubFileFaults) return error.faults.map(toLine)
    throw error
  }
  return []
}

type Loose = { [key: string]: Loose }

/** The faults of the small file after a change. */
function findFaultsAfter(change: (file: Loose, show: Loose) => void): Promise<string[]> {
  const file = structuredClone(makeClubFile()) as ClubFile as unknown as Loose
  change(file, file.events?.[0] as Loose)
  return findFaults(file)
}

/** Sets a value of any type, as people do in files. */
function set(at: Loose | undefined, field: string, value: unknown): void {
  ;(at as unknown as Record<string, unknown>)[field] = value
}

function add(list: Loose | undefined, value: unknown): void {
  ;(list as unknown as unknown[]).push(value)
}

describe('a club file that is right', () => {
  it('has no faults', async () => {
    expect(await findFaults(makeClubFile())).toEqual([])
  })
})

describe('a file that is no club file', () => {
  it('is told what it is instead', async () => {
    expect((await findFaults('{ "showfield": 1, '))[0]).toMatch(/^The file is not JSON: /)
    expect(await findFaults('[]')).toEqual(['The file must contain one object.'])
    expect(await findFaults('{}')).toEqual([
      'showfield: is missing: a club file begins with { "showfield": 1 }',
    ])
    expect(await findFaults({ showfield: 2 })).toEqual([
      'showfield: must be 1, the version of the format that this program reads',
    ])
    expect(await findFaults({ showfield: 1 })).toEqual(['club: is missing'])
  })
})

describe('a fault in a record', () => {
  const cases: [place: string, line: string, change: (file: Loose, show: Loose) => void][] = [
    [
      'a number that is a text',
      'events[0].maps[0].elements[1].num: must be text',
      (_f, show) => set(show.maps?.[0]?.elements?.[1], 'num', 17),
    ],
    [
      'a missing name',
      'events[0].vendors[0].name: is missing',
      (_f, show) => set(show.vendors?.[0], 'name', undefined),
    ],
    [
      'a name of spaces',
      'events[0].vendors[0].name: must not be empty',
      (_f, show) => set(show.vendors?.[0], 'name', '  '),
    ],
    [
      'an unknown field',
      'events[0].maps[0].colour: is not a known field',
      (_f, show) => set(show.maps?.[0], 'colour', 'red'),
    ],
    [
      "a wrong letter in a club's setting",
      'club.settings.servicefee: is not a known field',
      (file) => set(file.club?.settings, 'servicefee', 5),
    ],
    [
      'a wrong letter in a tax rate',
      'club.settings.taxRates.memberships: is not a known field',
      (file) => set(file.club?.settings, 'taxRates', { memberships: 825 }),
    ],
    ['an unknown list', 'evnets: is not a known field', (file) => set(file, 'evnets', [])],
    ['a list that is none', 'events[0].entries: must be a list', (_f, show) => set(show, 'entries', {})],
    ['a record that is none', 'members[0]: must be an object', (file) => set(file.members, '0', 'Ruth')],
    [
      'a shape that nobody draws',
      "events[0].maps[0].elements[0].shape: must be 'box' or 'circle'",
      (_f, show) => set(show.maps?.[0]?.elements?.[0], 'shape', 'star'),
    ],
    [
      'a third of a cent',
      'events[0].reg_price: must be dollars with at most 2 decimals',
      (_f, show) => set(show, 'reg_price', 35.333),
    ],
    [
      'a negative price',
      'events[0].tickets[0].price: must be at least 0',
      (_f, show) => set(show.tickets?.[0], 'price', -1),
    ],
    [
      'a day that is none',
      'events[0].endDate: must be a calendar day, like 2026-06-12',
      (_f, show) => set(show, 'endDate', '2026-02-30'),
    ],
    [
      'an instant without a zone',
      'events[0].votingStart: must be an instant with its zone, like 2026-06-12T09:00:00-05:00',
      (_f, show) => set(show, 'votingStart', '2026-06-12T09:00:00'),
    ],
    [
      'a zone that is none',
      'club.timeZone: must be a time zone, like America/Chicago',
      (file) => set(file.club, 'timeZone', 'Mars/Olympus'),
    ],
    ['a language that is none of ours', 'club.language: ', (file) => set(file.club, 'language', 'fr')],
    [
      'a time that is none',
      "events[0].schedule[0].entries[0].startTime: must be a time of day, like '09:30'",
      (_f, show) => set(show.schedule?.[0]?.entries?.[0], 'startTime', '8:00'),
    ],
    [
      'a colour that is none',
      'club.portal.headerColor: must be a colour, like #19332a',
      (file) => set(file.club?.portal, 'headerColor', 'url(x)'),
    ],
    [
      'a font that is not bundled',
      'club.portal.font: must be one of',
      (file) => set(file.club?.portal, 'font', 'Comic Sans'),
    ],
    [
      'a slug with capitals',
      'club.slug: must be small letters, digits and single hyphens, and no reserved name',
      (file) => set(file.club, 'slug', 'Marlow'),
    ],
    [
      'a reserved slug',
      'club.slug: must be small letters, digits and single hyphens, and no reserved name',
      (file) => set(file.club, 'slug', 'www'),
    ],
    [
      'an engine of eleven letters',
      'events[0].entries[0].engine: must have at most 10 characters',
      (_f, show) => set(show.entries?.[0], 'engine', 'x'.repeat(11)),
    ],
    [
      'a judge id of five letters',
      'events[0].judges[0].judgeId: must have 1 to 4 letters or digits',
      (_f, show) => set(show.judges?.[0], 'judgeId', '12345'),
    ],
    [
      'an e-mail address without an at',
      'members[1].email_address: must be an e-mail address',
      (file) => set(file.members?.[1], 'email_address', 'ruth'),
    ],
    [
      'a password hash of another kind',
      'members[2].passwordHash: must be an argon2id hash ($argon2id$…)',
      (file) => set(file.members?.[2], 'passwordHash', '$2b$10$abc'),
    ],
    [
      'a uuid that is none',
      'events[0].voters[0].uuid: must be a UUID',
      (_f, show) => set(show.voters?.[0], 'uuid', '1'),
    ],
    [
      'a page that is a text',
      'pages[0].content: must be an object',
      (file) => set(file.pages?.[0], 'content', '<h1>'),
    ],
    [
      'an element of a page that nobody knows',
      "pages[0].content.sections[0].elements[0].type: has an unknown type ('text' or 'image')",
      (file) => set(file.pages?.[0]?.content?.sections?.[0]?.elements?.[0], 'type', 'video'),
    ],
    [
      'a file of a type that is not handed out',
      'files[0].contentType: is not a type of file that the portal shows',
      (file) => set(file.files?.[0], 'contentType', 'text/html'),
    ],
    ['a zero byte', 'events[0].name: contains a broken character', (_f, show) => set(show, 'name', 'a\0b')],
    [
      'half a character',
      'events[0].name: contains a broken character',
      (_f, show) => set(show, 'name', 'a\ud800'),
    ],
    [
      'a reaction of nine',
      'posts[0].reactions[0].reaction: must be at most 7',
      (file) => set(file.posts?.[0]?.reactions?.[0], 'reaction', 9),
    ],
    [
      'a member setting that is a text',
      'members[1].settings.moderator: must be true or false',
      (file) => set(file.members?.[1]?.settings, 'moderator', 'yes'),
    ],
  ]
  it.each(cases)('%s: "%s"', async (_title, line, change) => {
    const faults = await findFaultsAfter(change)
    expect(
      faults.some((each) => each.startsWith(line)),
      faults.join('\n'),
    ).toBe(true)
  })
})

/** Every object of the file, with its place. */
function listObjects(value: unknown, place: string): [place: string, at: Record<string, unknown>][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => listObjects(each, `${place}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  const start = place === '' ? '' : `${place}.`
  const below = Object.entries(value).flatMap(([field, each]) => listObjects(each, `${start}${field}`))
  return [[place, value as Record<string, unknown>], ...below]
}

it('an unknown field is a fault in every object of a file, however deep, also beside other faults', async () => {
  const file = makeClubFile()
  const objects = listObjects(file, '')
  for (const [, at] of objects) at.lable = 'x'
  const entry = file.events?.[0]?.schedule?.[0]?.entries[0] as unknown as Loose
  set(entry, 'startTime', 'early')
  const faults = await findFaults(file)
  const expected = objects.map(([place]) => `${place === '' ? '' : `${place}.`}lable: is not a known field`)
  expect(expected).toContain('events[0].schedule[0].entries[0].lable: is not a known field')
  expect(new Set(faults)).toEqual(
    new Set([...expected, "events[0].schedule[0].entries[0].startTime: must be a time of day, like '09:30'"]),
  )
})

describe('a fault between records', () => {
  const cases: [title: string, line: string, change: (file: Loose, show: Loose) => void][] = [
    [
      'two members of one ref',
      "members[2].ref: 'ruth' is already the ref of another member",
      (file) => set(file.members?.[2], 'ref', 'ruth'),
    ],
    [
      'a comment with the ref of a post',
      "posts[0].comments[0].ref: 'post' is already the ref of another comment",
      (file) => set(file.posts?.[0]?.comments?.[0], 'ref', 'post'),
    ],
    [
      'a member of an unknown type',
      "members[1].type: no member type in the file has the ref 'gold'",
      (file) => set(file.members?.[1], 'type', 'gold'),
    ],
    [
      'a home page that is not there',
      "club.homePage: no page has the ref 'home'",
      (file) => set(file.club, 'homePage', 'home'),
    ],
    [
      'a car number twice',
      'events[0].entries[1].number: the car number 101 is taken by events[0].entries[0]',
      (_f, show) => set(show.entries?.[1], 'number', '101'),
    ],
    [
      'a car number of nine digits',
      'events[0].entries[0].number: must have 1 to 8 digits',
      (_f, show) => set(show.entries?.[0], 'number', '100000001'),
    ],
    [
      'a car number of another class',
      "events[0].entries[0].number: '201' must begin with the number of its class, 1",
      (_f, show) => set(show.entries?.[0], 'number', '201'),
    ],
    [
      'a class that is not there',
      'events[0].entries[0].carClass: the event has no class 7',
      (_f, show) => set(show.entries?.[0], 'carClass', 7),
    ],
    [
      'a class number twice',
      'events[0].classes[1].number: the class number 1 is taken by events[0].classes[0]',
      (_f, show) => set(show.classes?.[1], 'number', 1),
    ],
    [
      'two vendors on one space',
      "events[0].maps[0].reservations[1].element: the space 's-a1' is taken by events[0].maps[0].reservations[0]",
      (_f, show) => set(show.maps?.[0]?.reservations?.[1], 'element', 's-a1'),
    ],
    [
      'a judge id twice',
      'events[0].judges[1].judgeId: the judge id 41 is taken by events[0].judges[0]',
      (_f, show) => set(show.judges?.[1], 'judgeId', '41'),
    ],
    [
      'two judge ids that differ in case alone',
      "events[0].judges[1].judgeId: the judge id b7 is taken by events[0].judges[0], because small and capital letters are the same in a judge's id",
      (_f, show) => {
        set(show.judges?.[0], 'judgeId', 'B7')
        set(show.judges?.[1], 'judgeId', 'b7')
      },
    ],
    [
      'an e-mail address twice, in capitals',
      'members[2].email_address: the e-mail address RUTH@marlow.example is taken by members[1]',
      (file) => set(file.members?.[2], 'email_address', 'RUTH@marlow.example'),
    ],
    [
      'an end before its start that nobody can mean for the next day',
      'events[0].schedule[0].entries[0].endTime: is before startTime. An entry may end on the next day, at most 16 hours after its start',
      (_f, show) => set(show.schedule?.[0]?.entries?.[0], 'endTime', '07:00'),
    ],
    [
      'an entry of the evening before that begins in the afternoon',
      'events[0].schedule[0].entries[0].startTime: must be before 12:00 in an entry with startsNextDay',
      (_f, show) => {
        set(show.schedule?.[0]?.entries?.[0], 'startTime', '13:00')
        set(show.schedule?.[0]?.entries?.[0], 'endTime', '14:00')
        set(show.schedule?.[0]?.entries?.[0], 'startsNextDay', true)
      },
    ],
    [
      'an entry that ends when it begins',
      'events[0].schedule[0].entries[0].endTime: must not be the startTime; leave it empty if no end is known',
      (_f, show) => set(show.schedule?.[0]?.entries?.[0], 'endTime', '08:00'),
    ],
    [
      'a place on a map that is not there',
      "events[0].places[0].map: no event map in the file has the ref 'moon'",
      (_f, show) => set(show.places?.[0], 'map', 'moon'),
    ],
    [
      'a place beside the map',
      'events[0].places[0].x: must be at most 1024',
      (_f, show) => set(show.places?.[0], 'x', 1024.5),
    ],
    [
      'two places with one ref',
      "events[0].places[1].ref: 'bandstand' is already the ref of another place",
      (_f, show) => set(show.places?.[1], 'ref', 'bandstand'),
    ],
    [
      'a window that closes before it opens',
      'events[0].reg_enddate: must be after reg_startdate',
      (_f, show) => set(show, 'reg_enddate', '2025-01-01T00:00:00Z'),
    ],
    [
      'half a window',
      'events[0].votingEnd: is missing, but votingStart is set',
      (_f, show) => set(show, 'votingEnd', undefined),
    ],
    [
      'an event that ends before it starts',
      'events[0].endDate: must not be before startDate',
      (_f, show) => set(show, 'endDate', '2026-06-11'),
    ],
    [
      'a map for sale without a window',
      'events[0].maps[0].availableStartdate: is missing: a map for sale needs its window',
      (_f, show) => {
        set(show.maps?.[0], 'availableStartdate', undefined)
        set(show.maps?.[0], 'availableEnddate', undefined)
      },
    ],
    [
      'a child of a child',
      "members[2].parent: 'child' is itself an additional login",
      (file) => set(file.members?.[2], 'parent', 'child'),
    ],
    [
      'a password beside its hash',
      'members[1].password: cannot be used together with passwordHash',
      (file) => set(file.members?.[1], 'passwordHash', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA'),
    ],
    [
      'a criterion without a range',
      'events[0].judgingForms[0].criteria[0].maxScore: must be more than minScore',
      (_f, show) => set(show.judgingForms?.[0]?.criteria?.[0], 'maxScore', 0),
    ],
    [
      'an option id twice',
      'events[0].registrationOptions[1].id: 1 is already the id of another option',
      (_f, show) => add(show.registrationOptions, { id: 1, label: 'x', type: 1 }),
    ],
    [
      'a choice without choices',
      'events[0].registrationOptions[0].choices: must have at least one choice',
      (_f, show) => set(show.registrationOptions?.[0], 'choices', []),
    ],
    [
      'a schedule id twice',
      "events[0].schedule[0].entries[3].id: 'gates' is taken by schedule[0].entries[0]",
      (_f, show) =>
        add(show.schedule?.[0]?.entries, { id: 'gates', startTime: '10:00', endTime: '11:00', label: 'x' }),
    ],
    [
      'a picture that is not there',
      "events[0].images[0]: there is no file 'pictures/none.png' beside the club file",
      (_f, show) => set(show, 'images', ['pictures/none.png']),
    ],
    [
      'a picture that is none',
      'events[0].images[0]: This is not a PNG, JPEG, WebP or GIF picture.',
      (_f, show) => set(show, 'images', ['rules.pdf']),
    ],
    [
      'a picture of the web',
      'events[0].images[0]: must be a path beside the file or a data URL of an image; addresses of the web are not fetched',
      (_f, show) => set(show, 'images', ['https://evil.example/x.png']),
    ],
    [
      'a picture above the folder',
      "events[0].images[0]: '../secret.png' is outside the folder of the club file",
      (_f, show) => set(show, 'images', ['../secret.png']),
    ],
    [
      'a file above the folder',
      "files[0].path: '../../etc/passwd' is outside the folder of the club file",
      (file) => set(file.files?.[0], 'path', '../../etc/passwd'),
    ],
  ]
  it.each(cases)('%s: "%s"', async (_title, line, change) => {
    expect(await findFaultsAfter(change)).toContain(line)
  })

  it('a space of another map, and a vendor of another event', async () => {
    const faults = await findFaultsAfter((file, show) => {
      const other = structuredClone(show)
      set(other, 'ref', 'other')
      for (const list of [
        'tickets',
        'classes',
        'entries',
        'shiftSchedules',
        'judgingForms',
        'judges',
        'voters',
      ])
        set(other, list, [])
      set(other, 'vendors', [{ ref: 'o-v', name: 'Other' }])
      set(other, 'maps', [
        {
          ref: 'o-m',
          label: 'Other',
          elements: [{ ref: 'o-1', shape: 'box', x: 1, y: 1, w: 9, h: 9 }],
          reservations: [{ ref: 'o-r', element: 's-c1', vendor: 'hub' }],
        },
      ])
      add(file.events, other)
    })
    expect(faults).toContain("events[1].maps[0].reservations[0].element: 's-c1' belongs to events[0].maps[0]")
    expect(faults).toContain("events[1].maps[0].reservations[0].vendor: 'hub' belongs to events[0]")
  })

  it('a link that leads out of the folder is not followed', async () => {
    const outside = join(tmpdir(), `showfield-outside-${process.pid}.png`)
    writeFileSync(outside, 'secret')
    mkdirSync(join(folder.path, 'links'))
    symlinkSync(outside, join(folder.path, 'links', 'x.png'))
    const faults = await findFaultsAfter((_f, show) => set(show, 'images', ['links/x.png']))
    expect(faults).toEqual(["events[0].images[0]: 'links/x.png' is outside the folder of the club file"])
  })

  it('are all told at once, those of other records beside them', async () => {
    const faults = await findFaultsAfter((file, show) => {
      set(show.vendors?.[0], 'name', 7)
      set(show.entries?.[1], 'number', '101')
      set(file.members?.[2], 'type', 'gold')
      set(file.club, 'slug', '-')
    })
    expect(faults).toHaveLength(4)
  })
})

describe('a file with a fault', () => {
  const database = setUpDatabase('embedded')

  it('writes nothing at all, not even the club', async () => {
    const file = makeClubFile()
    set(file.classifieds?.[0] as unknown as Loose, 'price', 'free')
    await expect(runImport(makeServices(database), folder.write(file))).rejects.toThrow(ClubFileFaults)
    expect(await database.withoutClub((tx) => listTenants(tx))).toEqual([])
  })
})

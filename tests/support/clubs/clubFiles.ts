// A small club file with something of every kind, and a folder for it.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll } from 'vitest'
import { type ClubFile, clubFile } from '../../../src/server/assembly/clubFile.ts'
import { exportClubFile } from '../../../src/server/clubFile/export.ts'
import { type ImportOptions, type ImportResult, importClubFile } from '../../../src/server/clubFile/import.ts'
import { openClubFile } from '../../../src/server/clubFile/read.ts'
import { listTenants } from '../../../src/server/db/clubRows.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import type { Services } from '../../../src/server/process/services.ts'
import type { Engine, TestDatabase } from '../database/database.ts'
import { setUpDatabase } from '../database/setUp.ts'
import { makeTestFolder } from '../database/testFolder.ts'

export const testStart = Date.parse('2026-06-12T16:00:00Z')

export function makeServices(database: TestDatabase): Services {
  return {
    // read when it is used: `setUpDatabase` opens its database later
    get config() {
      return parseConfig({ DATA_DIR: database.options.dataDir, PORT: '0' }, [])
    },
    database,
    now: () => testStart,
    newId: randomUUID,
  }
}

export interface ClubFolder {
  readonly path: string
  write(file: unknown, name?: string): string
  put(name: string, bytes: Uint8Array): void
}

export function makeFolder(): ClubFolder {
  const path = makeTestFolder()
  const put: ClubFolder['put'] = (name, bytes) => {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), bytes)
  }
  return {
    path,
    put,
    write(file, name = 'club.json') {
      put(name, Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)))
      return join(path, name)
    },
  }
}

/** A plain picture. Different colours make different pictures. */
export function makePicture(colour: string, width = 640, height = 480): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

/** Drawn once for all folders. */
let drawn: Promise<(readonly [name: string, bytes: Buffer])[]> | undefined

function drawPictures(): Promise<(readonly [name: string, bytes: Buffer])[]> {
  const names = ['logo', 'poster', 'field', 'car', 'ticket', 'avatar', 'ride', 'post', 'cap', 'page', 'sale']
  return Promise.all(
    names.map(
      async (name, at) => [name, await makePicture(`hsl(${at * 30} 60% 45%)`, 700 + at, 500)] as const,
    ),
  )
}

export async function putPictures(folder: ClubFolder): Promise<void> {
  drawn ??= drawPictures()
  for (const [name, bytes] of await drawn) folder.put(`pictures/${name}.png`, bytes)
  folder.put('rules.pdf', Buffer.from("%PDF-1.4\n% the club's rules\n"))
}

/** A database for clubs that come in files, and a folder for these files, with pictures. */
export function setUpClubFiles(engine: Engine) {
  const database = setUpDatabase(engine)
  const folder = makeFolder()
  beforeAll(() => putPictures(folder))
  return { database, services: makeServices(database), folder }
}

const defaultOptions: ImportOptions = {
  tenant: null,
  prune: false,
  overwrite: false,
  isDry: false,
  isSure: true,
  onProgress: () => undefined,
}

export async function runImport(
  services: Services,
  path: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  return importClubFile(clubFile, services, await openClubFile(path), { ...defaultOptions, ...options })
}

/** The text of an exported club file. */
export async function runExport(
  services: Services,
  slug: string,
  path: string,
  secrets = true,
): Promise<string> {
  const tenants = await services.database.withoutClub((tx) => listTenants(tx))
  const tenant = tenants.find((each) => each.slug === slug)
  if (tenant === undefined) throw new Error(`no club ${slug}`)
  await exportClubFile(clubFile, services, tenant, path, { secrets })
  return readFileSync(path, 'utf8')
}

/** Every kind of record at least once, and every field that the wire names. */
export function makeClubFile(): ClubFile &
  Required<Pick<ClubFile, 'events' | 'members' | 'posts' | 'rides'>> {
  return {
    showfield: 1,
    club: {
      slug: 'marlow',
      name: 'Marlow Valley Motor Club',
      timeZone: 'America/Chicago',
      language: 'es',
      homePage: 'welcome',
      logo: 'pictures/logo.png',
      settings: {
        serviceFee: 2.5,
        maxRenewYears: 3,
        maxRenewDays: 60,
        contactEmail: 'office@marlow.example',
        contactPhone: '+1 555-555-0100',
        replyTo: 'answers@marlow.example',
        redirectHosts: ['www.marlow.example'],
      },
      portal: {
        donateTab: true,
        headerBackgroundColor: '#19332a',
        headerColor: '#f3e6c4',
        buttonBackgroundColor: '#a5201d',
        buttonColor: '#ffffff',
        font: 'Georgia',
      },
    },
    pages: [
      {
        ref: 'welcome',
        name: 'Welcome',
        content: {
          sections: [
            {
              elements: [
                {
                  type: 'text',
                  settings: { text: '<h2>Hello</h2><p>All are <b>welcome</b>.</p>', fontSize: 20 },
                },
                {
                  type: 'image',
                  settings: { imageData: 'pictures/page.png', imageWidth: 400, imageHeight: 300 },
                },
              ],
            },
          ],
        },
      },
      { ref: 'history', name: 'History', content: { sections: [] } },
    ],
    memberTypes: [
      { ref: 'family', label: 'Family', price: 60, renewPrice: 50, allowChildren: true },
      { ref: 'single', label: 'Single', price: 40.5, renewPrice: 35.25, anniversaryDate: '2026-03-01' },
    ],
    members: [
      {
        ref: 'child',
        email_address: 'kit@marlow.example',
        fname: 'Kit',
        lname: 'Hale',
        expiration: '2027-01-31',
        parent: 'ruth',
      },
      {
        ref: 'ruth',
        email_address: 'Ruth@Marlow.example',
        fname: 'Ruth',
        lname: 'Hale',
        title: 'Dr',
        phoneNumbers: [{ longCode: '5125550101' }],
        type: 'family',
        expiration: '2027-01-31',
        memberSince: '2014-05-02',
        avatar: 'pictures/avatar.png',
        tags: ['board'],
        password: 'Correct-Horse-7',
        settings: { rosterEmail: true },
      },
      {
        ref: 'omar',
        email_address: 'omar@marlow.example',
        fname: 'Omar',
        lname: 'Diaz',
        expiration: '2026-01-01',
      },
    ],
    makes: [{ ref: 'ford', label: 'Ford', models: [{ ref: 'ford-t', label: 'Model T' }] }],
    events: [
      {
        ref: 'show',
        name: 'Marlow Show',
        description: 'Two days of cars.',
        place: 'Fairground',
        images: ['pictures/poster.png'],
        startDate: '2026-06-12',
        endDate: '2026-06-13',
        gateTime: '07:00',
        registration: true,
        reg_price: 35,
        regMemberDiscount: 5,
        reg_startdate: '2026-01-01T00:00:00-06:00',
        reg_enddate: '2026-06-13T18:00:00-05:00',
        registrationOptions: [
          {
            id: 1,
            label: 'Shirt',
            type: 2,
            choices: [
              { id: 1, label: 'S' },
              { id: 2, label: 'L' },
            ],
            required: true,
          },
        ],
        workerSignup: true,
        workerStartDate: '2026-01-01T00:00:00Z',
        workerEndDate: '2026-06-13T00:00:00Z',
        schedule: [
          {
            date: '2026-06-12',
            label: 'Friday',
            entries: [
              { id: 'gates', startTime: '08:00', endTime: '09:00', label: 'Gates open', place: 'Gate 2' },
              {
                id: 'band',
                startTime: '23:30',
                endTime: '00:30',
                label: 'Band',
                description: 'Dancing on the grass',
                place: 'bandstand',
              },
              {
                id: 'karaoke',
                startTime: '00:30',
                endTime: '',
                startsNextDay: true,
                label: 'Karaoke',
                place: 'Bandstand',
              },
            ],
          },
        ],
        voting: 2,
        votingStart: '2026-06-12T00:00:00-05:00',
        votingEnd: '2026-06-13T20:00:00-05:00',
        tickets: [
          {
            ref: 'weekend',
            description: 'Weekend',
            price: 12,
            limit: 6,
            quantity: 500,
            startdate: '2026-01-01T00:00:00Z',
            enddate: '2026-06-14T00:00:00Z',
            image: 'pictures/ticket.png',
            options: [{ id: 1, label: 'Name on the badge', type: 1 }],
          },
        ],
        classes: [
          { ref: 'c1', number: 1, description: 'Pre-war' },
          { ref: 'c2', number: 2, description: 'Sports' },
        ],
        vendors: [
          {
            ref: 'hub',
            name: 'Ridgeway Hub & Spoke',
            goods: 'Wire wheels',
            vendorType: 1,
            email: 'hub@x.example',
          },
          { ref: 'pie', name: 'Pie Wagon', vendorType: 2 },
        ],
        maps: [
          {
            ref: 'south',
            label: 'South field',
            backgroundImage: 'pictures/field.png',
            memberDiscount: 10,
            available: true,
            availableStartdate: '2026-01-01T00:00:00Z',
            availableEnddate: '2026-06-13T00:00:00Z',
            elements: [
              {
                ref: 's-a1',
                shape: 'box',
                x: 100.5,
                y: 100,
                w: 40,
                h: 60,
                a: 12.25,
                row: 'A',
                num: '1',
                cost: 60,
              },
              { ref: 's-a2', shape: 'box', x: 150, y: 100, w: 40, h: 60, row: 'A', num: '2', type: 2 },
              {
                ref: 's-c1',
                shape: 'circle',
                x: 300,
                y: 300,
                w: 50,
                h: 50,
                row: 'C',
                num: '1',
                available: false,
              },
            ],
            reservations: [
              { ref: 'r1', element: 's-a1', vendor: 'hub' },
              { ref: 'r2', element: 's-a2', vendor: 'pie' },
            ],
          },
        ],
        places: [
          { ref: 'bandstand', label: 'Bandstand', map: 'south', x: 512.5, y: 0 },
          { ref: 'hall', label: 'Hall', map: 'south', x: 1024, y: 768 },
        ],
        entries: [
          {
            ref: 'e101',
            number: '101',
            carClass: 1,
            year: '1924',
            make: 'Ford',
            model: 'Model T',
            picture: 'pictures/car.png',
            values: [{ optionId: 1, value: '2' }],
            member: 'ruth',
            fname: 'Ruth',
            lname: 'Hale',
            email: 'ruth@marlow.example',
          },
          { ref: 'e102', number: '102', carClass: 1, year: '1931', make: 'Austin', model: 'Seven' },
          { ref: 'e2', number: '2', carClass: 2, year: '1961', make: 'Jaguar', model: 'E-Type' },
        ],
        shiftSchedules: [
          {
            ref: 'gate',
            name: 'Gate',
            shifts: [
              {
                ref: 'gate-1',
                shiftDate: '2026-06-12',
                start: 7,
                startMinute: 30,
                duration: 2.5,
                capacity: 4,
                workers: [
                  {
                    ...{
                      ref: 'w1',
                      member: 'omar',
                      fname: 'Omar',
                      lname: 'Diaz',
                      email: 'omar@marlow.example',
                    },
                    confirmed: '2026-06-01T08:00:00Z',
                  },
                ],
              },
            ],
          },
        ],
        judgingForms: [
          {
            ref: 'form',
            title: 'Concours',
            criteria: [
              { ref: 'body', title: 'Body', minScore: 0, maxScore: 10, weight: 1.5 },
              { ref: 'engine', title: 'Engine', minScore: 0, maxScore: 10 },
            ],
          },
        ],
        judges: [
          { ref: 'j1', judgeId: '41', name: 'M. Okafor', phone: '+1 512 555 0141' },
          { ref: 'j2', judgeId: '42', form: 'form' },
        ],
        voters: [
          { ref: 'v1', uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' },
          { ref: 'v2', votedAt: '2026-06-12T12:00:00Z' },
        ],
      },
    ],
    activities: [{ ref: 'meet', date: '2026-07-01', start: '19:00', end: '21:00', title: 'Monthly meeting' }],
    folders: [{ ref: 'papers', label: 'Papers', color: '#335577' }],
    files: [
      { ref: 'rules', name: 'Rules', contentType: 'application/pdf', path: 'rules.pdf', folder: 'papers' },
      {
        ref: 'root',
        name: 'Same at the root',
        contentType: 'application/pdf',
        path: 'rules.pdf',
        shared: false,
      },
    ],
    products: [
      {
        ref: 'cap',
        name: 'Cap',
        images: ['pictures/cap.png'],
        inventories: [
          { ref: 'cap-m', name: 'M', price: 18.95, quantity: 4, shipping: 5, discount: 1 },
          { ref: 'cap-l', name: 'L', price: 18.95, quantity: 0 },
        ],
      },
    ],
    rides: [
      {
        ref: 'ride',
        member: 'ruth',
        year: '1924',
        make: 'Ford',
        model: 'Model T',
        description: 'Found in a barn.',
        images: ['pictures/ride.png'],
        created: '2026-02-03T10:00:00Z',
      },
    ],
    topics: [{ ref: 'finds', topic: 'Garage finds' }],
    posts: [
      {
        ref: 'post',
        member: 'ruth',
        topic: 'finds',
        message: 'Forty years under a tarp.',
        media: ['pictures/post.png'],
        created: '2026-06-01T09:00:00Z',
        reactions: [
          { member: 'omar', reaction: 2 },
          { member: 'child', reaction: 0 },
        ],
        comments: [
          {
            ref: 'comment',
            member: 'omar',
            message: 'Lovely.',
            created: '2026-06-01T10:00:00Z',
            reactions: [{ member: 'ruth', reaction: 0 }],
          },
        ],
      },
    ],
    classifieds: [
      {
        ref: 'sale',
        member: 'omar',
        label: 'Wheels',
        price: 250,
        images: ['pictures/sale.png'],
        created: '2026-05-05T05:05:05Z',
      },
    ],
  }
}

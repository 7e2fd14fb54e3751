// The demo clubs as club files: always the same, but for the dates, which lie around the day they are made for.
import type { ClubFile } from '../../domain/clubFile.ts'
import { addDays, toInstant } from '../../domain/day.ts'
import { carClasses, listShowCars, pick } from './cars.ts'
import { avenueSpaces, paddockSpaces, type Space, southSpaces } from './fairground.ts'
import { type DemoRole, demoPeople, findSomebody } from './people.ts'
import { avatarCount, rideCount, storeGoods } from './pictureList.ts'
import { firstDay, type ProgrammeEntry, secondDay } from './programme.ts'
import { stalls } from './stalls.ts'
import { chatter, rideStories } from './stories.ts'

type Events = NonNullable<ClubFile['events']>
type ShowEvent = Events[number]
type Members = NonNullable<ClubFile['members']>
type Vendor = NonNullable<ShowEvent['vendors']>[number]
type Reservation = NonNullable<NonNullable<ShowEvent['maps']>[number]['reservations']>[number]

export const mainZone = 'America/New_York'
export const coastZone = 'America/Los_Angeles'

/** What tells the demo clubs from others, whatever a club is called. */
export const mainUuid = '6b1d4c52-8f0e-4a53-9a77-51c0a1de0001'
export const coastUuid = '6b1d4c52-8f0e-4a53-9a77-51c0a1de0002'

const crowdSize = 40

interface Days {
  readonly today: string
  /** The instant of a time, so many days after today. */
  at(days: number, time: string): string
}

function makeDays(today: string, zone: string): Days {
  return { today, at: (days, time) => new Date(toInstant(addDays(today, days), time, zone)).toISOString() }
}

function listMembers(domain: string, days: Days, crowd: number, headType: string): Members {
  const expirations: Readonly<Record<DemoRole, number>> = {
    member: 210,
    moderator: 300,
    expired: -40,
    'no-password': 120,
    parent: 180,
    child: 180,
  }
  const known = demoPeople.map(({ role, fname, lname, password }, at): Members[number] => ({
    ref: role,
    email_address: `${fname}.${lname}@${domain}`.toLowerCase(),
    fname,
    lname,
    address: `${12 + at} Station Road`,
    city: 'Alder Hollow',
    state: 'KY',
    zip: '40310',
    phoneNumbers: [{ longCode: `555555010${at}` }],
    type: role === 'child' ? undefined : role === 'parent' ? 'family' : headType,
    expiration: addDays(days.today, expirations[role]),
    memberSince: `${2009 + at}-04-0${at + 1}`,
    ...(role === 'child' ? { parent: 'parent' } : {}),
    ...(password === null ? {} : { password }),
    ...(role === 'member'
      ? { avatar: 'pictures/avatar-1.webp', partner: 'Felix', title: 'Mrs', tags: ['board'] }
      : {}),
    ...(role === 'moderator' ? { avatar: 'pictures/avatar-2.webp', tags: ['board', 'judge'] } : {}),
    settings: {
      ...(role === 'moderator' ? { moderator: true } : {}),
      ...(role === 'member' ? { rosterEmail: true, rosterPhone: true, rosterPartner: true } : {}),
    },
  }))
  const others = Array.from({ length: crowd }, (_, at): Members[number] => {
    const { fname, lname, address, city, state, zip, phone, mailbox } = findSomebody(at)
    return {
      ref: `m-${at + 1}`,
      email_address: `${mailbox}@${domain}`,
      fname,
      lname,
      address,
      city,
      state,
      zip,
      phoneNumbers: [{ longCode: phone }],
      type: at % 5 === 0 ? 'family' : headType,
      expiration: addDays(days.today, at % 11 === 4 ? -15 - at : 30 + ((at * 53) % 330)),
      memberSince: `${1998 + (at % 25)}-0${1 + (at % 9)}-1${at % 10}`,
      ...(at < avatarCount - 2 ? { avatar: `pictures/avatar-${at + 3}.webp` } : {}),
      ...(at % 7 === 0 ? { tags: ['marshal'] } : {}),
      settings: { rosterEmail: at % 2 === 0, rosterPhone: at % 3 === 0, roster: at % 13 !== 5 },
    }
  })
  return [...known, ...others]
}

function toSchedule(entries: readonly ProgrammeEntry[], name: string) {
  return entries.map(([startTime, endTime, label, place, cancelled], at) => ({
    id: `${name}-${at + 1}`,
    startTime,
    endTime,
    label,
    place,
    ...(cancelled === undefined ? {} : { cancelled: true }),
  }))
}

/** Vendors take spaces that fit what they sell, one to three side by side. */
function layOutStalls(domain: string): { vendors: Vendor[]; reservations: Map<string, Reservation[]> } {
  const free = new Map<string, Space[]>([
    ['south', southSpaces.filter(({ available }) => available !== false)],
    ['avenue', avenueSpaces.filter(({ available }) => available !== false)],
    ['paddock', paddockSpaces.filter(({ available }) => available !== false)],
  ])
  const reservations = new Map<string, Reservation[]>()
  const vendors = stalls.map(([name, goods, vendorType], at): Vendor => {
    const ref = `v-${at + 1}`
    const map = at % 20 === 18 ? 'paddock' : at % 7 === 3 ? 'avenue' : 'south'
    const spaces = free.get(map) ?? []
    const wanted = map === 'paddock' ? 1 : vendorType === 2 ? 1 : 1 + (at % 3)
    const start = findStart(spaces, vendorType, wanted, at)
    const taken = spaces.splice(start, wanted)
    const list = reservations.get(map) ?? []
    reservations.set(map, list)
    for (const space of taken) list.push({ ref: `r-${space.ref}`, element: space.ref, vendor: ref })
    const { fname, lname, address, city, state, zip, phone } = findSomebody(at + 200)
    return {
      ref,
      name,
      goods,
      vendorType,
      contactName: `${fname} ${lname}`,
      address,
      city,
      state,
      zip,
      phone,
      email: `stall${at + 1}@${domain}`,
    }
  })
  return { vendors, reservations }
}

function findStart(spaces: readonly Space[], vendorType: number, count: number, at: number): number {
  const fitting = spaces.flatMap((space, index) => {
    const side = spaces.slice(index, index + count)
    const isRow = side.length === count && side.every(({ row }) => row === space.row)
    return isRow && (space.type === vendorType || space.type === 0) ? [index] : []
  })
  return fitting.length === 0 ? 0 : pick(fitting, at * 13)
}

function makeShow(days: Days, domain: string): ShowEvent {
  const { vendors, reservations } = layOutStalls(domain)
  const tomorrow = addDays(days.today, 1)
  return {
    ref: 'concours',
    name: 'Alder Hollow Concours & Swap Meet',
    description:
      "Two days on the old fairground: 250 judged cars in twelve classes, the county's largest swap meet, a hill climb up Mill hill and parades down Main avenue.\n\nBring a chair, a hat and a friend.",
    place: 'Alder Hollow Fairground, Gate 2',
    images: ['pictures/poster.webp'],
    startDate: days.today,
    endDate: tomorrow,
    agreement:
      "I take part at my own risk, keep my car insured and roadworthy, drive at walking pace on the field, and follow the marshals' signs.",
    registration: true,
    reg_price: 35,
    regMemberDiscount: 5,
    reg_startdate: days.at(-90, '08:00'),
    reg_enddate: days.at(2, '20:00'),
    participantMessage: 'Enter before {end_date} and your place on the field is kept, rain or shine.',
    typedMakeAndModel: false,
    registrationOptions: [
      {
        id: 1,
        label: 'Dash plaque',
        subLabel: 'One comes with each car',
        type: 2,
        choices: [
          { id: 1, label: 'Brass' },
          { id: 2, label: 'Enamel' },
          { id: 3, label: 'None, thank you' },
        ],
        required: true,
      },
      { id: 2, label: 'Something the announcer should say', type: 1 },
    ],
    ticketLabel: 'Show tickets',
    ticketMessage: '{ticket_label} are $18.00 online for both days. Children under twelve come in free.',
    vendorMessage: 'Spaces from $60.00, picked on the map. Members get $10.00 off each space.',
    workerSignup: true,
    workerStartDate: days.at(-60, '08:00'),
    workerEndDate: days.at(2, '20:00'),
    workerMessage:
      'Two hours of your time keep the show going. Lunch and a cap are on us; sign up until {end_date}.',
    workerChoices: 'Cap, Shirt S, Shirt M, Shirt L, Shirt XL',
    preEventLine1: 'Gates open at 7:00 for entrants',
    preEventLine2: 'and at 8:00 for visitors.',
    schedule: [
      { date: days.today, label: 'First day', entries: toSchedule(firstDay, 'd1') },
      { date: tomorrow, label: 'Second day', entries: toSchedule(secondDay, 'd2') },
    ],
    viewerNotes:
      'Parking is free in the north meadow; please keep the fire lane clear.\n\nWater taps stand at Gate 2 and behind the pavilion. First aid is beside the pavilion, lost children are taken to the office.\n\nThe field is grass: after rain, low cars come in by Gate 1.',
    voting: 2,
    votingStart: days.at(-1, '08:00'),
    votingEnd: days.at(2, '20:00'),
    votesPerClass: 2,
    tickets: listTickets(days),
    classes: carClasses.map(({ number, description }) => ({ ref: `class-${number}`, number, description })),
    vendors,
    maps: [
      {
        ref: 'south',
        label: 'Swap meet, south field',
        backgroundImage: 'pictures/map-south.webp',
        elements: [...southSpaces],
        reservations: reservations.get('south') ?? [],
      },
      {
        ref: 'avenue',
        label: "Merchants' avenue",
        backgroundImage: 'pictures/map-avenue.webp',
        memberDiscount: 10,
        available: true,
        availableStartdate: days.at(-60, '08:00'),
        availableEnddate: days.at(2, '20:00'),
        elements: [...avenueSpaces],
        reservations: reservations.get('avenue') ?? [],
      },
      {
        ref: 'paddock',
        label: 'Paddock',
        backgroundImage: 'pictures/map-paddock.webp',
        elements: [...paddockSpaces],
        reservations: reservations.get('paddock') ?? [],
      },
    ],
    entries: listEntries(domain),
    shiftSchedules: listShiftSchedules(days, domain),
    judgingForms: [
      {
        ref: 'concours-form',
        title: 'Concours',
        criteria: [
          { ref: 'paint', title: 'Paint and body', minScore: 0, maxScore: 10, weight: 2 },
          { ref: 'interior', title: 'Interior', minScore: 0, maxScore: 10 },
          { ref: 'engine', title: 'Engine bay', minScore: 0, maxScore: 10 },
          { ref: 'wheels', title: 'Wheels and chassis', minScore: 0, maxScore: 10 },
          { ref: 'originality', title: 'Originality', minScore: 1, maxScore: 5, weight: 1.5 },
        ],
      },
      {
        ref: 'preservation-form',
        title: 'Preservation',
        criteria: [
          { ref: 'history', title: 'History and papers', minScore: 0, maxScore: 10 },
          { ref: 'patina', title: 'Honest wear', minScore: 0, maxScore: 5 },
          { ref: 'running', title: 'Runs as it should', minScore: 0, maxScore: 10 },
          { ref: 'whole', title: 'The whole car', minScore: 0, maxScore: 100, weight: 0.5 },
        ],
      },
    ],
    judges: [
      { ref: 'judge-1', judgeId: '41', name: 'M. Okafor', phone: '+15555550141' },
      { ref: 'judge-2', judgeId: '42', name: 'H. Lindqvist', phone: '+15555550142', form: 'concours-form' },
      { ref: 'judge-3', judgeId: '43', name: 'C. Serrano', phone: '+15555550143', form: 'concours-form' },
      {
        ref: 'judge-4',
        judgeId: '44',
        name: 'A. Whitlock',
        phone: '+15555550144',
        form: 'preservation-form',
      },
      { ref: 'judge-5', judgeId: 'B7', name: 'Y. Demir', phone: '+15555550145' },
    ],
    voters: Array.from({ length: 50 }, (_, at) => ({ ref: `voter-${at + 1}` })),
  }
}

function listTickets(days: Days): NonNullable<ShowEvent['tickets']> {
  const window = { startdate: days.at(-60, '08:00'), enddate: days.at(2, '20:00') }
  return [
    {
      ref: 'both-days',
      description: 'Two-day ticket',
      price: 18,
      limit: 10,
      quantity: 2000,
      ...window,
      image: 'pictures/ticket-both.webp',
      info: 'Both days, all parades, the hill climb and the cinema.',
    },
    {
      ref: 'day',
      description: 'Day ticket',
      price: 12,
      limit: 10,
      quantity: 2500,
      ...window,
      image: 'pictures/ticket-day.webp',
      info: 'One day of your choice.',
      options: [
        {
          id: 1,
          label: 'Day',
          type: 2,
          choices: [
            { id: 1, label: 'First day' },
            { id: 2, label: 'Second day' },
          ],
          required: true,
        },
      ],
    },
    {
      ref: 'camping',
      description: 'Camping pitch, two nights',
      price: 25,
      limit: 2,
      quantity: 60,
      ...window,
      image: 'pictures/ticket-camping.webp',
      info: 'By the mill pond, with water and showers.',
      options: [
        {
          id: 1,
          label: 'Number plate',
          subLabel: 'Of the car that stays on the pitch',
          type: 1,
          required: true,
        },
        {
          id: 2,
          label: 'You sleep in',
          type: 2,
          choices: [
            { id: 1, label: 'A tent' },
            { id: 2, label: 'A camper' },
            { id: 3, label: 'The car' },
          ],
        },
      ],
    },
    {
      ref: 'barbecue',
      description: "Members' barbecue",
      price: 9.5,
      limit: 6,
      quantity: 180,
      availability: 1,
      ...window,
      info: 'For members and their guests, on the first evening.',
    },
  ]
}

function listEntries(domain: string): NonNullable<ShowEvent['entries']> {
  return listShowCars().map(({ number, carClass, year, make, model, color, engine, picture }, at) => {
    const { fname, lname, address, city, state, zip, phone, mailbox } = findSomebody(at)
    return {
      ref: `car-${number}`,
      number,
      carClass,
      year,
      make,
      model,
      color,
      engine: engine.slice(0, 10),
      ...(picture === null ? {} : { picture: `pictures/${picture}.webp` }),
      values: [{ optionId: 1, value: String(1 + (at % 3)) }],
      ...(at < crowdSize ? { member: `m-${at + 1}` } : {}),
      fname,
      lname,
      address,
      city,
      state,
      zip,
      phone,
      email: `${mailbox}@${domain}`,
    }
  })
}

function listShiftSchedules(days: Days, domain: string): NonNullable<ShowEvent['shiftSchedules']> {
  const tomorrow = addDays(days.today, 1)
  const makeShifts = (name: string, hours: readonly number[], capacity: number, taken: number) =>
    [days.today, tomorrow].flatMap((shiftDate, day) =>
      hours.map((start, at) => ({
        ref: `${name}-${day + 1}-${start}`,
        shiftDate,
        start,
        startMinute: at % 2 === 1 ? 30 : 0,
        duration: 2,
        capacity,
        workers: Array.from({ length: taken }, (_, who) => {
          const { fname, lname, phone, mailbox } = findSomebody((day * 10 + at * 3 + who) % crowdSize)
          return {
            ref: `${name}-${day + 1}-${start}-${who + 1}`,
            member: `m-${((day * 10 + at * 3 + who) % crowdSize) + 1}`,
            fname,
            lname,
            phone,
            email: `${mailbox}@${domain}`,
            swag: 'Cap',
          }
        }),
      })),
    )
  return [
    {
      ref: 'gate',
      name: 'Gate and parking',
      instructions: 'Meet at Gate 2 ten minutes before. Wear the yellow vest from the box.',
      shifts: makeShifts('gate', [7, 9, 11, 13], 6, 2),
    },
    {
      ref: 'hill',
      name: 'Hill climb marshals',
      instructions: 'For members who know the flags. Stay behind the bales.',
      shareType: 2,
      shifts: makeShifts('hill', [10, 13], 4, 1),
    },
    {
      ref: 'kitchen',
      name: 'Barbecue and coffee',
      instructions: 'Aprons are in the pavilion.',
      shifts: makeShifts('kitchen', [8, 16], 5, 0),
    },
  ]
}

function listMakes(): NonNullable<ClubFile['makes']> {
  const models = new Map<string, Set<string>>()
  for (const { cars } of carClasses) {
    for (const [make, model] of cars) {
      const known = models.get(make) ?? new Set()
      models.set(make, known.add(model))
    }
  }
  const toRef = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .toLowerCase()
  return [...models]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([make, of]) => ({
      ref: toRef(make),
      label: make,
      models: [...of].sort().map((model) => ({ ref: toRef(`${make} ${model}`), label: model })),
    }))
}

function makeMainClub(today: string): ClubFile {
  const domain = 'alderhollow.example'
  const days = makeDays(today, mainZone)
  const year = today.slice(0, 4)
  return {
    showfield: 1,
    club: {
      slug: 'alderhollow',
      uuid: mainUuid,
      name: 'Alder Hollow Motor Club',
      timeZone: mainZone,
      logo: 'pictures/logo.webp',
      settings: {
        serviceFee: 1.5,
        maxRenewYears: 3,
        maxRenewDays: 90,
        alternateId: true,
        alternateIdLabel: 'Badge number',
        newsletter: true,
        redirectHosts: ['www.alderhollow.example'],
      },
      portal: {
        donateTab: true,
        headerBackgroundColor: '#19332a',
        headerColor: '#f3e6c4',
        buttonBackgroundColor: '#a5201d',
        buttonColor: '#ffffff',
      },
    },
    memberTypes: [
      {
        ref: 'individual',
        label: 'Individual',
        description: 'One year from the day you join.',
        price: 45,
        renewPrice: 40,
      },
      {
        ref: 'family',
        label: 'Family',
        description: 'One year for everybody under your roof, with logins of their own.',
        price: 65,
        renewPrice: 58,
        allowChildren: true,
      },
      {
        ref: 'junior',
        label: 'Junior',
        description: 'Up to 21, until the end of March.',
        price: 15,
        renewPrice: 15,
        anniversaryRenewal: true,
        anniversaryDate: `${year}-03-31`,
      },
      {
        ref: 'honorary',
        label: 'Honorary',
        description: 'By vote of the board.',
        price: 0,
        renewPrice: 0,
        open: false,
      },
    ],
    members: listMembers(domain, days, crowdSize, 'individual'),
    makes: listMakes(),
    events: [
      makeShow(days, domain),
      {
        ref: 'lanes',
        name: 'Country Lanes Run',
        description: 'A 62-mile road run for any car over 25 years old, with a long lunch in the middle.',
        place: 'Start at the Depot, Alder Hollow',
        images: ['pictures/poster-lanes.webp'],
        startDate: addDays(today, 36),
        endDate: addDays(today, 36),
        registration: true,
        reg_price: 20,
        reg_startdate: days.at(10, '08:00'),
        reg_enddate: days.at(34, '20:00'),
        participantMessage: 'Road books are printed for those who enter until {end_date}.',
        preEventLine1: 'Entries open soon.',
        preEventLine2: 'Sixty cars, first come, first served.',
        schedule: [
          {
            date: addDays(today, 36),
            entries: [
              {
                id: 'lanes-1',
                startTime: '08:30',
                endTime: '09:30',
                label: 'Coffee and road books',
                place: 'Depot',
              },
              { id: 'lanes-2', startTime: '09:45', endTime: '12:30', label: 'First stage', place: 'Depot' },
              { id: 'lanes-3', startTime: '12:30', endTime: '14:00', label: 'Lunch', place: 'Lake Orrin' },
              {
                id: 'lanes-4',
                startTime: '14:15',
                endTime: '16:30',
                label: 'Second stage',
                place: 'Lake Orrin',
              },
            ],
          },
        ],
        classes: [{ ref: 'lanes-1', number: 1, description: 'All cars' }],
      },
      {
        ref: 'swap-next',
        name: 'Small Swap Meet',
        description: 'One morning, one field, no judging: only parts, tools and coffee.',
        place: 'Alder Hollow Fairground, Gate 2',
        startDate: addDays(today, 91),
        endDate: addDays(today, 91),
        preEventLine1: 'Spaces and tickets go on sale a month before.',
        preEventLine2: 'Members hear of it first.',
        schedule: [
          {
            date: addDays(today, 91),
            entries: toSchedule([['07:00', '13:00', 'Swap meet', 'Gate 2']], 'swap'),
          },
        ],
      },
      {
        ref: 'concours-before',
        name: 'Concours & Swap Meet, last year',
        description: 'As it was: two hundred cars, one thunderstorm and a dog that won a ribbon.',
        place: 'Alder Hollow Fairground, Gate 2',
        images: ['pictures/poster.webp'],
        startDate: addDays(today, -364),
        endDate: addDays(today, -363),
        schedule: [
          { date: addDays(today, -364), label: 'First day', entries: toSchedule(firstDay.slice(0, 8), 'b1') },
          {
            date: addDays(today, -363),
            label: 'Second day',
            entries: toSchedule(secondDay.slice(0, 6), 'b2'),
          },
        ],
        classes: carClasses
          .slice(0, 3)
          .map(({ number, description }) => ({ ref: `before-${number}`, number, description })),
      },
      {
        ref: 'garage-sale',
        name: "Members' Garage Sale",
        description: 'Not announced yet.',
        startDate: addDays(today, 120),
        endDate: addDays(today, 120),
        published: false,
      },
    ],
    activities: [
      [-174, '19:00', '21:00', 'Monthly meeting', 'In the Depot, upstairs.'],
      [-146, '09:00', '12:00', 'Tech morning: carburettors', 'Floats, jets, and why it is always the plugs.'],
      [-118, '19:00', '21:30', 'Annual meeting', 'Board, dues and cake.'],
      [-90, '08:00', '17:00', 'Drive to Lake Orrin', 'Ninety miles, two fords, one lunch.'],
      [-62, '19:00', '21:00', 'Monthly meeting', 'In the Depot, upstairs.'],
      [-34, '09:00', '12:00', 'Tech morning: brakes', 'Bring an apron. Drums and discs, bleeding, hoses.'],
      [-6, '18:00', '20:00', 'Setting up the field', 'Stakes, tape, signs and pizza.'],
      [6, '19:00', '21:00', 'Monthly meeting', 'The show in pictures, and what it brought in.'],
      [20, '10:00', '16:00', 'Garage visits', 'Three members open their doors; lunch at the second.'],
      [48, '19:00', '21:00', 'Monthly meeting', 'Board nominations.'],
      [
        62,
        '09:00',
        '12:00',
        'Tech morning: wiring',
        'Looms, earths, and how to find smoke before it escapes.',
      ],
      [83, '18:30', '21:00', 'Film night', "Rally films from the club's attic, with soup."],
      [104, '19:00', '21:00', 'Monthly meeting', 'In the Depot, upstairs.'],
      [132, '10:00', '14:00', 'Welding for beginners', 'Gloves and masks are there; bring something rusty.'],
      [160, '19:00', '21:00', 'Monthly meeting', "Next year's show: who does what."],
      [181, '08:30', '15:00', 'Breakfast run', 'From the Depot to Stony Ford and back, pancakes in between.'],
    ].map(([offset, start, end, title, description], at) => ({
      ref: `activity-${at + 1}`,
      date: addDays(today, Number(offset)),
      start: String(start),
      end: String(end),
      title: String(title),
      description: String(description),
    })),
    folders: [
      { ref: 'minutes', label: 'Minutes', color: '#a5201d' },
      { ref: 'papers', label: 'Rules and forms', color: '#19332a' },
    ],
    files: [
      {
        ref: 'rules',
        name: 'Rules of the club',
        contentType: 'application/pdf',
        path: 'files/rules.pdf',
        folder: 'papers',
      },
      {
        ref: 'how',
        name: 'How we judge',
        contentType: 'application/pdf',
        path: 'files/judging.pdf',
        folder: 'papers',
      },
      {
        ref: 'annual',
        name: 'Annual meeting',
        contentType: 'application/pdf',
        path: 'files/minutes.pdf',
        folder: 'minutes',
      },
      { ref: 'suppliers', name: 'Suppliers we trust', contentType: 'text/csv', path: 'files/suppliers.csv' },
      { ref: 'calendar', name: 'Meetings', contentType: 'text/calendar', path: 'files/calendar.ics' },
    ].map((file, at) => ({ ...file, created: days.at(-100 + at * 12, '12:00') })),
    products: listProducts(),
    rides: Array.from({ length: rideCount }, (_, at) => {
      const [rideYear, make, model, engine, description] = pick(rideStories, at)
      return {
        ref: `ride-${at + 1}`,
        member: at === 0 ? 'member' : at === 1 ? 'moderator' : `m-${at * 3 - 2}`,
        year: rideYear,
        make,
        model,
        engine,
        description,
        images: [`pictures/ride-${at + 1}.webp`],
        created: days.at(-200 + at * 15, '10:00'),
      }
    }),
    topics: [
      { ref: 'finds', topic: 'Garage finds' },
      { ref: 'show', topic: 'The show' },
      { ref: 'help', topic: 'Who can help?' },
    ],
    posts: listPosts(days),
    classifieds: [
      ['Set of four wire wheels', 480, 'Fifteen inch, straight, need paint. Spinners included.', 'ride-3'],
      ['Trailer, 16 ft', 2100, 'Winch, new boards, good tires. Tows straight.', 'ride-4'],
      ['Engine crane', 150, 'Two tons, folds. Collect in Fenwick.', null],
      ['Seats for a saloon, red', 220.5, 'Front pair and bench, leather, one split seam.', 'ride-5'],
      ['Workshop manuals, a shelf of them', 90, 'About thirty, British and German. Together only.', null],
    ].map(([label, price, description, image], at) => ({
      ref: `classified-${at + 1}`,
      member: at === 0 ? 'member' : `m-${at * 5 + 2}`,
      label: String(label),
      price: Number(price),
      description: String(description),
      images: image === null ? [] : [`pictures/${image}.webp`],
      created: days.at(-30 + at * 5, '17:30'),
    })),
  }
}

function listProducts(): NonNullable<ClubFile['products']> {
  const texts: readonly (readonly [
    name: string,
    description: string,
    price: number,
    sizes: readonly string[],
  ])[] = [
    ['Club cap', 'Green wool with the roundel.', 24, ['One size']],
    ['Club shirt', 'Heavy cotton, coachlines across the chest.', 28.5, ['S', 'M', 'L', 'XL']],
    ['Enamel mug', 'For coffee at the gate.', 16, ['']],
    ['Dash plaque', "Brass and enamel, this year's show.", 12, ['']],
    ['Paddock umbrella', 'Large enough for two and a spaniel.', 34, ['']],
  ]
  return texts.map(([name, description, price, sizes], at) => ({
    ref: pick(storeGoods, at),
    name,
    description,
    images: [`pictures/store-${pick(storeGoods, at)}.webp`],
    inventories: sizes.map((size, index) => ({
      ref: `${pick(storeGoods, at)}-${index + 1}`,
      name: size,
      price,
      quantity: size === 'XL' ? 0 : 12 + at * 7 + index,
      shipping: 4.5 + at,
      discount: at === 3 ? 2 : 0,
    })),
  }))
}

function listPosts(days: Days): NonNullable<ClubFile['posts']> {
  return chatter.map(({ topic, by, message, picture, comments, reactions }, at) => {
    const day = -26 + at * 2
    return {
      ref: `post-${at + 1}`,
      member: by,
      topic,
      message,
      media: picture === undefined ? [] : [`pictures/${picture}.webp`],
      created: days.at(day, `${String(8 + (at % 12)).padStart(2, '0')}:2${at % 10}`),
      reactions: reactions
        .map((reaction, index) => ({ member: `m-${((at * 5 + index * 3) % crowdSize) + 1}`, reaction }))
        .filter(isFirst),
      comments: comments.map(([who, text], index) => ({
        ref: `post-${at + 1}-${index + 1}`,
        member: who,
        message: text,
        created: days.at(day, `${String(20 + index).padStart(2, '0')}:05`),
        ...(index === 0 ? { reactions: [{ member: by, reaction: 0 }] } : {}),
      })),
    }
  })
}

function isFirst<T extends { member: string }>(one: T, at: number, all: readonly T[]): boolean {
  return all.findIndex(({ member }) => member === one.member) === at
}

function makeCoastClub(today: string): ClubFile {
  const domain = 'saltmarsh.example'
  const days = makeDays(today, coastZone)
  const tomorrow = addDays(today, 1)
  const cars = listShowCars().filter(({ carClass }) => carClass >= 6 && carClass <= 8)
  return {
    showfield: 1,
    club: {
      slug: 'saltmarsh',
      uuid: coastUuid,
      name: 'Saltmarsh Small Car Register',
      timeZone: coastZone,
      homePage: 'home',
      logo: 'pictures/logo-coast.webp',
      settings: { maxRenewYears: 1, newsletter: false },
      portal: {
        headerBackgroundColor: '#ffd23f',
        headerColor: '#ffffff',
        buttonBackgroundColor: '#ffe680',
        buttonColor: '#ffffff',
        font: 'Slab',
        classifiedTab: false,
        storeTab: false,
      },
    },
    pages: [
      {
        ref: 'home',
        name: 'Home',
        content: {
          sections: [
            {
              elements: [
                {
                  type: 'image',
                  settings: {
                    imageData: 'pictures/poster-coast.webp',
                    imageWidth: 1600,
                    imageHeight: 900,
                    elementWidth: 100,
                    contentWidth: 100,
                    borderRadius: 10,
                  },
                },
              ],
            },
            {
              elements: [
                {
                  type: 'text',
                  settings: {
                    text: '<h2>Small cars, big sea</h2><p>We are the people with the <strong>little cars</strong> on the seafront. Anything under three and a half metres may join; anything under three gets a biscuit.</p>',
                    elementWidth: 60,
                    contentWidth: 100,
                    fontSize: 18,
                    paddingTop: 16,
                    paddingRight: 16,
                    paddingBottom: 16,
                    paddingLeft: 16,
                  },
                },
                {
                  type: 'text',
                  settings: {
                    text: '<h3>Next</h3><ul><li>Seafront Gathering, on the promenade</li><li>Workshop evening, every Tuesday</li></ul><p><a href="/portal/events">All events</a></p>',
                    elementWidth: 40,
                    contentWidth: 100,
                    fontSize: 16,
                    backgroundColor: '#fff6d6',
                    borderRadius: 10,
                    paddingTop: 16,
                    paddingRight: 16,
                    paddingBottom: 16,
                    paddingLeft: 16,
                  },
                },
              ],
            },
          ],
        },
      },
      {
        ref: 'history',
        name: 'Our history',
        content: {
          sections: [
            {
              elements: [
                {
                  type: 'text',
                  settings: {
                    text: '<h2>Since 1974</h2><p>It began with four owners, one jack and a ferry that was late.</p>',
                  },
                },
              ],
            },
          ],
        },
      },
    ],
    memberTypes: [
      {
        ref: 'owner',
        label: 'Owner',
        description: 'With a small car, or looking for one.',
        price: 25,
        renewPrice: 25,
      },
      { ref: 'family', label: 'Household', price: 35, renewPrice: 35, allowChildren: true },
    ],
    members: listMembers(domain, days, 8, 'owner'),
    events: [
      {
        ref: 'seafront',
        name: 'Seafront Gathering',
        description:
          'Small cars along the front from the lighthouse to the pier, and a drive along the marsh.',
        place: 'Saltmarsh Promenade',
        images: ['pictures/poster-coast.webp'],
        startDate: today,
        endDate: tomorrow,
        voting: 1,
        votingStart: days.at(-1, '08:00'),
        votingEnd: days.at(2, '20:00'),
        votesPerClass: 2,
        viewerNotes: 'High water at noon: keep off the lower slip.',
        schedule: [
          {
            date: today,
            entries: toSchedule(
              [
                ['09:00', '10:00', 'Arrival and coffee', 'Lighthouse'],
                ['10:00', '12:00', 'Cars on show', 'Promenade'],
                ['12:00', '12:45', 'Smallest car contest', 'Pier'],
                ['13:00', '14:00', 'Drive along the marsh', 'Lighthouse'],
              ],
              's1',
            ),
          },
          {
            date: tomorrow,
            entries: toSchedule(
              [
                ['09:30', '11:30', 'Cars on show', 'Promenade'],
                ['12:00', '12:30', 'Prizes', 'Pier'],
              ],
              's2',
            ),
          },
        ],
        classes: carClasses
          .filter(({ number }) => number >= 6 && number <= 8)
          .map(({ number, description }) => ({ ref: `s-${number}`, number, description })),
        entries: cars
          .filter((_, at) => at % 3 === 0)
          .map(({ number, carClass, year, make, model, color, picture }) => ({
            ref: `s-${number}`,
            number,
            carClass,
            year,
            make,
            model,
            color,
            ...(picture === null ? {} : { picture: `pictures/${picture}.webp` }),
          })),
        vendors: [
          { ref: 's-v1', name: 'Pier Chips', goods: 'Fish and chips', vendorType: 2 },
          { ref: 's-v2', name: 'Twelve Inch Wheels', goods: 'Small tyres and tubes', vendorType: 3 },
          { ref: 's-v3', name: 'Gull & Spanner', goods: 'Used small parts', vendorType: 1 },
        ],
        maps: [
          {
            ref: 's-front',
            label: 'Promenade',
            elements: Array.from({ length: 14 }, (_, at) => ({
              ref: `s-p${at + 1}`,
              shape: 'box' as const,
              x: 70 + at * 63,
              y: 360 + Math.round(30 * Math.sin(at / 3)),
              w: 48,
              h: 70,
              a: Math.round(10 * Math.cos(at / 3)),
              row: 'P',
              num: String(at + 1),
              type: at % 4,
            })),
            reservations: [
              { ref: 's-r1', element: 's-p3', vendor: 's-v1' },
              { ref: 's-r2', element: 's-p6', vendor: 's-v2' },
              { ref: 's-r3', element: 's-p10', vendor: 's-v3' },
            ],
          },
        ],
        judges: [{ ref: 's-judge', judgeId: '7', name: 'E. Tice', phone: '+15555550170' }],
        voters: Array.from({ length: 6 }, (_, at) => ({ ref: `s-voter-${at + 1}` })),
      },
    ],
    topics: [{ ref: 's-topic', topic: 'Small talk' }],
    posts: [
      {
        ref: 's-post',
        member: 'member',
        topic: 's-topic',
        message: 'Four adults, one dog, one picnic. It can be done.',
        media: ['pictures/ride-9.webp'],
        created: days.at(-3, '18:40'),
        comments: [
          {
            ref: 's-comment',
            member: 'moderator',
            message: 'Photograph or it was three.',
            created: days.at(-3, '19:02'),
          },
        ],
      },
    ],
  }
}

/** In the order of `demo.json`: the first is the default club. `today` is the day in each club's own zone. */
export function makeDemoClubs(findToday: (zone: string) => string): ClubFile[] {
  return [makeMainClub(findToday(mainZone)), makeCoastClub(findToday(coastZone))]
}

// Two clubs, A and B, with all that the actions show, and also much that they must not show.
import { randomUUID } from 'node:crypto'
import type { StoredPortalSettings, TenantSettings } from '../../../src/domain/club.ts'
import { addDays, findDay, toInstant } from '../../../src/domain/day.ts'
import { foldEmail } from '../../../src/domain/member.ts'
import { hashGrant } from '../../../src/server/auth/grants.ts'
import { hashPassword } from '../../../src/server/auth/passwords.ts'
import type { Database, Tx } from '../../../src/server/db/open.ts'
import { giveRole } from '../../../src/server/member/db/officer.ts'
import { hashLinkSecret } from '../../../src/server/sealed/linkSecret.ts'
import { seedProduct } from '../buying/storeGoods.ts'
import { people, type Role, roles, type SeededPerson } from './people.ts'

/** The content of every field that no public answer may contain. */
export const secretMark = 'PRIVATE'

export interface SeededEvent {
  readonly id: number
  readonly ticketIds: readonly number[]
  readonly mapIds: readonly number[]
  /** On the first map. Somebody has the first one. */
  readonly spaceIds: readonly number[]
  readonly vendorIds: readonly number[]
  /** For everybody, for members, for officers. */
  readonly scheduleIds: readonly [number, number, number]
  /** One free, one full; both in the schedule for everybody. */
  readonly shiftIds: readonly [number, number]
  readonly formIds: readonly number[]
  /** Exactly those of the first form: paint from 0 to 10, engine from 1 to 20. */
  readonly criterionIds: readonly [number, number]
  /** Already verified. Their link was not used. */
  readonly judge: {
    readonly id: number
    readonly code: string
    readonly grant: string
    readonly linkSecret: string
  }
  /** Secrets of unused ballots. */
  readonly voters: readonly [string, string, string]
}

/** The time of the show, if a test needs another than the usual. */
export interface ShowTime {
  /** Days from today. */
  startsIn: number
  days: number
}

export interface SeededClub {
  readonly id: number
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly timeZone: string
  readonly people: Readonly<Record<Role, SeededPerson>>
  readonly memberTypes: { readonly open: number; readonly hidden: number }
  readonly homePageId: number
  readonly makeId: number
  /** Begins tomorrow. All its windows are open. */
  readonly show: SeededEvent
  readonly past: SeededEvent
  readonly draft: SeededEvent
  readonly pictures: { readonly logo: string; readonly event: string; readonly map: string }
  readonly posts: SeededPosts
  /** Of the member. */
  readonly rideId: number
  /** Classifieds: the member's, with a picture, and the parent's. */
  readonly listings: { readonly own: number; readonly other: number }
  /** In the store, for $20. */
  readonly inventoryId: number
}

/** The member's own post, the parent's, and the additional login's comment on the parent's. */
export interface SeededPosts {
  readonly own: number
  readonly other: number
  readonly comment: number
}

export interface SeededClubs {
  readonly a: SeededClub
  readonly b: SeededClub
}

export const usualShow: ShowTime = { startsIn: 1, days: 2 }

/** `now` in epoch milliseconds. Days and windows are set around it. */
export async function seedClubs(
  database: Database,
  now: number,
  showTime: ShowTime = usualShow,
): Promise<SeededClubs> {
  const a = await seedClub(database, now, showTime, {
    slug: 'harbor',
    name: 'Harbor Classics',
    timeZone: 'America/New_York',
  })
  const b = await seedClub(database, now, showTime, {
    slug: 'mesa',
    name: 'Mesa Motor Club',
    timeZone: 'America/Phoenix',
  })
  return { a, b }
}

const settings: TenantSettings = {
  serviceFeeCents: 150,
  maxRenewYears: 3,
  maxRenewDays: 60,
  alternateId: true,
  alternateIdLabel: 'Badge number',
  roster: true,
  newsletter: true,
  enewsletter: true,
  redirectHosts: ['www.harborclassics.example'],
  contactEmail: 'office@harborclassics.example',
  contactPhone: '555-555-0142',
  replyTo: 'answers@harborclassics.example',
}

const portal: StoredPortalSettings = {
  joinLink: true,
  donateTab: true,
  buttonBackgroundColor: '#1a5276',
  buttonColor: '#ffffff',
  headerBackgroundColor: '#143d59',
  headerColor: '#f4f4f4',
  font: 'Georgia',
  socialTab: true,
  ridesTab: true,
  activitiesTab: true,
  filesTab: true,
  storeTab: true,
  classifiedTab: true,
  rosterTab: true,
}

const silent = {
  ...{ notify_new_event: false, notify_new_file: false, notify_new_product: false },
  ...{ newsletter: false, enewsletter: false },
}

/** Hashing is slow on purpose, and the people are the same in each world, so hashes are reused. */
const hashed = new Map<string, Promise<string>>()

function hashOnce(password: string): Promise<string> {
  const known = hashed.get(password) ?? hashPassword(password)
  hashed.set(password, known)
  return known
}

async function seedClub(
  database: Database,
  now: number,
  showTime: ShowTime,
  club: { slug: string; name: string; timeZone: string },
): Promise<SeededClub> {
  const tenant = await database.withoutClub((tx) =>
    tx.insertInto('tenant').values({ slug: club.slug }).returning(['id', 'uuid']).executeTakeFirstOrThrow(),
  )
  const hashes = new Map<Role, string | null>()
  for (const role of roles) {
    const { password } = people[role]
    hashes.set(role, password === null ? null : await hashOnce(password))
  }
  const today = findDay(now, club.timeZone)
  return database.inTenant(tenant.id, async (tx) => {
    const pictures = {
      logo: await seedPicture(tx, `${club.slug} logo`),
      event: await seedPicture(tx, `${club.slug} event`),
      map: await seedPicture(tx, `${club.slug} map`),
    }
    const page = await tx
      .insertInto('page')
      .values({ ref: 'home', name: 'Welcome', content: homePage(pictures.event) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('club')
      .values({
        name: club.name,
        time_zone: club.timeZone,
        settings: JSON.stringify({ ...settings, internalNote: secretMark }),
        portal: JSON.stringify({ ...portal, internalNote: secretMark }),
        home_page_ref: 'home',
        logo_hash: pictures.logo,
      })
      .execute()
    const types = await tx
      .insertInto('member_type')
      .values([
        { label: 'Family', price_cents: 4500, renew_price_cents: 4000, allow_children: true, position: 1 },
        { label: `Honorary ${secretMark}`, price_cents: 0, renew_price_cents: 0, open: false, position: 2 },
      ])
      .returning('id')
      .execute()
    const [openType, hiddenType] = types.map((row) => row.id) as [number, number]
    const make = await tx
      .insertInto('make')
      .values({ label: 'Studebaker' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('make').values({ label: 'Hudson' }).execute()
    await tx
      .insertInto('model')
      .values([
        { make_id: make.id, label: 'Lark' },
        { make_id: make.id, label: 'Avanti' },
      ])
      .execute()

    const seeded = {} as Record<Role, SeededPerson>
    for (const role of roles) {
      const person = people[role]
      const email = `${person.mailbox}@${club.slug}.example`
      const { id } = await tx
        .insertInto('member')
        .values({
          email,
          email_folded: foldEmail(email),
          fname: person.fname,
          lname: person.lname,
          address: `12 ${secretMark} Lane`,
          city: 'Portsmouth',
          state: 'NH',
          zip: '03801',
          phone_numbers: JSON.stringify([
            { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550111' },
          ]),
          member_type_id: openType,
          expires_on: person.hasExpired ? today : addDays(today, 200),
          parent_id: role === 'child' ? (seeded.parent?.id ?? null) : null,
          tags: JSON.stringify([`tag ${secretMark}`]),
          password_hash: hashes.get(role) ?? null,
          email_proved_at: new Date(now),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('member_settings')
        .values({
          member_id: id,
          additional_emails: `${secretMark}@elsewhere.example`,
          // who is only there for the desk gets no messages
          ...(person.role === 'owner' && silent),
        })
        .execute()
      if (person.role !== undefined) {
        const given = { memberId: id, role: person.role, eventId: null, until: null, by: null, reason: '' }
        await giveRole(tx, { ...given, at: new Date(now) })
      }
      seeded[role] = {
        id,
        email,
        password: person.password,
        fname: person.fname,
        lname: person.lname,
      }
    }

    const ride = await tx
      .insertInto('ride')
      .values({ member_id: seeded.member.id, year: '1963', make: 'Studebaker', model: 'Avanti' })
      .returning('id')
      .executeTakeFirstOrThrow()

    const common = { tx, timeZone: club.timeZone, today, pictures }
    return {
      ...tenant,
      ...club,
      people: seeded,
      memberTypes: { open: openType, hidden: hiddenType },
      homePageId: page.id,
      makeId: make.id,
      show: await seedEvent({ ...common, name: `${club.name} Show`, ...showTime, published: true }),
      past: await seedEvent({ ...common, name: `${club.name} Last Year`, startsIn: -360, published: true }),
      draft: await seedEvent({ ...common, name: `${secretMark} plans`, startsIn: 300, published: false }),
      pictures,
      posts: await seedPosts(tx, seeded, now),
      rideId: ride.id,
      listings: await seedListings(tx, seeded, now),
      inventoryId: (await seedProduct(tx, 'Club cap', [{}], [pictures.event])).inventoryIds[0] ?? 0,
    }
  })
}

async function seedPosts(
  tx: Tx,
  { member, parent, child }: SeededClub['people'],
  now: number,
): Promise<SeededPosts> {
  const insert = async (values: { member_id: number; message: string; parent_id?: number }) => {
    const row = { created_at: new Date(now), ...values }
    return (await tx.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const own = await insert({ member_id: member.id, message: 'Found a Lark in a barn.' })
  const other = await insert({ member_id: parent.id, message: 'Who has a hubcap to spare?' })
  const comment = await insert({ member_id: child.id, message: 'I have.', parent_id: other })
  return { own, other, comment }
}

export function homePage(pictureHash: string): string {
  return JSON.stringify({
    sections: [
      {
        elements: [
          {
            type: 'text',
            settings: {
              text: '<h1>Welcome</h1><p>Come and see the cars.</p>',
              elementWidth: 60,
              fontSize: 18,
            },
          },
          { type: 'image', settings: { imageData: pictureHash, imageWidth: 400, imageHeight: 300 } },
        ],
      },
    ],
  })
}

async function seedListings(
  tx: Tx,
  { member, parent }: Readonly<Record<Role, SeededPerson>>,
  now: number,
): Promise<SeededClub['listings']> {
  const picture = await seedPicture(tx, 'wheels', 'member')
  const at = { created_at: new Date(now - 3 * 86_400_000) }
  const rows = await tx
    .insertInto('classified')
    .values([
      {
        ...at,
        member_id: member.id,
        label: 'Wire wheels',
        price_cents: 45050,
        description: 'Four, hardly rusty',
        pictures: JSON.stringify([picture]),
      },
      { ...at, member_id: parent.id, label: 'Hood ornament', price_cents: 2000 },
    ])
    .returning('id')
    .execute()
  const [own, other] = rows.map(({ id }) => id) as [number, number]
  return { own, other }
}

/** Only a row, without a file. */
export async function seedPicture(
  tx: Tx,
  name: string,
  kind: 'public' | 'member' = 'public',
): Promise<string> {
  const hash = Buffer.from(name.padEnd(20, '.').slice(0, 20)).toString('hex')
  await tx.insertInto('picture').values({ hash, kind, width: 800, height: 600, bytes: 1000 }).execute()
  return hash
}

export interface EventSeed {
  tx: Tx
  timeZone: string
  /** Calendar day. */
  today: string
  name: string
  /** Days from today. */
  startsIn: number
  /** Default 2. */
  days?: number
  published: boolean
  pictures: { event: string; map: string }
  /** On the first map; default 3. */
  spaces?: number
}

const shirt = {
  id: 1,
  label: 'Shirt',
  subLabel: 'One for each car',
  type: 2,
  choices: [{ id: 1, label: 'Large' }],
  required: false,
}

/**
 * An event with one of everything. Its windows are open from two days before it begins until the day before
 * it ends.
 */
export async function seedEvent(seed: EventSeed): Promise<SeededEvent> {
  const { tx, today, timeZone } = seed
  const startOn = addDays(today, seed.startsIn)
  const endOn = addDays(startOn, (seed.days ?? 2) - 1)
  const opensAt = new Date(toInstant(addDays(startOn, -2), '00:00', timeZone))
  const closesAt = new Date(toInstant(addDays(endOn, -1), '18:00', timeZone))
  const { id } = await tx
    .insertInto('event')
    .values({
      name: seed.name,
      description: 'Two days of chrome',
      place: 'Prescott Park',
      pictures: JSON.stringify([seed.pictures.event]),
      start_on: startOn,
      end_on: endOn,
      published: seed.published,
      registration: true,
      reg_price_cents: 3550,
      reg_member_discount_cents: 500,
      reg_starts_at: opensAt,
      reg_ends_at: closesAt,
      participant_message: 'Register until {end_date}.',
      registration_options: JSON.stringify([shirt]),
      ticket_label: 'Passes',
      worker_signup: true,
      worker_starts_at: opensAt,
      worker_ends_at: closesAt,
      worker_choices: 'S,M,L',
      schedule: JSON.stringify([
        {
          date: startOn,
          entries: [
            { id: 'gates', startTime: '08:00', endTime: '09:00', label: 'Gates open', place: 'North' },
          ],
        },
      ]),
      viewer_notes: 'Bring a hat.',
      voting: 2,
      voting_starts_at: opensAt,
      voting_ends_at: closesAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { event_id: id }
  const sale = { starts_at: opensAt, ends_at: closesAt }

  const tickets = await tx
    .insertInto('ticket')
    .values([
      {
        ...of,
        ...sale,
        description: 'Day pass',
        price_cents: 1000,
        purchase_limit: 8,
        quantity: 200,
        options: JSON.stringify([shirt]),
        position: 1,
      },
      {
        ...of,
        ...sale,
        description: 'Box office only',
        price_cents: 800,
        purchase_limit: 4,
        quantity: 50,
        availability: 1,
        position: 2,
      },
    ])
    .returning('id')
    .execute()

  const maps = await tx
    .insertInto('event_map')
    .values([
      {
        ...of,
        label: 'North field',
        picture_hash: seed.pictures.map,
        member_discount_cents: 200,
        available: true,
        available_starts_at: opensAt,
        available_ends_at: closesAt,
        position: 1,
      },
      { ...of, label: 'Harbor walk', position: 2 },
    ])
    .returning('id')
    .execute()
  const [firstMap] = maps as [{ id: number }]
  const spaces = await tx
    .insertInto('map_element')
    .values(
      Array.from({ length: seed.spaces ?? 3 }, (_, index) => ({
        event_map_id: firstMap.id,
        shape: index % 2 === 0 ? ('box' as const) : ('circle' as const),
        x: 20 + (index % 25) * 38,
        y: 20 + Math.floor(index / 25) * 50,
        w: 30,
        h: 40,
        row: 'A',
        num: String(index + 1),
        type: (index % 3) + 1,
        cost_cents: 2525,
      })),
    )
    .returning('id')
    .execute()
  const vendors = await tx
    .insertInto('vendor')
    .values([vendorRow(of, 'Zephyr Parts', 'Carburettors', 3), vendorRow(of, 'Clam Shack', 'Fried clams', 2)])
    .returning('id')
    .execute()
  const [zephyr] = vendors as [{ id: number }]
  const [firstSpace] = spaces as [{ id: number }]
  await tx.insertInto('reservation').values({ map_element_id: firstSpace.id, vendor_id: zephyr.id }).execute()

  await tx
    .insertInto('event_class')
    .values([
      { ...of, number: 2, description: 'Trucks' },
      { ...of, number: 1, description: 'Sedans' },
      { ...of, number: 9, description: `${secretMark} committee`, viewable: false },
    ])
    .execute()
  await tx
    .insertInto('entry')
    .values([showEntryRow(of, '110', 1), showEntryRow(of, '12', 1), showEntryRow(of, '201', 2)])
    .execute()

  const schedules = await tx
    .insertInto('shift_schedule')
    .values([
      { ...of, name: 'Gate', instructions: 'Wear a vest', share_type: 3, position: 1 },
      { ...of, name: 'Judging tent', share_type: 2, position: 2 },
      { ...of, name: `${secretMark} cash`, share_type: 1, position: 3 },
    ])
    .returning('id')
    .execute()
  const scheduleIds = schedules.map((row) => row.id) as [number, number, number]
  const [gate, tent, cash] = scheduleIds
  const shift = { shift_on: endOn, duration_minutes: 150, capacity: 1 }
  const shifts = await tx
    .insertInto('shift')
    .values([
      { ...shift, shift_schedule_id: gate, start_hour: 7, start_minute: 30 },
      { ...shift, shift_schedule_id: gate, start_hour: 10 },
      { ...shift, shift_schedule_id: tent, start_hour: 9 },
      { ...shift, shift_schedule_id: cash, start_hour: 9 },
    ])
    .returning('id')
    .execute()
  const [free, full] = shifts.map((row) => row.id) as [number, number]
  await tx
    .insertInto('shift_worker')
    .values({
      shift_id: full,
      fname: 'Wim',
      lname: `${secretMark} Worker`,
      email: `wim@${secretMark}.example`,
      email_folded: foldEmail(`wim@${secretMark}.example`),
      phone: secretMark,
      notes: secretMark,
    })
    .execute()

  const form = await tx
    .insertInto('judging_form')
    .values({ ...of, title: 'Stock cars' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const criteria = await tx
    .insertInto('criterion')
    .values([
      { judging_form_id: form.id, title: 'Paint', min_score: 0, max_score: 10, weight: 1.5, position: 1 },
      { judging_form_id: form.id, title: 'Engine', min_score: 1, max_score: 20, position: 2 },
    ])
    .returning('id')
    .execute()
  const judge = {
    code: '41',
    grant: `grant of a judge of event ${id}`,
    linkSecret: `link of a judge of event ${id}`,
  }
  const { id: judgeId } = await tx
    .insertInto('judge')
    .values({
      ...of,
      code: judge.code,
      name: `${secretMark} Judge`,
      phone: `+1603${secretMark}`,
      link_secret_hash: hashLinkSecret(judge.linkSecret),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('judge_grant')
    .values({
      ...of,
      hash: hashGrant(judge.grant),
      judge_id: judgeId,
      created_at: opensAt,
      until: new Date(toInstant(addDays(endOn, 3), '00:00', timeZone)),
    })
    .execute()
  const voters = await tx
    .insertInto('voter')
    .values([randomUUID(), randomUUID(), randomUUID()].map((uuid) => ({ ...of, uuid })))
    .returning('uuid')
    .execute()
  return {
    id,
    ticketIds: tickets.map((row) => row.id),
    mapIds: maps.map((row) => row.id),
    spaceIds: spaces.map((row) => row.id),
    vendorIds: vendors.map((row) => row.id),
    scheduleIds,
    shiftIds: [free, full],
    formIds: [form.id],
    criterionIds: criteria.map((row) => row.id) as [number, number],
    judge: { id: judgeId, ...judge },
    voters: voters.map((row) => row.uuid) as [string, string, string],
  }
}

interface OfEvent {
  event_id: number
}

function vendorRow(of: OfEvent, name: string, goods: string, vendorType: number) {
  return {
    ...of,
    name,
    goods,
    vendor_type: vendorType,
    contact_name: `${secretMark} Contact`,
    address: secretMark,
    phone: secretMark,
    email: `v@${secretMark}.example`,
    email_folded: `v@${secretMark.toLowerCase()}.example`,
    tax_id: secretMark,
  }
}

function showEntryRow(of: OfEvent, carNumber: string, classNumber: number) {
  return {
    ...of,
    car_number: carNumber,
    class_number: classNumber,
    year: '1963',
    make: 'Studebaker',
    model: 'Lark',
    fname: secretMark,
    lname: secretMark,
    address: secretMark,
    phone: secretMark,
    email: `owner@${secretMark}.example`,
    email_folded: `owner@${secretMark.toLowerCase()}.example`,
    notes: secretMark,
  }
}

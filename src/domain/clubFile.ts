// The club file: everything that a club needs, as one documented, versioned JSON file with pictures beside it.
import { z } from 'zod'
import { isSlug } from './club.ts'
import { boxNumbers, fontWeights, largestImageSide, textAligns, wrapAligns } from './page.ts'
import { bundledFonts, findBundledFont } from './theme.ts'

/** Rises when a file of an older version would be read wrongly. */
export const clubFileVersion = 1

// The lengths of the screens' fields; where two screens differ, the one that wrote the record counts.
export const lengths = {
  ref: 80,
  label: 128,
  prose: 8192,
  picture: 8_500_000,
  member: { name: 64, address: 64, city: 64, state: 32, zip: 16, country: 64, email: 128, altMemberId: 64 },
  entrant: { name: 24, address: 97, city: 48, state: 2, zip: 10, country: 64, phone: 12, email: 48 },
  vehicle: { year: 24, make: 24, model: 64, trim: 64, color: 24, engine: 10 },
  vendor: {
    name: 64,
    address: 128,
    city: 64,
    state: 2,
    zip: 10,
    phone: 20,
    email: 128,
    taxId: 20,
    goods: 2048,
  },
  worker: { name: 24, phone: 12, email: 48 },
  ride: { year: 4, make: 50, model: 50, engine: 128, trim: 50, story: 2048 },
  option: 64,
  post: 1024,
  topic: 64,
  classified: { label: 64, description: 1024 },
  judgeId: 4,
  carNumber: 4,
} as const

const largestDollars = 9_999_999.99
const largestCount = 2_000_000_000

/** Text that every database and every screen can hold: whole characters, no zero byte. */
function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'contains a broken character')
}

function required(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty')
}

const optional = (max: number) => text(max).default('')

/** The stable name of a record: the same ref in the next file means the same record. */
export const ref = z
  .string()
  .regex(/^[\w.:@/-]{1,80}$/, 'must have 1 to 80 letters, digits or . _ - : @ / and no spaces')
  .describe('Stable name of this record, unique among its kind in the file')

const refTo = (what: string) => ref.describe(`The ref of ${what}`)
const flag = z.boolean()
const count = (min: number, max = largestCount) => z.int().min(min).max(max)
const basisPoints = count(0, 10_000).default(0)
const size = z.number().min(-10_000).max(10_000)

/** Dollars with at most two decimals. */
export const dollars = z
  .number()
  .min(0)
  .max(largestDollars)
  .refine((value) => Number(value.toFixed(2)) === value, 'must be dollars with at most 2 decimals')

export const day = z.iso
  .date('must be a calendar day, like 2026-06-12')
  .describe("Calendar day, 'YYYY-MM-DD'")
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant with its zone, like 2026-06-12T09:00:00-05:00' })
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be an instant with its zone')
  .describe('ISO instant with its zone')
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, like '09:30'")
  .describe("Time of day, 'HH:MM', in the event's zone")

const email = z
  .string()
  .trim()
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
const colour = z.string().regex(/^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6}))?$/i, 'must be a colour, like #19332a')

/** A path beside the club file (never outside its folder), or a data URL. */
export const picture = z
  .string()
  .min(1)
  .max(lengths.picture)
  .refine(
    (value) =>
      /^data:image\/[a-z.+-]+;base64,[A-Za-z0-9+/=\s]*$/.test(value) ||
      (value.length <= 255 && !/^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[/\\]|\0/.test(value)),
    'must be a path beside the file or a data URL of an image; addresses of the web are not fetched',
  )
  .describe('Path of an image beside this file, or a data URL: PNG, JPEG, WebP or GIF')
const pictures = z.array(picture).max(24).default([])

/** Type 1 is a text, 2 a choice. `id` is kept by orders, so it must never be given to another. */
export const eventOption = z.object({
  id: count(1),
  label: required(lengths.label),
  subLabel: optional(lengths.label),
  type: z.union([z.literal(1), z.literal(2)]),
  choices: z
    .array(z.object({ id: count(1), label: required(lengths.label) }))
    .max(100)
    .default([]),
  required: flag.default(false),
})

export const optionValue = z.object({ optionId: count(1), value: text(lengths.option) })

export const scheduleDay = z.object({
  date: day,
  label: text(lengths.label).optional(),
  entries: z
    .array(
      z.object({
        id: ref.describe('Stable id: favourites hold on to it when the entry moves'),
        startTime: clockTime,
        endTime: clockTime,
        label: required(lengths.label),
        place: text(lengths.label).optional(),
        cancelled: flag.optional(),
      }),
    )
    .max(500),
})

export const phoneNumber = z.object({
  typeId: z.int().min(0).max(99).default(1),
  isoCode: text(2).default('US'),
  countryCode: text(5).default('+1'),
  longCode: z.string().regex(/^\d{4,15}$/, 'must have digits only'),
})

const box = z.object({
  ...(Object.fromEntries(
    Object.entries(boxNumbers).map(([name, [lowest, highest]]) => [
      name,
      z.number().min(lowest).max(highest).optional(),
    ]),
  ) as BoxNumbers),
  borderColor: colour.optional(),
  textColor: colour.optional(),
  backgroundColor: colour.optional(),
  fontWeight: z
    .string()
    .refine((weight) => fontWeights.includes(weight), `must be one of ${fontWeights.join(', ')}`)
    .optional(),
  wrapAlign: z.enum(wrapAligns).optional(),
  textAlign: z.enum(textAligns).optional(),
})

/** Page: sections of elements, each a text or an image; its box stands in its settings. */
export const pageContent = z.object({
  sections: z
    .array(
      z.object({
        elements: z
          .array(
            z.discriminatedUnion('type', [
              z.object({ type: z.literal('text'), settings: box.extend({ text: text(65_536) }) }),
              z.object({
                type: z.literal('image'),
                settings: box.extend({
                  imageData: picture,
                  imageWidth: count(1, largestImageSide).optional(),
                  imageHeight: count(1, largestImageSide).optional(),
                }),
              }),
            ]),
          )
          .max(200),
      }),
    )
    .max(200),
})

/**
 * One schema per kind of record, without what hangs below it; `clubFileSchema` puts them together. The
 * importer checks record by record with these, so that each fault is told by its place.
 */
export const recordSchemas = {
  club: z.object({
    slug: z.string().refine(isSlug, 'must be small letters, digits and single hyphens, and no reserved name'),
    uuid: z.uuid().optional(),
    name: required(lengths.label),
    customerType: z.int().min(0).max(99).default(0),
    timeZone: z.string().refine(isTimeZone, 'must be a time zone, like America/Chicago'),
    homePage: refTo("the page that is the club's home").optional(),
    logo: picture.optional(),
    settings: z
      .object({
        serviceFee: dollars.default(0),
        maxRenewYears: count(1, 20).default(1),
        maxRenewDays: count(0, 3660).default(0),
        alternateId: flag.default(false),
        alternateIdLabel: optional(lengths.label),
        roster: flag.default(true),
        newsletter: flag.default(false),
        enewsletter: flag.default(true),
        redirectHosts: z
          .array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, 'must be a host, like www.example.org'))
          .max(20)
          .default([]),
        taxRates: z
          .object({
            membership: basisPoints,
            event: basisPoints,
            tickets: basisPoints,
            products: basisPoints,
          })
          .prefault({}),
      })
      .prefault({}),
    portal: z
      .object({
        joinLink: flag.default(true),
        donateTab: flag.default(false),
        buttonBackgroundColor: colour.default(''),
        buttonColor: colour.default(''),
        headerBackgroundColor: colour.default(''),
        headerColor: colour.default(''),
        font: text(lengths.label)
          .refine(
            (name) => name === '' || findBundledFont(name) !== undefined,
            `must be one of ${bundledFonts.map((font) => font.name).join(', ')}`,
          )
          .default(''),
        socialTab: flag.default(true),
        ridesTab: flag.default(true),
        activitiesTab: flag.default(true),
        filesTab: flag.default(true),
        storeTab: flag.default(true),
        classifiedTab: flag.default(true),
        rosterTab: flag.default(true),
      })
      .prefault({}),
  }),
  page: z.object({ ref, name: required(lengths.label), content: pageContent }),
  memberType: z.object({
    ref,
    label: required(lengths.label),
    description: optional(lengths.prose),
    price: dollars,
    renewPrice: dollars,
    anniversaryRenewal: flag.default(false),
    anniversaryDate: day.optional().describe('Its month and day count'),
    allowChildren: flag.default(false),
    open: flag.default(true).describe('Whether people may join with it'),
  }),
  member: z.object({
    ref,
    email_address: email.max(lengths.member.email),
    fname: required(lengths.member.name),
    lname: required(lengths.member.name),
    title: z.enum(['', 'Mr', 'Mrs', 'Miss', 'Ms', 'Dr']).default(''),
    partner: optional(lengths.member.name),
    address: optional(lengths.member.address),
    city: optional(lengths.member.city),
    state: optional(lengths.member.state),
    zip: optional(lengths.member.zip),
    country: text(lengths.member.country).default('US'),
    phoneNumbers: z.array(phoneNumber).max(10).default([]),
    type: refTo('a member type').optional(),
    expiration: day,
    memberSince: day.optional(),
    parent: refTo('the member whose additional login this is').optional(),
    altMemberId: optional(lengths.member.altMemberId),
    avatar: picture.optional(),
    tags: z.array(required(64)).max(50).default([]),
    language: z.enum(['en', 'es']).optional(),
    password: text(256).min(1).optional().describe('Instead of passwordHash; kept only as its hash'),
    passwordHash: z
      .string()
      .max(512)
      .regex(
        /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/,
        'must be an argon2id hash ($argon2id$…)',
      )
      .optional(),
  }),
  memberSettings: z.object({
    additionalEmails: optional(1024),
    autoRenew: flag.default(false),
    notifyNewFile: flag.default(true),
    notifyNewEvent: flag.default(true),
    notifyNewProduct: flag.default(true),
    newsletter: flag.default(false),
    enewsletter: flag.default(true),
    moderator: flag.default(false),
    roster: flag.default(true),
    rosterPartner: flag.default(false),
    rosterLocale: flag.default(true),
    rosterEmail: flag.default(false),
    rosterPhone: flag.default(false),
  }),
  make: z.object({ ref, label: required(lengths.vehicle.make) }),
  model: z.object({ ref, label: required(lengths.vehicle.model) }),
  event: z.object({
    ref,
    name: required(lengths.label),
    description: optional(lengths.prose),
    place: optional(lengths.label),
    images: pictures,
    startDate: day,
    endDate: day,
    timeZone: z.string().refine(isTimeZone, 'must be a time zone, like America/Chicago').optional(),
    published: flag.default(true),
    testMode: flag.default(false),
    agreement: optional(lengths.prose * 4),
    registration: flag.default(false),
    reg_price: dollars.default(0),
    regMemberDiscount: dollars.default(0),
    reg_startdate: instant.optional(),
    reg_enddate: instant.optional(),
    participantMessage: optional(lengths.prose),
    typedMakeAndModel: flag.default(false),
    registrationOptions: z.array(eventOption).max(50).default([]),
    ticketLabel: optional(lengths.label),
    ticketMessage: optional(lengths.prose),
    vendorMessage: optional(lengths.prose),
    workerSignup: flag.default(false),
    workerStartDate: instant.optional(),
    workerEndDate: instant.optional(),
    workerMessage: optional(lengths.prose),
    workerChoices: optional(1024).describe('Separated by commas'),
    preEventLine1: optional(lengths.label),
    preEventLine2: optional(lengths.label),
    schedule: z.array(scheduleDay).max(60).default([]),
    viewerNotes: optional(lengths.prose * 2),
    voting: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
    votingStart: instant.optional(),
    votingEnd: instant.optional(),
    votesPerClass: count(1, 20).default(1),
    ballotGraceMinutes: count(0, 10_080).default(30),
    sheetGraceHours: count(0, 720).default(48),
  }),
  ticket: z.object({
    ref,
    description: required(lengths.label),
    price: dollars,
    limit: count(1),
    quantity: count(0).describe('How many there are, sold ones included'),
    availability: z.int().min(0).max(99).default(0).describe('0 is sold to everybody'),
    startdate: instant,
    enddate: instant,
    image: picture.optional(),
    info: optional(lengths.prose),
    options: z.array(eventOption).max(50).default([]),
  }),
  eventClass: z.object({
    ref,
    number: count(1, 9999),
    description: required(lengths.label),
    viewable: flag.default(true),
  }),
  entry: z.object({
    ref,
    number: z
      .string()
      .regex(/^\d{1,4}$/, 'must have 1 to 4 digits')
      .describe('Begins with the number of its class'),
    carClass: count(1, 9999),
    year: optional(lengths.vehicle.year),
    make: optional(lengths.vehicle.make),
    model: optional(lengths.vehicle.model),
    trim: optional(lengths.vehicle.trim),
    color: optional(lengths.vehicle.color),
    engine: optional(lengths.vehicle.engine),
    picture: picture.optional(),
    values: z.array(optionValue).max(50).default([]),
    member: refTo('a member').optional(),
    fname: optional(lengths.entrant.name),
    lname: optional(lengths.entrant.name),
    address: optional(lengths.entrant.address),
    city: optional(lengths.entrant.city),
    state: optional(lengths.entrant.state),
    zip: optional(lengths.entrant.zip),
    country: text(lengths.entrant.country).default('US'),
    phone: optional(lengths.entrant.phone),
    email: email.max(lengths.entrant.email).or(z.literal('')).default(''),
    allowEmailMarketing: flag.default(false),
    notes: optional(lengths.prose),
    created: instant.optional(),
  }),
  map: z.object({
    ref,
    label: required(lengths.label),
    backgroundImage: picture.optional(),
    memberDiscount: dollars.default(0),
    available: flag.default(false),
    availableStartdate: instant.optional(),
    availableEnddate: instant.optional(),
    askVendorType: flag.default(true),
    askVendorTaxid: flag.default(true),
    askVendorDescription: flag.default(true),
  }),
  element: z.object({
    ref,
    shape: z.enum(['box', 'circle']),
    x: size,
    y: size,
    w: z.number().positive().max(10_000),
    h: z.number().positive().max(10_000),
    a: z.number().min(-360).max(360).default(0).describe('Degrees, clockwise'),
    row: optional(8),
    num: optional(8),
    type: z.int().min(0).max(99).default(0).describe('1 swap, 2 food, 3 merchandise, otherwise any'),
    cost: dollars.default(0),
    notes: optional(lengths.prose),
    available: flag.default(true),
  }),
  vendor: z.object({
    ref,
    name: required(lengths.vendor.name),
    goods: optional(lengths.vendor.goods),
    vendorType: z
      .int()
      .min(0)
      .max(99)
      .default(0)
      .describe('1 swap, 2 food, 3 merchandise, 4 camping, 0 other'),
    member: refTo('a member').optional(),
    contactName: optional(lengths.vendor.name),
    address: optional(lengths.vendor.address),
    city: optional(lengths.vendor.city),
    state: optional(lengths.vendor.state),
    zip: optional(lengths.vendor.zip),
    phone: optional(lengths.vendor.phone),
    email: email.max(lengths.vendor.email).or(z.literal('')).default(''),
    allowEmailMarketing: flag.default(false),
    taxId: optional(lengths.vendor.taxId),
    created: instant.optional(),
  }),
  reservation: z.object({
    ref,
    element: refTo('a space of this map'),
    vendor: refTo('a vendor of this event'),
  }),
  shiftSchedule: z.object({
    ref,
    name: required(lengths.label),
    instructions: optional(lengths.prose),
    shareType: z.int().min(0).max(3).default(3).describe('3 everybody, 2 members, less: officers only'),
  }),
  shift: z.object({
    ref,
    shiftDate: day,
    start: count(0, 23),
    startMinute: count(0, 59).default(0),
    duration: z
      .number()
      .positive()
      .max(24)
      .refine((hours) => Number.isInteger(hours * 60), 'must be whole minutes, told in hours')
      .describe('Hours'),
    capacity: count(1, 10_000),
  }),
  worker: z.object({
    ref,
    member: refTo('a member').optional(),
    fname: required(lengths.worker.name),
    lname: required(lengths.worker.name),
    phone: optional(lengths.worker.phone),
    email: email.max(lengths.worker.email),
    allowEmailMarketing: flag.default(false),
    swag: text(64).default('-'),
    notes: optional(lengths.prose),
    created: instant.optional(),
  }),
  judgingForm: z.object({ ref, title: required(lengths.label) }),
  criterion: z.object({
    ref,
    title: required(lengths.label),
    minScore: z.int().min(-1000).max(1000),
    maxScore: z.int().min(-1000).max(1000),
    weight: z.number().positive().max(1000).default(1),
  }),
  judge: z.object({
    ref,
    judgeId: z.string().regex(/^[A-Za-z0-9]{1,4}$/, 'must have 1 to 4 letters or digits'),
    name: optional(lengths.label),
    phone: z
      .string()
      .regex(/^(?:\+?[\d ()-]{7,20})?$/, 'must be a telephone number')
      .default(''),
    form: refTo('the only form this judge may use').optional(),
  }),
  voter: z.object({
    ref,
    uuid: z
      .uuid()
      .optional()
      .describe("The secret of the ballot's link; made by the server when it is left out"),
    votedAt: instant.optional(),
  }),
  activity: z.object({
    ref,
    date: day,
    start: clockTime,
    end: clockTime,
    title: required(lengths.label),
    description: optional(lengths.prose),
  }),
  folder: z.object({ ref, label: required(lengths.label), color: colour.default('') }),
  file: z.object({
    ref,
    name: required(lengths.label),
    contentType: z
      .string()
      .refine((type) => fileTypes.has(type), 'is not a type of file that the portal shows'),
    path: z
      .string()
      .min(1)
      .max(255)
      .refine((path) => !/^[/\\]|\0|:/.test(path), 'must be a path beside the file'),
    folder: refTo('a folder; without it the file lies at the root').optional(),
    shared: flag.default(true),
    created: instant.optional(),
  }),
  product: z.object({
    ref,
    name: required(lengths.label),
    description: optional(lengths.prose),
    images: pictures,
  }),
  inventory: z.object({
    ref,
    name: optional(lengths.label).describe('The size'),
    price: dollars,
    quantity: count(0),
    shipping: dollars.default(0),
    discount: dollars.default(0),
  }),
  ride: z.object({
    ref,
    member: refTo('a member'),
    year: optional(lengths.ride.year),
    make: optional(lengths.ride.make),
    model: optional(lengths.ride.model),
    engine: optional(lengths.ride.engine),
    trim: optional(lengths.ride.trim),
    description: optional(lengths.ride.story),
    images: pictures,
    created: instant.optional(),
  }),
  topic: z.object({ ref, topic: required(lengths.topic) }),
  post: z.object({
    ref,
    member: refTo('a member'),
    topic: refTo('a topic').optional(),
    message: required(lengths.post),
    media: pictures,
    created: instant.optional(),
  }),
  comment: z.object({
    ref,
    member: refTo('a member'),
    message: required(lengths.post),
    created: instant.optional(),
  }),
  reaction: z.object({
    member: refTo('a member'),
    reaction: z.int().min(0).max(7).describe('0 up, 1 down, 2 love, 3 care, 4 haha, 5 wow, 6 sad, 7 angry'),
  }),
  classified: z.object({
    ref,
    member: refTo('a member'),
    label: required(lengths.classified.label),
    price: dollars,
    description: optional(lengths.classified.description),
    images: pictures,
    created: instant.optional(),
  }),
} as const

/** What a club may hand out, with the ending that the file gets on the way out. */
export const fileTypes: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['audio/basic', 'au'],
  ['audio/L24', 'l24'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['audio/mpeg3', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/vorbis', 'ogg'],
  ['audio/vnd.rn-realaudio', 'ra'],
  ['audio/wav', 'wav'],
  ['audio/vnd.wave', 'wav'],
  ['audio/3gpp', '3gp'],
  ['audio/3gpp2', '3g2'],
  ['audio/ac3', 'ac3'],
  ['audio/webm', 'weba'],
  ['audio/amr', 'amr'],
  ['audio/amr-nb', 'amr'],
  ['video/mpeg', 'mpeg'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/webm', 'webm'],
  ['video/3gpp', '3gp'],
  ['video/3gpp2', '3g2'],
  ['video/H264', 'h264'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/bmp', 'bmp'],
  ['text/vcard', 'vcf'],
  ['text/csv', 'csv'],
  ['text/rtf', 'rtf'],
  ['text/richtext', 'rtx'],
  ['text/calendar', 'ics'],
  ['text/directory', 'txt'],
])

const r = recordSchemas
const list = <T extends z.ZodType>(record: T) => z.array(record).default([])

const eventFields = r.event.extend({
  tickets: list(r.ticket),
  classes: list(r.eventClass),
  vendors: list(r.vendor),
  maps: list(r.map.extend({ elements: list(r.element), reservations: list(r.reservation) })),
  entries: list(r.entry),
  shiftSchedules: list(r.shiftSchedule.extend({ shifts: list(r.shift.extend({ workers: list(r.worker) })) })),
  judgingForms: list(r.judgingForm.extend({ criteria: list(r.criterion) })),
  judges: list(r.judge),
  voters: list(r.voter),
})

/** The whole file. `showfield` is the version of this format. */
export const clubFileSchema = z
  .object({
    $schema: z.string().optional().describe('For editors; not read'),
    showfield: z.literal(clubFileVersion),
    club: r.club,
    pages: list(r.page),
    memberTypes: list(r.memberType),
    members: list(r.member.extend({ settings: r.memberSettings.prefault({}) })),
    makes: list(r.make.extend({ models: list(r.model) })),
    events: list(eventFields),
    activities: list(r.activity),
    folders: list(r.folder),
    files: list(r.file),
    products: list(r.product.extend({ inventories: list(r.inventory) })),
    rides: list(r.ride),
    topics: list(r.topic),
    posts: list(
      r.post.extend({
        reactions: list(r.reaction),
        comments: list(r.comment.extend({ reactions: list(r.reaction) })),
      }),
    ),
    classifieds: list(r.classified),
  })
  .describe('A Showfield club file')

/** As people write it: what has a default may be left out. */
export type ClubFile = z.input<typeof clubFileSchema>

/** What `Object.fromEntries` cannot tell: the numbers of a box, by name. */
type BoxNumbers = { [N in keyof typeof boxNumbers]: z.ZodOptional<z.ZodNumber> }

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false // the runtime knows no such zone: that is the answer
  }
}

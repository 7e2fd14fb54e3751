// The club file: everything about a club in one documented, versioned JSON file, with pictures beside it.
import { z } from 'zod'
import { isSlug } from '../../domain/club.ts'
import { boxLimits, fontWeights, largestImageSide, textAligns, wrapAligns } from '../../domain/page.ts'
import { clubLocale, clubSettings } from '../../domain/shapes/club.ts'
import { eventFile, eventOption } from '../../domain/shapes/event.ts'
import { eventPlaceFile } from '../../domain/shapes/eventPlace.ts'
import { fileTypes } from '../../domain/shapes/fileType.ts'
import {
  clockTime,
  colour,
  count,
  day,
  dollars,
  email,
  flag,
  gateCode,
  instant,
  lengths,
  optional,
  picture,
  pictures,
  ref,
  refTo,
  required,
  text,
} from '../../domain/shapes/fileValues.ts'
import { memberFile } from '../../domain/shapes/member.ts'
import { commentFile, postFile, reactionFile, topicFile } from '../../domain/shapes/post.ts'
import { showEntryFile } from '../../domain/shapes/showEntry.ts'
import { vendorFile } from '../../domain/shapes/vendor.ts'
import { longestGifts, noGift } from '../../domain/shift.ts'
import { bundledFonts, findBundledFont } from '../../domain/theme.ts'

/** Raised when this version would misread files of older versions. */
export const clubFileVersion = 1

const size = z.number().min(-10_000).max(10_000)

const box = z.object({
  ...(Object.fromEntries(
    Object.entries(boxLimits).map(([name, [lowest, highest]]) => [
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

/** A page: sections with elements, each a text or an image. An element's box is in its settings. */
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
 * One schema for each kind of record, without its children; `clubFileSchema` puts them together. The importer
 * checks each record by itself with these, so that each fault names its place.
 */
export const recordSchemas = {
  club: z.object({
    slug: z.string().refine(isSlug, 'must be small letters, digits and single hyphens, and no reserved name'),
    uuid: z.uuid().optional(),
    name: required(lengths.label),
    customerType: z.int().min(0).max(99).default(0),
    ...clubLocale,
    homePage: refTo("the page that is the club's home").optional(),
    logo: picture.optional(),
    settings: clubSettings.prefault({}),
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
  member: memberFile,
  memberSettings: z.object({
    additionalEmails: optional(1024),
    autoRenew: flag
      .optional()
      .describe(
        'No, if the member wants none. A yes is theirs to give, with a card: it is neither imported nor exported',
      ),
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
  event: eventFile,
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
  entry: showEntryFile,
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
  place: eventPlaceFile,
  vendor: vendorFile,
  reservation: z.object({
    ref,
    element: refTo('a space of this map'),
    vendor: refTo('a vendor of this event'),
    code: gateCode.optional(),
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
      .refine((hours) => Number.isInteger(hours * 60), 'must be whole minutes, given in hours')
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
    swag: text(longestGifts).default(noGift),
    notes: optional(lengths.prose),
    code: gateCode.optional(),
    created: instant.optional(),
    confirmed: instant.optional().describe('When they said that they come'),
    askedUntil: instant
      .optional()
      .describe('Only asked for, by a stranger: until then the link in their mail makes it theirs'),
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
    revokedAt: instant.optional().describe('Leaving it out never takes a revoked judge back'),
  }),
  voter: z.object({
    ref,
    uuid: z
      .uuid()
      .optional()
      .describe("The secret of the ballot's link; made by the server when it is left out"),
    votedAt: instant.optional(),
    voidedAt: instant.optional().describe('Leaving it out never makes a void ballot count again'),
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
  topic: topicFile,
  post: postFile,
  comment: commentFile,
  reaction: reactionFile,
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

const r = recordSchemas
const list = <T extends z.ZodType>(record: T) => z.array(record).default([])

const eventFields = r.event.extend({
  tickets: list(r.ticket),
  classes: list(r.eventClass),
  vendors: list(r.vendor),
  maps: list(r.map.extend({ elements: list(r.element), reservations: list(r.reservation) })),
  places: list(r.place),
  entries: list(r.entry),
  shiftSchedules: list(r.shiftSchedule.extend({ shifts: list(r.shift.extend({ workers: list(r.worker) })) })),
  judgingForms: list(r.judgingForm.extend({ criteria: list(r.criterion) })),
  judges: list(r.judge),
  voters: list(r.voter),
})

/** The whole file. `showfield` is the version of the format. */
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

/** As people write it: fields with a default may be left out. */
export type ClubFile = z.input<typeof clubFileSchema>

/** TypeScript cannot infer these names from `Object.fromEntries`: the numbers of a box. */
type BoxNumbers = { [N in keyof typeof boxLimits]: z.ZodOptional<z.ZodNumber> }

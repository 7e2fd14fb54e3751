// How each kind of record in a club file is stored: its table, its columns, and its children.
import type { z } from 'zod'
import { foldEmail } from '../../domain/member.ts'
import { toCents, toDollars } from '../../domain/money.ts'
import { eventFields, eventOption } from '../../domain/shapes/event.ts'
import { eventPlaceFields } from '../../domain/shapes/eventPlace.ts'
import { memberFields } from '../../domain/shapes/member.ts'
import type { FieldType, ShapeField } from '../../domain/shapes/recordShape.ts'
import { showEntryFields } from '../../domain/shapes/showEntry.ts'
import { vendorFields } from '../../domain/shapes/vendor.ts'
import type { TableName } from '../db/club/clubRows.ts'
import type { Schema } from '../db/schema.gen.ts'
import { sanitizeText } from '../portal/clubPages.ts'
import type { PictureKind } from '../storage/pictures.ts'
import { pageContent, recordSchemas } from './clubFile.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Fields = Record<string, Json>
export type SqlType = 'boolean' | 'date' | 'float8' | 'int' | 'jsonb' | 'text' | 'timestamptz' | 'uuid'

/** From file to record: replaces the names of pictures and files. */
export interface Incoming {
  /** The hash under which this path or data URL is stored. */
  picture(value: string, kind: PictureKind, size: PictureSize): string
  file(path: string): { hash: string; bytes: number }
}

/** From record to file: the paths of the pictures and files beside it. */
export interface Outgoing {
  picture(hash: string, kind: PictureKind): string
  file(hash: string, contentType: string): string
}

/** How large a picture is stored. A map's background is seen from close by, an avatar is not. */
export type PictureSize = 'avatar' | 'photo' | 'map'

/**
 * A column of a record. Its value has three forms: in the file, as people write it; in the record, as JSON
 * with refs instead of ids and hashes instead of pictures (imports compare this form); in the row, as the
 * database has it.
 */
export interface Column {
  readonly type: SqlType
  /** The field in the file; null for a column whose value follows from others. */
  readonly field: string | null
  /** When the file leaves it out, the row's value stays. */
  readonly isOptional?: boolean
  /** The table that this column's ref points to. */
  readonly refTo?: TableName
  /** A jsonb column: each key is compared and changed by itself. */
  readonly isByKey?: boolean
  readonly picture?: { readonly kind: PictureKind; readonly size: PictureSize; readonly find: FindPictures }
  fromFile(value: Json, incoming: Incoming): Json
  toFile(value: Json, outgoing: Outgoing, fields: Fields): Json
}

/** The pictures in a field's value, each with its place below the field. */
type FindPictures = (value: Json) => { value: string; place: string }[]

export interface RecordKind {
  readonly name: string
  readonly table: TableName
  readonly schema: z.ZodObject
  readonly columns: Readonly<Record<string, Column>>
  /** The column that holds the parent's id. */
  readonly parentColumn?: string
  /** The columns that identify a row within the club. Most tables have an id. */
  readonly identity: readonly string[]
  /** A `position` stores the order of siblings in the file. */
  readonly isOrdered?: boolean
  /** Columns that must be unique within the club, and the field that a fault names. */
  readonly unique?: {
    readonly columns: readonly string[]
    readonly field: string
    readonly park?: string
    /** Small and capital letters are the same. */
    readonly isFolded?: true
  }
  /** Computes columns from other columns of the record, or from the value in the file. */
  derive?(fields: Fields, value: Fields, incoming: Incoming): Fields
  /** The ref for a record that has none of its own. */
  toRef?(value: Fields, parentRef: string): string
  readonly children: readonly Branch[]
}

export interface Branch {
  readonly field: string
  readonly kind: RecordKind
  /** Written as one object instead of a list. */
  readonly isSingle?: boolean
}

type Options = Pick<Column, 'isOptional'>

function plain(type: SqlType, field: string, options: Options = {}): Column {
  return { type, field, ...options, fromFile: (value) => value, toFile: (value) => value }
}

const text = (field: string, options?: Options) => plain('text', field, options)
const int = (field: string) => plain('int', field)
const float = (field: string) => plain('float8', field)
const flag = (field: string, options?: Options) => plain('boolean', field, options)
const day = (field: string) => plain('date', field)

function instant(field: string, options: Options = {}): Column {
  return {
    type: 'timestamptz',
    field,
    ...options,
    fromFile: (value) => (typeof value === 'string' ? new Date(value).toISOString() : null),
    toFile: (value) => value,
  }
}

/** When a record was made; the time of the import if the file does not say. */
const created = instant('created', { isOptional: true })

function cents(field: string): Column {
  return {
    type: 'int',
    field,
    fromFile: (value) => (typeof value === 'number' ? toCents(value) : null),
    toFile: (value) => (typeof value === 'number' ? toDollars(value) : null),
  }
}

function minutes(field: string): Column {
  return {
    type: 'int',
    field,
    fromFile: (value) => (typeof value === 'number' ? Math.round(value * 60) : null),
    toFile: (value) => (typeof value === 'number' ? value / 60 : null),
  }
}

/** The schema restores the order of the keys, which jsonb does not store. The export names what it refuses. */
function json(field: string, schema: z.ZodType): Column {
  const toFile = (value: Json): Json => {
    const parsed = schema.safeParse(value)
    return parsed.success ? (parsed.data as Json) : value
  }
  return { type: 'jsonb', field, fromFile: (value) => value, toFile }
}

function reference(field: string, table: TableName): Column {
  return { ...plain('int', field), refTo: table }
}

function picture(field: string, kind: PictureKind, size: PictureSize): Column {
  return {
    type: 'text',
    field,
    picture: { kind, size, find: (value) => (typeof value === 'string' ? [{ value, place: '' }] : []) },
    fromFile: (value, incoming) => (typeof value === 'string' ? incoming.picture(value, kind, size) : null),
    toFile: (value, outgoing) => (typeof value === 'string' ? outgoing.picture(value, kind) : null),
  }
}

function pictures(field: string, kind: PictureKind): Column {
  const size = 'photo'
  return {
    type: 'jsonb',
    field,
    picture: {
      kind,
      size,
      find: (value) => toTexts(value).map((each, place) => ({ value: each, place: `[${place}]` })),
    },
    fromFile: (value, incoming) => toTexts(value).map((each) => incoming.picture(each, kind, size)),
    toFile: (value, outgoing) => toTexts(value).map((each) => outgoing.picture(each, kind)),
  }
}

function toTexts(value: Json): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

type Content = z.output<typeof pageContent>

/** A page is stored as JSON text with hashes for its pictures. Its HTML is cleaned as when it is shown. */
const content: Column = {
  type: 'text',
  field: 'content',
  picture: {
    kind: 'public',
    size: 'photo',
    find: (value) =>
      (value as unknown as Content).sections.flatMap(({ elements }, section) =>
        elements.flatMap((element, place) =>
          element.type === 'image'
            ? [
                {
                  value: element.settings.imageData,
                  place: `.sections[${section}].elements[${place}].settings.imageData`,
                },
              ]
            : [],
        ),
      ),
  },
  fromFile: (value, incoming) =>
    JSON.stringify(
      turnContent(
        value as unknown as Content,
        (each) => incoming.picture(each, 'public', 'photo'),
        sanitizeText,
      ),
    ),
  toFile: (value, outgoing) =>
    turnContent(
      pageContent.parse(JSON.parse(String(value))),
      (each) => outgoing.picture(each, 'public'),
      (html) => html,
    ) as unknown as Json,
}

function turnContent(
  value: Content,
  turnPicture: (value: string) => string,
  turnText: (html: string) => string,
): Content {
  return {
    sections: value.sections.map(({ elements }) => ({
      elements: elements.map((element) =>
        element.type === 'image'
          ? {
              ...element,
              settings: { ...element.settings, imageData: turnPicture(element.settings.imageData) },
            }
          : { ...element, settings: { ...element.settings, text: turnText(element.settings.text) } },
      ),
    })),
  }
}

/** Turns the fee into cents and back. The other settings are stored as written. */
const settings: Column = {
  type: 'jsonb',
  field: 'settings',
  isByKey: true,
  fromFile: (value) => {
    const { serviceFee, ...others } = value as Fields
    return { serviceFeeCents: toCents(Number(serviceFee)), ...others }
  },
  toFile: (value) => {
    const { serviceFeeCents, ...others } = value as Fields
    return recordSchemas.club.shape.settings.parse({
      serviceFee: toDollars(Number(serviceFeeCents)),
      ...others,
    }) as Json
  },
}

const portal: Column = {
  ...json('portal', recordSchemas.club.shape.portal),
  isByKey: true,
}

/** How to make a column for each type of field. */
const fieldTypes: Readonly<Record<FieldType, (field: string, file: z.ZodType) => Column>> = {
  text: (field) => text(field),
  int: (field) => int(field),
  float: (field) => float(field),
  flag: (field) => flag(field),
  day: (field) => day(field),
  instant: (field) => instant(field),
  cents: (field) => cents(field),
  ref: (field) => int(field),
  json: (field, file) => json(field, file),
  jsonText: (field, file) => json(field, file),
  photo: (field) => picture(field, 'public', 'photo'),
  photos: (field) => pictures(field, 'public'),
  avatar: (field) => picture(field, 'member', 'avatar'),
}

/** The columns for the fields of a record in the club file. */
function fileColumns<T extends TableName>(
  _table: T,
  recordShape: Readonly<Record<string, ShapeField & { readonly column?: keyof Schema[T] & string }>>,
): Record<string, Column> {
  const columns: Record<string, Column> = {}
  for (const [field, { column, type, file, refTo, isOptional }] of Object.entries(recordShape)) {
    if (column === undefined || type === undefined || file === undefined) continue
    columns[column] = {
      ...fieldTypes[type](field, file),
      ...(refTo === undefined ? {} : { refTo }),
      ...(isOptional === undefined ? {} : { isOptional }),
    }
  }
  return columns
}

interface Shape {
  readonly columns: Readonly<Record<string, Column>>
  readonly parentColumn?: string
  readonly identity?: readonly string[]
  readonly isOrdered?: boolean
  readonly unique?: NonNullable<RecordKind['unique']>
  readonly derive?: NonNullable<RecordKind['derive']>
  readonly toRef?: NonNullable<RecordKind['toRef']>
  readonly children?: readonly Branch[]
}

function kind(name: string, table: TableName, schema: z.ZodObject, shape: Shape): RecordKind {
  return { name, table, schema, identity: ['id'], children: [], ...shape }
}

const foldedEmail = (fields: Fields): Fields => ({ email_folded: foldEmail(String(fields.email ?? '')) })
const derivedText: Column = {
  type: 'text',
  field: null,
  fromFile: (value) => value,
  toFile: (value) => value,
}

const eventColumn = 'event_id'

export const clubKind = kind('club', 'club', recordSchemas.club, {
  identity: [],
  toRef: () => 'club',
  columns: {
    name: text('name'),
    customer_type: int('customerType'),
    time_zone: text('timeZone'),
    language: text('language'),
    home_page_ref: text('homePage'),
    logo_hash: picture('logo', 'public', 'photo'),
    settings,
    portal,
  },
})

const reaction = kind('reaction', 'post_reaction', recordSchemas.reaction, {
  identity: ['post_id', 'member_id'],
  parentColumn: 'post_id',
  toRef: (value, parentRef) => `${parentRef} ${value.member}`,
  columns: { member_id: reference('member', 'member'), reaction: int('reaction') },
})

const comment = kind('comment', 'post', recordSchemas.comment, {
  parentColumn: 'parent_id',
  columns: { member_id: reference('member', 'member'), message: text('message'), created_at: created },
  children: [{ field: 'reactions', kind: reaction }],
})

const event = kind('event', 'event', recordSchemas.event, {
  columns: fileColumns('event', eventFields),
  children: [
    {
      field: 'tickets',
      kind: kind('ticket', 'ticket', recordSchemas.ticket, {
        parentColumn: eventColumn,
        isOrdered: true,
        columns: {
          description: text('description'),
          price_cents: cents('price'),
          purchase_limit: int('limit'),
          quantity: int('quantity'),
          availability: int('availability'),
          starts_at: instant('startdate'),
          ends_at: instant('enddate'),
          picture_hash: picture('image', 'public', 'photo'),
          info: text('info'),
          options: json('options', eventOption.array()),
        },
      }),
    },
    {
      field: 'classes',
      kind: kind('class', 'event_class', recordSchemas.eventClass, {
        parentColumn: eventColumn,
        unique: { columns: ['event_id', 'number'], field: 'number', park: '-id' },
        columns: { number: int('number'), description: text('description'), viewable: flag('viewable') },
      }),
    },
    {
      field: 'vendors',
      kind: kind('vendor', 'vendor', recordSchemas.vendor, {
        parentColumn: eventColumn,
        derive: foldedEmail,
        columns: { ...fileColumns('vendor', vendorFields), email_folded: derivedText },
      }),
    },
    {
      field: 'maps',
      kind: kind('map', 'event_map', recordSchemas.map, {
        parentColumn: eventColumn,
        isOrdered: true,
        columns: {
          label: text('label'),
          picture_hash: picture('backgroundImage', 'public', 'map'),
          member_discount_cents: cents('memberDiscount'),
          available: flag('available'),
          available_starts_at: instant('availableStartdate'),
          available_ends_at: instant('availableEnddate'),
          ask_vendor_type: flag('askVendorType'),
          ask_vendor_taxid: flag('askVendorTaxid'),
          ask_vendor_description: flag('askVendorDescription'),
        },
        children: [
          {
            field: 'elements',
            kind: kind('element', 'map_element', recordSchemas.element, {
              parentColumn: 'event_map_id',
              columns: {
                shape: text('shape'),
                x: float('x'),
                y: float('y'),
                w: float('w'),
                h: float('h'),
                a: float('a'),
                row: text('row'),
                num: text('num'),
                type: int('type'),
                cost_cents: cents('cost'),
                notes: text('notes'),
                available: flag('available'),
              },
            }),
          },
          {
            field: 'reservations',
            kind: kind('reservation', 'reservation', recordSchemas.reservation, {
              // The space gives the map. This column exists only in the record, not in the table.
              unique: { columns: ['map_element_id'], field: 'element' },
              columns: {
                map_element_id: reference('element', 'map_element'),
                vendor_id: reference('vendor', 'vendor'),
              },
            }),
          },
        ],
      }),
    },
    {
      field: 'places',
      kind: kind('place', 'event_place', recordSchemas.place, {
        parentColumn: eventColumn,
        isOrdered: true,
        columns: fileColumns('event_place', eventPlaceFields),
      }),
    },
    {
      field: 'entries',
      kind: kind('entry', 'entry', recordSchemas.entry, {
        parentColumn: eventColumn,
        derive: foldedEmail,
        unique: { columns: ['event_id', 'car_number'], field: 'number', park: `'~' || id` },
        columns: { ...fileColumns('entry', showEntryFields), email_folded: derivedText },
      }),
    },
    {
      field: 'shiftSchedules',
      kind: kind('shiftSchedule', 'shift_schedule', recordSchemas.shiftSchedule, {
        parentColumn: eventColumn,
        isOrdered: true,
        columns: { name: text('name'), instructions: text('instructions'), share_type: int('shareType') },
        children: [
          {
            field: 'shifts',
            kind: kind('shift', 'shift', recordSchemas.shift, {
              parentColumn: 'shift_schedule_id',
              columns: {
                shift_on: day('shiftDate'),
                start_hour: int('start'),
                start_minute: int('startMinute'),
                duration_minutes: minutes('duration'),
                capacity: int('capacity'),
              },
              children: [
                {
                  field: 'workers',
                  kind: kind('worker', 'shift_worker', recordSchemas.worker, {
                    parentColumn: 'shift_id',
                    derive: foldedEmail,
                    unique: { columns: ['shift_id', 'email_folded'], field: 'email', park: `'~' || id` },
                    columns: {
                      member_id: reference('member', 'member'),
                      fname: text('fname'),
                      lname: text('lname'),
                      phone: text('phone'),
                      email: text('email'),
                      email_folded: derivedText,
                      allow_email_marketing: flag('allowEmailMarketing'),
                      swag: text('swag'),
                      notes: text('notes'),
                      created_at: created,
                    },
                  }),
                },
              ],
            }),
          },
        ],
      }),
    },
    {
      field: 'judgingForms',
      kind: kind('judgingForm', 'judging_form', recordSchemas.judgingForm, {
        parentColumn: eventColumn,
        isOrdered: true,
        columns: { title: text('title') },
        children: [
          {
            field: 'criteria',
            kind: kind('criterion', 'criterion', recordSchemas.criterion, {
              parentColumn: 'judging_form_id',
              isOrdered: true,
              columns: {
                title: text('title'),
                min_score: int('minScore'),
                max_score: int('maxScore'),
                weight: float('weight'),
              },
            }),
          },
        ],
      }),
    },
    {
      field: 'judges',
      kind: kind('judge', 'judge', recordSchemas.judge, {
        parentColumn: eventColumn,
        unique: { columns: ['event_id', 'code'], field: 'judgeId', park: `'~' || id`, isFolded: true },
        columns: {
          code: text('judgeId'),
          name: text('name'),
          phone: text('phone'),
          judging_form_id: reference('form', 'judging_form'),
          revoked_at: instant('revokedAt', { isOptional: true }),
        },
      }),
    },
    {
      field: 'voters',
      kind: kind('voter', 'voter', recordSchemas.voter, {
        parentColumn: eventColumn,
        columns: {
          uuid: { ...text('uuid', { isOptional: true }), type: 'uuid' },
          voted_at: instant('votedAt'),
          voided_at: instant('voidedAt', { isOptional: true }),
        },
      }),
    },
  ],
})

/** In the order of the file. Rows can be inserted in this order too. */
export const branches: readonly Branch[] = [
  {
    field: 'pages',
    kind: kind('page', 'page', recordSchemas.page, {
      isOrdered: true,
      columns: { name: text('name'), content },
    }),
  },
  {
    field: 'memberTypes',
    kind: kind('memberType', 'member_type', recordSchemas.memberType, {
      isOrdered: true,
      columns: {
        label: text('label'),
        description: text('description'),
        price_cents: cents('price'),
        renew_price_cents: cents('renewPrice'),
        anniversary_renewal: flag('anniversaryRenewal'),
        anniversary_on: day('anniversaryDate'),
        allow_children: flag('allowChildren'),
        open: flag('open'),
      },
    }),
  },
  {
    field: 'members',
    kind: kind('member', 'member', recordSchemas.member, {
      derive: foldedEmail,
      unique: { columns: ['email_folded'], field: 'email_address', park: `'~' || id` },
      columns: { ...fileColumns('member', memberFields), email_folded: derivedText },
      children: [
        {
          field: 'settings',
          isSingle: true,
          kind: kind('memberSettings', 'member_settings', recordSchemas.memberSettings, {
            identity: ['member_id'],
            parentColumn: 'member_id',
            toRef: (_value, parentRef) => parentRef,
            columns: {
              additional_emails: text('additionalEmails'),
              auto_renew: flag('autoRenew', { isOptional: true }),
              notify_new_file: flag('notifyNewFile'),
              notify_new_event: flag('notifyNewEvent'),
              notify_new_product: flag('notifyNewProduct'),
              newsletter: flag('newsletter'),
              enewsletter: flag('enewsletter'),
              moderator: flag('moderator'),
              roster: flag('roster'),
              roster_partner: flag('rosterPartner'),
              roster_locale: flag('rosterLocale'),
              roster_email: flag('rosterEmail'),
              roster_phone: flag('rosterPhone'),
            },
          }),
        },
      ],
    }),
  },
  {
    field: 'makes',
    kind: kind('make', 'make', recordSchemas.make, {
      columns: { label: text('label') },
      children: [
        {
          field: 'models',
          kind: kind('model', 'model', recordSchemas.model, {
            parentColumn: 'make_id',
            columns: { label: text('label') },
          }),
        },
      ],
    }),
  },
  { field: 'events', kind: event },
  {
    field: 'activities',
    kind: kind('activity', 'activity', recordSchemas.activity, {
      columns: {
        activity_on: day('date'),
        start_time: text('start'),
        end_time: text('end'),
        title: text('title'),
        description: text('description'),
      },
    }),
  },
  {
    field: 'folders',
    kind: kind('folder', 'folder', recordSchemas.folder, {
      isOrdered: true,
      columns: { label: text('label'), color: text('color') },
    }),
  },
  {
    field: 'files',
    kind: kind('file', 'media_file', recordSchemas.file, {
      derive: (_fields, value, incoming) => ({ bytes: incoming.file(String(value.path)).bytes }),
      columns: {
        name: text('name'),
        content_type: text('contentType'),
        hash: {
          type: 'text',
          field: 'path',
          fromFile: (value, incoming) => incoming.file(String(value)).hash,
          toFile: (value, outgoing, fields) => outgoing.file(String(value), String(fields.content_type)),
        },
        bytes: { ...derivedText, type: 'int' },
        folder_id: reference('folder', 'folder'),
        shared: flag('shared'),
        created_at: created,
      },
    }),
  },
  {
    field: 'products',
    kind: kind('product', 'product', recordSchemas.product, {
      isOrdered: true,
      columns: {
        name: text('name'),
        description: text('description'),
        pictures: pictures('images', 'public'),
      },
      children: [
        {
          field: 'inventories',
          kind: kind('inventory', 'inventory', recordSchemas.inventory, {
            parentColumn: 'product_id',
            isOrdered: true,
            columns: {
              name: text('name'),
              price_cents: cents('price'),
              quantity: int('quantity'),
              shipping_cents: cents('shipping'),
              discount_cents: cents('discount'),
            },
          }),
        },
      ],
    }),
  },
  {
    field: 'rides',
    kind: kind('ride', 'ride', recordSchemas.ride, {
      columns: {
        member_id: reference('member', 'member'),
        year: text('year'),
        make: text('make'),
        model: text('model'),
        engine: text('engine'),
        trim: text('trim'),
        description: text('description'),
        pictures: pictures('images', 'member'),
        created_at: created,
      },
    }),
  },
  {
    field: 'topics',
    kind: kind('topic', 'topic', recordSchemas.topic, {
      unique: { columns: ['topic_folded'], field: 'topic', park: `'~' || id` },
      derive: (fields) => ({ topic_folded: foldTopic(String(fields.topic)) }),
      columns: { topic: text('topic'), topic_folded: derivedText },
    }),
  },
  {
    field: 'posts',
    kind: kind('post', 'post', recordSchemas.post, {
      columns: {
        member_id: reference('member', 'member'),
        topic_id: reference('topic', 'topic'),
        message: text('message'),
        pictures: pictures('media', 'member'),
        created_at: created,
      },
      children: [
        { field: 'comments', kind: comment },
        { field: 'reactions', kind: reaction },
      ],
    }),
  },
  {
    field: 'classifieds',
    kind: kind('classified', 'classified', recordSchemas.classified, {
      columns: {
        member_id: reference('member', 'member'),
        label: text('label'),
        price_cents: cents('price'),
        description: text('description'),
        pictures: pictures('images', 'member'),
        created_at: created,
      },
    }),
  },
]

/** Two topics are the same when they are equal after trimming and folding. */
export function foldTopic(topic: string): string {
  return topic.trim().normalize('NFKC').toLowerCase()
}

function listKinds(from: readonly Branch[]): RecordKind[] {
  return from.flatMap((branch) => [branch.kind, ...listKinds(branch.kind.children)])
}

/** Every kind once: parents before children, and named kinds before those that name them. */
export const kinds: readonly RecordKind[] = [...new Set([clubKind, ...listKinds(branches)])]

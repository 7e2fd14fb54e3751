// How a club file has an event's maps, with their spaces and reservations.
import { z } from 'zod'
import {
  dollars,
  flag,
  gateCode,
  instant,
  lengths,
  mapUnits,
  optional,
  picture,
  refTo,
  required,
} from '../../../domain/shapes/fileValues.ts'
import { column, secretInFile } from '../../../domain/shapes/recordShape.ts'
import { pictureColumn } from '../../clubFile/columns.ts'
import { kind, list } from '../../clubFile/kind.ts'
import { warnOfWindow } from './eventWarnings.ts'
import { checkGateCode } from './gateCode.ts'

const place = z.number().min(-10_000).max(10_000).describe(mapUnits)
const side = z.number().positive().max(10_000).describe(mapUnits)

const element = kind('element', 'map_element', {
  fields: {
    shape: column.text('shape', z.enum(['box', 'circle'])),
    x: column.float('x', place),
    y: column.float('y', place),
    w: column.float('w', side),
    h: column.float('h', side),
    a: column.float('a', z.number().min(-360).max(360).default(0).describe('Degrees, clockwise')),
    row: column.text('row', optional(8)),
    num: column.text('num', optional(8)),
    type: column.int(
      'type',
      z.int().min(0).max(99).default(0).describe('1 swap, 2 food, 3 merchandise, otherwise any'),
    ),
    cost: column.cents('cost_cents', dollars.default(0)),
    notes: column.text('notes', optional(lengths.prose)),
    available: column.flag('available', flag.default(true)),
  },
  parent: { column: 'event_map_id', table: 'event_map' },
  isOfFiles: true,
})

const reservation = kind('reservation', 'reservation', {
  fields: {
    element: column.ref('map_element_id', 'map_element', refTo('a space of this map')),
    vendor: column.ref('vendor_id', 'vendor', refTo('a vendor of this event')),
    code: secretInFile(column.text('code', gateCode.optional())),
  },
  // the space gives the map
  siblingColumn: 'map_element_id',
  ofSameParent: ['element'],
  ofSameRoot: ['vendor'],
  unique: { columns: ['map_element_id'], field: 'element' },
  check(record, checking) {
    checkGateCode(record, checking)
    const { element } = record.value
    checking.reportDouble(record, 'club', 'element', String(element), `the space '${element}'`)
  },
})

export const mapKind = kind('map', 'event_map', {
  fields: {
    label: column.text('label', required(lengths.label)),
    backgroundImage: column.photo('picture_hash', picture.optional()),
    memberDiscount: column.cents('member_discount_cents', dollars.default(0)),
    available: column.flag('available', flag.default(false)),
    availableStartdate: column.instant('available_starts_at', instant.optional()),
    availableEnddate: column.instant('available_ends_at', instant.optional()),
    askVendorType: column.flag('ask_vendor_type', flag.default(true)),
    askVendorTaxid: column.flag('ask_vendor_taxid', flag.default(true)),
    askVendorDescription: column.flag('ask_vendor_description', flag.default(true)),
  },
  parent: { column: 'event_id', table: 'event' },
  isOfFiles: true,
  isOrdered: true,
  windows: [['availableStartdate', 'availableEnddate']],
  warn(record, warning) {
    if (record.value.available !== true) return
    const window = ['availableStartdate', 'availableEnddate', 'The sale of the spaces'] as const
    warnOfWindow(record, record.parent, window, warning)
  },
  check(record, { report }) {
    if (record.value.available === true && record.value.availableStartdate === undefined) {
      report(record, 'availableStartdate', 'is missing: a map for sale needs its window')
    }
  },
  columns: { picture_hash: pictureColumn('backgroundImage', 'public', 'map') },
  children: { elements: list(element), reservations: list(reservation) },
})

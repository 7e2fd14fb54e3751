// How an event's maps are stored, with their spaces and reservations.
import { recordSchemas } from '../clubFile.ts'
import { cents, flag, float, instant, int, picture, reference, secret, text } from './columns.ts'
import { kind } from './recordKind.ts'

const element = kind('element', 'map_element', recordSchemas.element, {
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
})

const reservation = kind('reservation', 'reservation', recordSchemas.reservation, {
  // The space gives the map. This column exists only in the record, not in the table.
  unique: { columns: ['map_element_id'], field: 'element' },
  columns: {
    map_element_id: reference('element', 'map_element'),
    vendor_id: reference('vendor', 'vendor'),
    code: secret('code'),
  },
})

export const map = kind('map', 'event_map', recordSchemas.map, {
  parentColumn: 'event_id',
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
    { field: 'elements', kind: element },
    { field: 'reservations', kind: reservation },
  ],
})

// How an event is stored, and what stands below it.
import { eventFields, eventOption } from '../../../domain/shapes/event.ts'
import { eventPlaceFields } from '../../../domain/shapes/eventPlace.ts'
import { showEntryFields } from '../../../domain/shapes/showEntry.ts'
import { vendorFields } from '../../../domain/shapes/vendor.ts'
import { recordSchemas } from '../clubFile.ts'
import { cents, derivedText, fileColumns, flag, instant, int, json, picture, text } from './columns.ts'
import { judge, judgingForm, voter } from './contestKinds.ts'
import { foldedEmail } from './foldedTexts.ts'
import { map } from './mapKinds.ts'
import { kind } from './recordKind.ts'
import { shiftSchedule } from './shiftKinds.ts'

const eventColumn = 'event_id'

const ticket = kind('ticket', 'ticket', recordSchemas.ticket, {
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
})

const eventClass = kind('class', 'event_class', recordSchemas.eventClass, {
  parentColumn: eventColumn,
  unique: { columns: ['event_id', 'number'], field: 'number', park: '-id' },
  columns: { number: int('number'), description: text('description'), viewable: flag('viewable') },
})

const vendor = kind('vendor', 'vendor', recordSchemas.vendor, {
  parentColumn: eventColumn,
  derive: foldedEmail,
  columns: { ...fileColumns('vendor', vendorFields), email_folded: derivedText },
})

const place = kind('place', 'event_place', recordSchemas.place, {
  parentColumn: eventColumn,
  isOrdered: true,
  columns: fileColumns('event_place', eventPlaceFields),
})

const entry = kind('entry', 'entry', recordSchemas.entry, {
  parentColumn: eventColumn,
  derive: foldedEmail,
  unique: { columns: ['event_id', 'car_number'], field: 'number', park: `'~' || id` },
  columns: { ...fileColumns('entry', showEntryFields), email_folded: derivedText },
})

export const event = kind('event', 'event', recordSchemas.event, {
  columns: fileColumns('event', eventFields),
  children: [
    { field: 'tickets', kind: ticket },
    { field: 'classes', kind: eventClass },
    { field: 'vendors', kind: vendor },
    { field: 'maps', kind: map },
    { field: 'places', kind: place },
    { field: 'entries', kind: entry },
    { field: 'shiftSchedules', kind: shiftSchedule },
    { field: 'judgingForms', kind: judgingForm },
    { field: 'judges', kind: judge },
    { field: 'voters', kind: voter },
  ],
})

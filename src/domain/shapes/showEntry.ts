// A car that is entered in an event: each field once. Everybody sees the car, only officers see its owner.
import { z } from 'zod'
import { mostCarNumberLength } from '../carNumber.ts'
import {
  classNumber,
  count,
  countryOf,
  email,
  flag,
  gateCode,
  instant,
  lengths,
  optional,
  picture,
  refTo,
  text,
} from './fileValues.ts'
import { column, optionalInFile, secretInFile, shown, toWireShape } from './recordShape.ts'

export const optionValue = z.object({
  optionId: count(1).describe("The option's id"),
  value: text(lengths.label),
})

const number = z
  .string()
  .regex(new RegExp(`^\\d{1,${mostCarNumberLength}}$`), `must have 1 to ${mostCarNumberLength} digits`)
  .describe('Begins with the number of its class')

export const showEntryFields = {
  number: shown(column.text('car_number', number)),
  carClass: shown(column.int('class_number', classNumber)),
  year: shown(column.text('year', optional(lengths.vehicle.year))),
  make: shown(column.text('make', optional(lengths.vehicle.make))),
  model: shown(column.text('model', optional(lengths.vehicle.model))),
  trim: column.text('trim', optional(lengths.vehicle.trim)),
  color: column.text('color', optional(lengths.vehicle.color)),
  engine: column.text('engine', optional(lengths.vehicle.engine)),
  picture: shown(column.photo('picture_hash', picture.optional())),
  values: column.json('option_values', z.array(optionValue).max(50).default([])),
  member: column.ref('member_id', 'member', refTo('a member').optional()),
  fname: column.text('fname', optional(lengths.entrant.name)),
  lname: column.text('lname', optional(lengths.entrant.name)),
  address: column.text('address', optional(lengths.entrant.address)),
  city: column.text('city', optional(lengths.entrant.city)),
  state: column.text('state', optional(lengths.entrant.state)),
  zip: column.text('zip', optional(lengths.entrant.zip)),
  country: column.text('country', countryOf(lengths.entrant.country)),
  phone: column.text('phone', optional(lengths.entrant.phone)),
  email: column.text('email', email.max(lengths.entrant.email).or(z.literal('')).default('')),
  allowEmailMarketing: column.flag('allow_email_marketing', flag.default(false)),
  notes: column.text('notes', optional(lengths.prose)),
  code: secretInFile(column.text('code', gateCode.optional())),
  created: optionalInFile(column.instant('created_at', instant.optional())),
}

export const carWire = z.object(toWireShape(showEntryFields))

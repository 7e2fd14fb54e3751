// How the club itself is stored, with its settings and its portal.
import { toCents, toDollars } from '../../../domain/money.ts'
import { recordSchemas } from '../clubFile.ts'
import { int, json, picture, text } from './columns.ts'
import { type Column, type Fields, type Json, kind } from './recordKind.ts'

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

// A ride's title, and its faults as sentences.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Accepted } from '../../../contract/caller.ts'
import { type RideFault, type RideField, type RideTexts, rideLengths } from '../../../domain/shapes/ride.ts'
import { toFieldFaultText } from '../../text/fieldFault.ts'

export type Ride = Accepted<'get_all_member_rides'>['rides'][number]
export type EnteredVehicle = Accepted<'get_my_vehicles'>['vehicles'][number]

/** "1964 Studebaker Avanti R2 V8" */
export function nameRide({ year, make, model, trim, engine }: Omit<RideTexts, 'description'>): string {
  return [year, make, model, trim, engine]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(' ')
}

export function toRideFaultText(i18n: I18n, { field, fault }: RideFault): string {
  return fault === 'unnamed'
    ? i18n._(msg`Enter the make or the model.`)
    : toFieldFaultText(i18n, fault, rideLengths[field])
}

const fieldNames: Readonly<Record<RideField, MessageDescriptor>> = {
  year: msg`Year`,
  make: msg`Make`,
  model: msg`Model`,
  engine: msg`Engine/Transmission`,
  trim: msg`Trim`,
  description: msg`Your ride's story`,
}

/** Away from its field, so with the field's name. */
export function toRideSummaryText(i18n: I18n, fault: RideFault): string {
  const text = toRideFaultText(i18n, fault)
  return fault.fault === 'unnamed' ? text : `${i18n._(fieldNames[fault.field])}: ${text}`
}

/** The id of a field's control. */
export function toFieldId(field: RideField): string {
  return `ride-${field}`
}

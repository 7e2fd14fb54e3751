// What keeps a vendor's sign-up from being complete.
import type { EventMap } from '../../../../domain/event.ts'
import {
  findPersonalInfoFault,
  type PersonalInfoFault,
  type PersonalInfoField,
  type PersonalLimits,
} from '../../../../domain/membership.ts'
import { mostLines } from '../../../../domain/order.ts'
import { defaultCountry } from '../../../../domain/shapes/country.ts'
import { onlineMark, vendorLengths } from '../../../../domain/shapes/personLengths.ts'
import { toPlainLine, toPlainText } from '../../../../domain/shapes/plainText.ts'
import { findStateFault, toStatePlace } from '../../../../domain/shapes/state.ts'
import { type ChosenSpace, findSpaces } from './chosenSpaces.ts'
import type { VendorField, VendorInfo, VendorQuestions } from './vendorForm.ts'

/** How much of a description can be typed: it is sent with a mark before it. */
export const mostDescription = vendorLengths.description - onlineMark.length

/** The fields that are checked like those of every person. */
const asPersonal = {
  address: 'address1',
  city: 'city',
  state: 'state',
  zip: 'zip',
  phone: 'phone',
  email: 'email',
} as const satisfies Partial<Record<VendorField, PersonalInfoField>>
type PersonField = keyof typeof asPersonal

export const vendorLimits: PersonalLimits = Object.fromEntries(
  (Object.keys(asPersonal) as PersonField[]).map((field) => [
    asPersonal[field],
    { most: vendorLengths[field], required: true },
  ]),
)

export type VendorFault =
  | { field: 'name' | 'vendorType'; is: 'missing' }
  | { field: 'name' | 'goods' | 'taxId' | 'description'; is: 'too-long'; most: number }
  | { field: PersonField; as: PersonalInfoField; is: PersonalInfoFault }

/** In the order of the form. What is longer in the member's own record is accepted. */
export function listVendorFaults(
  vendor: VendorInfo,
  questions: VendorQuestions,
  {
    own = {},
    country = defaultCountry,
  }: { own?: Partial<Record<VendorField, string>> | undefined; country?: string } = {},
): VendorFault[] {
  return [
    ...listNameFaults(vendor, own.name),
    ...(questions.type && vendor.vendorType === '' ? [{ field: 'vendorType', is: 'missing' } as const] : []),
    ...(Object.keys(asPersonal) as PersonField[]).flatMap((field) => {
      const as = asPersonal[field]
      const is =
        field === 'state'
          ? findStateFault(vendor.state, toStatePlace(undefined, country))
          : findPersonalInfoFault(as, vendor[field], toOwnAs(as, own[field]), vendorLimits)
      return is === undefined ? [] : [{ field, as, is }]
    }),
    ...listLong('goods', toPlainText(vendor.goods), vendorLengths.goods),
    ...(questions.taxId ? listLong('taxId', toPlainLine(vendor.taxId), vendorLengths.taxId) : []),
    ...(questions.description
      ? listLong('description', toPlainText(vendor.description), mostDescription)
      : []),
  ]
}

function listNameFaults(vendor: VendorInfo, own: string | undefined): VendorFault[] {
  const name = toPlainLine(vendor.name)
  if (name === '') return [{ field: 'name', is: 'missing' }]
  return name === own ? [] : listLong('name', name, vendorLengths.name)
}

function listLong(
  field: 'name' | 'goods' | 'taxId' | 'description',
  text: string,
  most: number,
): VendorFault[] {
  return text.length > most ? [{ field, is: 'too-long', most }] : []
}

function toOwnAs(
  field: PersonalInfoField,
  text: string | undefined,
): Record<PersonalInfoField, string> | undefined {
  return text === undefined ? undefined : ({ [field]: text } as Record<PersonalInfoField, string>)
}

export type SpaceFault = { is: 'none-chosen' } | { is: 'too-many' } | { is: 'lost'; names: string }

/** A lost space keeps the step from being complete until the vendor says what is to be done. */
export function findSpaceFault(
  maps: readonly EventMap[],
  choice: { spaces: readonly ChosenSpace[]; lost: readonly number[] },
): SpaceFault | undefined {
  if (choice.spaces.length === 0) return { is: 'none-chosen' }
  if (choice.spaces.length > mostLines) return { is: 'too-many' }
  const lost = findSpaces(maps, choice).filter(({ isLost }) => isLost)
  if (lost.length === 0) return undefined
  return { is: 'lost', names: lost.map(({ chosen }) => chosen.location).join(', ') }
}

// The spaces of one map as the picker shows them.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EventMap, MapElement } from '../../../../domain/event.ts'
import type { MapSpace } from '../../../map/mapSpace.ts'
import { toSpaceKind, toSpaceLabel } from '../../../map/space.ts'
import { formatMoney } from '../../../text/format.ts'
import { findStatus } from './chosenSpaces.ts'

/** What a space is let for: "Type: Swap|Food|Merch|Any". */
export function toTypeText(i18n: I18n, { type }: Pick<MapElement, 'type'>): string {
  const texts = { swap: msg`Swap`, food: msg`Food`, goods: msg`Merch`, any: msg`Any` }
  return i18n._(texts[toSpaceKind(type)])
}

/** `selected` are the ids of those that the vendor has chosen and can have. */
export function toPickerSpaces(
  i18n: I18n,
  map: EventMap,
  { taken, selected }: { taken: ReadonlySet<number>; selected: ReadonlySet<number> },
): MapSpace[] {
  return map.elements.map((element): MapSpace => {
    const { id, shape, x, y, w, h, a, row, num, type, notes, cost } = element
    const label = toSpaceLabel(element)
    return {
      ...{ id, shape, x, y, w, h, a, row, num, type },
      status: findStatus(element, { taken, selected }),
      title: i18n._(msg`Space ${label}`),
      detail: [toTypeText(i18n, element), notes, formatMoney(cost)].filter((text) => text !== '').join(', '),
    }
  })
}

/** Whether a space is marked for something else than what the vendor has said they sell; '' before they have. */
export function isOtherType({ type }: Pick<MapElement, 'type'>, vendorType: string): boolean {
  return type >= 1 && type <= 3 && vendorType !== '' && Number(vendorType) !== type
}

const vendorTypes: Readonly<Record<string, MessageDescriptor>> = {
  '0': msg`Other`,
  '1': msg`Swapper`,
  '2': msg`Food`,
  '3': msg`Merchandise`,
  '4': msg`Camping`,
}

export function toVendorTypeText(i18n: I18n, vendorType: string): string {
  const words = vendorTypes[vendorType]
  return words === undefined ? '' : i18n._(words)
}

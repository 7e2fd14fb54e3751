// The spaces of one map as the picker shows them.
import type { I18n } from '@lingui/core'
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

// What an event costs those who come, for one look before it is on sale.
import type { FileRecord } from '../../../clubFile/recordKind.ts'
import { toLabel } from './eventCopy.ts'

export interface Price {
  /** A ticket or a map by its name; null for the registration of a car. */
  readonly of: string | null
  /** Dollars; of a map, the lowest and the highest of its spaces. */
  readonly from: number
  readonly to: number
  /** When it is sold: ISO instants. */
  readonly sold: readonly [from: string, until: string]
}

export function listPrices(records: readonly FileRecord[]): Price[] {
  return records.flatMap((record): Price[] => {
    const { kind, value } = record
    const toSold = (from: string, until: string) => [String(value[from]), String(value[until])] as const
    const toOne = (of: string | null, price: unknown, sold: Price['sold']): Price[] => [
      { of, from: Number(price), to: Number(price), sold },
    ]
    if (kind.name === 'event' && value.registration === true) {
      return toOne(null, value.reg_price, toSold('reg_startdate', 'reg_enddate'))
    }
    if (kind.name === 'ticket') return toOne(toLabel(value), value.price, toSold('startdate', 'enddate'))
    if (kind.name !== 'map' || value.available !== true) return []
    const costs = records.flatMap((below) =>
      below.parent === record && below.value.available === true ? [Number(below.value.cost)] : [],
    )
    if (costs.length === 0) return []
    const sold = toSold('availableStartdate', 'availableEnddate')
    return [{ of: toLabel(value), from: Math.min(...costs), to: Math.max(...costs), sold }]
  })
}

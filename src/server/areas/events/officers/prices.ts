// What an event costs those who come, for one look before it is on sale.
import type { FileRecord } from '../../../clubFile/recordKind.ts'
import { toLabel } from './eventCopy.ts'

export interface Price {
  /** A ticket or a map by its name; null for the registration of a car. */
  readonly of: string | null
  /** Dollars; of a map, the lowest and the highest of its spaces. */
  readonly from: number
  readonly to: number
}

export function listPrices(records: readonly FileRecord[]): Price[] {
  return records.flatMap((record): Price[] => {
    const { kind, value } = record
    if (kind.name === 'event' && value.registration === true) {
      return [{ of: null, from: Number(value.reg_price), to: Number(value.reg_price) }]
    }
    if (kind.name === 'ticket') {
      return [{ of: toLabel(value), from: Number(value.price), to: Number(value.price) }]
    }
    if (kind.name !== 'map' || value.available !== true) return []
    const costs = records.flatMap((below) =>
      below.parent === record && below.value.available === true ? [Number(below.value.cost)] : [],
    )
    return costs.length === 0
      ? []
      : [{ of: toLabel(value), from: Math.min(...costs), to: Math.max(...costs) }]
  })
}

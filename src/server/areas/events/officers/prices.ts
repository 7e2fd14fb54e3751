// What an event costs those who come, for one look before it is on sale.
import type { Fields, FileRecord } from '../../../clubFile/recordKind.ts'
import { createTimeFormat, toClockText, toDayText } from '../../../officers/timeFormat.ts'
import { toCountText } from '../../../officers/words.ts'
import { labelOfFile } from './eventCopy.ts'

export interface Price {
  /** A ticket or a map by its name; null for the registration of a car. */
  readonly of: string | null
  /** Dollars; of a map, the lowest and the highest of its spaces. */
  readonly from: number
  readonly to: number
  /** When it is sold: ISO instants. */
  readonly sold: readonly [from: string, until: string]
}

/** When something of the event is open, and what only members pay less, in words. */
export function listTimes(records: readonly FileRecord[], timeZone: string): string[] {
  const toTime = createTimeFormat(timeZone)
  const toSpan = (value: Fields, from: string, until: string) =>
    [value[from], value[until]].map((instant) => toTime(new Date(String(instant)))).join(' to ')
  return records.flatMap(({ kind, value }): string[] => {
    if (kind.name === 'event') {
      const { gateTime, votingStart, workerSignup } = value
      return [
        ...(gateTime === '' ? [] : [`The gates open: ${gateTime}`]),
        ...(typeof votingStart === 'string' ? [`Voting: ${toSpan(value, 'votingStart', 'votingEnd')}`] : []),
        ...(workerSignup === true
          ? [`Volunteers sign up: ${toSpan(value, 'workerStartDate', 'workerEndDate')}`]
          : []),
      ]
    }
    if (kind.name === 'map' && Number(value.memberDiscount) > 0) {
      return [
        `Members pay $${Number(value.memberDiscount).toFixed(2)} less for a space of ${labelOfFile(value)}`,
      ]
    }
    if (kind.name !== 'shift') return []
    const start = `${String(value.start).padStart(2, '0')}:${String(value.startMinute ?? 0).padStart(2, '0')}`
    const day = toDayText(String(value.shiftDate))
    return [`Shift: ${day}, ${toClockText(start)}, ${toCountText(Number(value.capacity), 'volunteer')}`]
  })
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
    if (kind.name === 'ticket') return toOne(labelOfFile(value), value.price, toSold('startdate', 'enddate'))
    if (kind.name !== 'map' || value.available !== true) return []
    const costs = records.flatMap((below) =>
      below.parent === record && below.value.available === true ? [Number(below.value.cost)] : [],
    )
    if (costs.length === 0) return []
    const sold = toSold('availableStartdate', 'availableEnddate')
    return [{ of: labelOfFile(value), from: Math.min(...costs), to: Math.max(...costs), sold }]
  })
}

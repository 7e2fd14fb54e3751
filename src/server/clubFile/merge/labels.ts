// What officers know a record by: a car's number, an event's title.
import { printedExcerpt } from '../../limits/sizes.ts'
import { cutLine } from '../../officers/words.ts'
import { hasId } from '../record.ts'
import type { Fields, RecordKind } from '../recordKind.ts'

export interface NamedRecord {
  readonly kind: RecordKind
  readonly ref: string
  readonly fields: Fields
}

/** Without the kind: its number and its title, or what else it is called. */
export function labelRecord({ kind, ref, fields }: NamedRecord): string {
  if (!hasId(kind)) return ''
  const text = (...names: readonly string[]) => {
    const shown = names.filter((name) => kind.columns[name]?.isSecret !== true)
    const said = shown.map((name) => fields[name] ?? '').filter((value) => value !== '')
    return said.join(' ')
  }
  const space = kind.columns.row === undefined ? '' : `${text('row')}${text('num')}`
  const start = typeof fields.start_hour === 'number' ? ` at ${toClock(fields)}` : ''
  const day = kind.columns.shift_on === undefined ? '' : `${text('shift_on')}${start}`
  const number = text('car_number') || text('number') || space || day || text('code')
  const vehicle = kind.columns.make === undefined ? '' : text('year', 'make', 'model')
  const title =
    vehicle || text('fname', 'lname') || text('name') || text('label') || text('title') || text('description')
  const year = kind.columns.start_on === undefined ? '' : String(fields.start_on).slice(0, 4)
  const ofYear = year === '' || title.includes(year) ? '' : ` of ${year}`
  const quoted = title === '' ? '' : `"${cutLine(title, printedExcerpt)}"${ofYear}`
  return [number, quoted].filter((part) => part !== '').join(' ') || text('email') || ref
}

function toClock({ start_hour: hour, start_minute: minute }: Fields): string {
  return `${String(hour).padStart(2, '0')}:${String(minute ?? 0).padStart(2, '0')}`
}

// How values are converted to and from SQL, the same for both engines.
import { types } from 'pg'

type Parse = (text: string) => unknown

const int8 = 20
const int8Array = 1016
const date = 1082
const dateArray = 1182

const textArray = 1009

// the package's types lack arrays, but its table has them
const parseTextArray: Parse = types.getTypeParser(textArray as number as never)

/** Calendar days stay text, because a day is not an instant. Counts become numbers. Others are as in pg. */
const ownParsers = new Map<number, Parse>([
  [int8, Number],
  [int8Array, (text) => (parseTextArray(text) as string[]).map(Number)],
  [date, (text) => text],
  [dateArray, parseTextArray],
])

/**
 * timestamptz becomes a Date, date stays 'YYYY-MM-DD', int8 becomes a number, numeric a string, json and
 * jsonb the value, bytea a Buffer, and arrays become arrays.
 */
export function findParser(typeId: number): Parse {
  return ownParsers.get(typeId) ?? types.getTypeParser(typeId, 'text')
}

/**
 * A parameter as PostgreSQL reads it: text, bytes or null. A JavaScript array becomes an SQL array, so JSON
 * must be passed as text (`JSON.stringify`).
 */
export function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return toArrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function toArrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(toElement).join(',')}}`
}

function toElement(value: unknown): string {
  if (Array.isArray(value)) return toArrayLiteral(value)
  if (typeof value === 'number') return String(value)
  const parameter = toParameter(value)
  if (parameter === null) return 'NULL'
  const text = typeof parameter === 'string' ? parameter : `\\x${parameter.toString('hex')}`
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

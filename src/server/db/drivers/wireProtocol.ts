// The part of PostgreSQL's wire protocol that the embedded database needs.
import { DatabaseError } from 'pg'
import { findParser, toParameter } from './valueTypes.ts'

export interface ResultColumn {
  readonly name: string
  readonly parse: (text: string) => unknown
}

export interface WireAnswer {
  /** In the order of arrival; the rows of all statements in the query. */
  readonly rows: Record<string, unknown>[]
  /** The tag of the last statement that completed: `INSERT 0 3`, `COMMIT`. Empty when none did. */
  readonly tag: string
  readonly isParsed: boolean
  /** The description of the rows; null for a statement without rows, undefined when none was requested. */
  readonly fields: readonly ResultColumn[] | null | undefined
  readonly error: DatabaseError | undefined
  /** False when a transaction is open, even a failed one. */
  readonly isIdle: boolean
}

function writeMessage(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part))
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(4 + body.reduce((sum, part) => sum + part.length, 0), 1)
  return Buffer.concat([head, ...body])
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** One or more statements without parameters, run one after the other. */
export function writeQuery(text: string): Buffer {
  return writeMessage('Q', text)
}

/** Prepares a statement under a name and asks for a description of its rows. */
export function writeParse(name: string, text: string): Buffer {
  return Buffer.concat([writeMessage('P', name, text, int16(0)), writeMessage('D', Buffer.from('S'), name)])
}

const executeAndSync = Buffer.concat([writeMessage('E', '', int32(0)), writeMessage('S')])

/** Runs a named statement. The answer comes as text. */
export function writeExecute(name: string, parameters: readonly unknown[]): Buffer {
  const values = parameters.map(toParameter)
  const formats = values.map((value) => int16(typeof value === 'string' || value === null ? 0 : 1))
  const texts = values.flatMap((value) => {
    if (value === null) return [int32(-1)]
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    return [int32(bytes.length), bytes]
  })
  const count = int16(values.length)
  return Buffer.concat([
    writeMessage('B', '', name, count, ...formats, count, ...texts, int16(0)),
    executeAndSync,
  ])
}

/** Reads the whole answer to one exchange. `known` describes the rows of an already prepared statement. */
export function readAnswer(bytes: Buffer, known: readonly ResultColumn[] | null): WireAnswer {
  const rows: Record<string, unknown>[] = []
  let described: readonly ResultColumn[] | null | undefined
  let tag = ''
  let isParsed = false
  let isIdle = false
  let error: DatabaseError | undefined
  let at = 0
  while (at < bytes.length) {
    const type = bytes[at]
    const start = at + 5
    const end = at + 1 + bytes.readInt32BE(at + 1)
    at = end
    if (type === messages.dataRow) rows.push(readRow(bytes, start, described ?? known ?? []))
    else if (type === messages.rowDescription) described = readFields(bytes, start)
    else if (type === messages.noData) described = null
    else if (type === messages.commandComplete) tag = bytes.toString('latin1', start, end - 1)
    else if (type === messages.parseComplete) isParsed = true
    else if (type === messages.readyForQuery) isIdle = bytes[start] === idle
    else if (type === messages.error) error ??= readError(bytes, start, end)
  }
  return { rows, tag, isParsed, fields: described, error, isIdle }
}

const messages = {
  parseComplete: 0x31,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  rowDescription: 0x54,
  readyForQuery: 0x5a,
  noData: 0x6e,
}

const idle = 0x49

function readRow(bytes: Buffer, start: number, fields: readonly ResultColumn[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = start + 2
  for (const field of fields) {
    const length = bytes.readInt32BE(at)
    at += 4
    row[field.name] = length < 0 ? null : field.parse(bytes.toString('utf8', at, at + length))
    if (length > 0) at += length
  }
  return row
}

function readFields(bytes: Buffer, start: number): ResultColumn[] {
  const count = bytes.readUInt16BE(start)
  const fields: ResultColumn[] = []
  let at = start + 2
  for (let index = 0; index < count; index++) {
    const end = bytes.indexOf(0, at)
    const name = bytes.toString('utf8', at, end)
    // After the name: table (4), column (2), type (4), size (2), modifier (4), format (2).
    fields.push({ name, parse: findParser(bytes.readInt32BE(end + 7)) })
    at = end + 19
  }
  return fields
}

type ErrorField =
  | 'severity'
  | 'code'
  | 'detail'
  | 'hint'
  | 'position'
  | 'where'
  | 'schema'
  | 'table'
  | 'column'
  | 'constraint'

const errorFields: Record<string, ErrorField> = {
  S: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  n: 'constraint',
}

/** The same class that `pg` throws, so that callers can check `code` and `constraint` on either engine. */
function readError(bytes: Buffer, start: number, end: number): DatabaseError {
  const found = new Map<string, string>()
  let at = start
  while (at < end && bytes[at] !== 0) {
    const stop = bytes.indexOf(0, at)
    found.set(String.fromCharCode(bytes[at] ?? 0), bytes.toString('utf8', at + 1, stop))
    at = stop + 1
  }
  const error = new DatabaseError(found.get('M') ?? 'The database gave no reason.', end - start, 'error')
  for (const [letter, value] of found) {
    const name = errorFields[letter]
    if (name !== undefined) error[name] = value
  }
  return error
}

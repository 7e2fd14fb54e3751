// A fault that comes again and again has one line in the log, and then a line a minute that counts.
import { mostKnownFaults, mostRepeatedReferences } from '../limits/sizes.ts'
import { repeatedFaultsMs } from '../limits/times.ts'

export type Entry = readonly [fields: unknown, text?: unknown, ...more: unknown[]]

interface Repeated {
  times: number
  references: string[]
}

/** Answers whether the entry is to be written now. `write` gets the lines that count. */
export type NoteEntry = (entry: Entry, write: (fields: object, text: string) => void) => boolean

export function createRepeats(everyMs: number = repeatedFaultsMs): NoteEntry {
  const known = new Map<string, Repeated>()

  function begin(name: string, [fields, text]: Entry, write: (fields: object, text: string) => void): void {
    const repeated: Repeated = { times: 0, references: [] }
    known.set(name, repeated)
    const timer = setInterval(() => {
      const { times, references } = repeated
      if (times === 0) {
        clearInterval(timer)
        known.delete(name)
        return
      }
      repeated.times = 0
      repeated.references = []
      const told = references.length === 0 ? {} : { references }
      write({ ...toBrief(fields as object), times, ...told }, `${text}, ${times} times in a minute`)
    }, everyMs)
    timer.unref()
  }

  return (entry, write) => {
    const name = findName(entry)
    if (name === undefined) return true
    const repeated = known.get(name)
    if (repeated === undefined) {
      // strangers may find ever new words for a fault
      if (known.size < mostKnownFaults) begin(name, entry, write)
      return true
    }
    repeated.times += 1
    const { reference } = entry[0] as { reference?: unknown }
    if (typeof reference === 'string' && repeated.references.length < mostRepeatedReferences) {
      repeated.references.push(reference)
    }
    return false
  }
}

/** What makes two entries the same. An alarm is written each time. */
function findName([fields, text]: Entry): string | undefined {
  if (typeof fields !== 'object' || fields === null || 'alarm' in fields) return undefined
  const { err, kind, reason } = fields as Record<string, unknown>
  if (err instanceof Error) {
    const { code } = err as { code?: unknown }
    return JSON.stringify([text, kind, err.name, code, err.message])
  }
  return reason === undefined ? undefined : JSON.stringify([text, kind, reason])
}

/** Without what belongs to one entry alone, and without the place in the code, which the first line has. */
function toBrief(fields: object): object {
  const { err, kind, reason } = fields as Record<string, unknown>
  const brief = err instanceof Error ? { err: withoutStack(err) } : {}
  return { ...brief, ...(kind === undefined ? {} : { kind }), ...(reason === undefined ? {} : { reason }) }
}

function withoutStack(given: Error): Error {
  const { name, message, code } = given as Error & { code?: unknown }
  const error = Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) })
  error.stack = ''
  return error
}

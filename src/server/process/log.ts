// The log: lines of JSON with nothing private in them.
import { type DestinationStream, type Logger, pino } from 'pino'
import { longestLoggedPath } from '../limits/sizes.ts'
import { createRepeats, type NoteEntry } from './repeats.ts'

export type Log = Logger

// Strangers choose the texts. A shape that could start at each character would take quadratic time, so it
// starts only where its run of characters starts.
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/(?<![^\s"'<>/=&?])[^\s"'<>/=&?]+(?:@|%40)[^\s"'<>/=&?]+/gi, '<e-mail>'],
  [/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, '<token>'],
]

const leastRepeatedLevel = pino.levels.values.warn ?? 0

/** Writes to standard output, or to a test's stream. A fault that repeats itself is written once, and then counted. */
export function createLog(destination?: DestinationStream, noteEntry: NoteEntry = createRepeats()): Log {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method, level) {
          const isWritten =
            level < leastRepeatedLevel ||
            noteEntry(args, (fields, text) => Reflect.apply(method, this, [fields, text]))
          if (isWritten) Reflect.apply(method, this, args)
        },
      },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  )
}

/** An error's name, message and place, without the values that databases like to quote. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    name: error.name,
    message: scrub(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(hasPlace(error) ? { stack: scrub(error.stack ?? '') } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Where the network or the database is away, its place in our code says nothing. */
function hasPlace(error: Error): boolean {
  const { syscall, severity } = error as { syscall?: unknown; severity?: unknown }
  return error.stack !== '' && syscall !== 'connect' && syscall !== 'getaddrinfo' && severity !== 'FATAL'
}

function scrub(text: string): string {
  return secretShapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), text)
}

/** A path for the log: no query, no voter's id, no code, and nothing that looks like an id, an address or a token. */
export function toLoggedPath(url: string): string {
  const [path = ''] = url.split('?')
  const named = path
    .replace(/(\/portal\/voterballot\/)[^/]+/gi, '$1<voter>')
    .replace(/((?:\/portal\/(?:link|card)|\/calendar|\/dart\/preview\/[^/]+)\/)[^/]+/gi, '$1<code>')
  return scrub(named).slice(0, longestLoggedPath)
}

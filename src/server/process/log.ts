// The log: lines of JSON with nothing private in them.
import { type DestinationStream, type Logger, pino } from 'pino'
import { longestLoggedPath } from '../limits/sizes.ts'

export type Log = Logger

// Strangers choose the texts. A shape that could start at each character would take quadratic time, so it
// starts only where its run of characters starts.
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/(?<![^\s"'<>/=&?])[^\s"'<>/=&?]+(?:@|%40)[^\s"'<>/=&?]+/gi, '<e-mail>'],
  [/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, '<token>'],
]

/** Writes to standard output, or to a test's stream. */
export function createLog(destination?: DestinationStream): Log {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
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
    stack: scrub(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
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

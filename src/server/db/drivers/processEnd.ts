// Ends the process when the embedded database can no longer be trusted.
import { writeSync } from 'node:fs'

/**
 * Ends the whole process at once, also from a worker thread, where `process.exit` would end only the thread.
 * The next start recovers from the log, and callers send again what was not confirmed.
 */
export function endProcess(reason: string): never {
  writeSync(2, `${reason}\n`)
  process.kill(process.pid, 'SIGKILL')
  throw new Error(reason)
}

// Makes the embedded engine of tests quick to open.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The engine fills all its buffers at each start, which takes most of a second of a processor for the usual
 * 128 MB. The few rows of a test need less. The folder keeps the setting, also for other processes.
 */
export function saveMemory(folder: string): void {
  appendFileSync(join(folder, 'postgresql.conf'), '\nshared_buffers = 16MB\n')
}

// A folder for what a test file writes. It goes with all that the run leaves.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

export function makeTestFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'files-'))
}

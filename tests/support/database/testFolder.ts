// A folder for what a test file writes. It goes with all that the run leaves.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'

/** @param files What it holds at the start: texts by name. */
export function makeTestFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(inject('runFolder'), 'files-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

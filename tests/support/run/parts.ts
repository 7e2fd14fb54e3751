// The parts of `npm test`, each of which runs in a process of its own.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAppIfDue } from '../../../src/server/buildApp.ts'
import { findDemoFolder } from '../browsers/product.ts'
import { runChecks } from './checks.ts'
import { type JourneyReport, tallyJourneys } from './journeyTally.ts'
import { runInherited } from './tools.ts'
import type { Tally } from './vitestTally.ts'

const root = join(import.meta.dirname, '..', '..', '..')
export const cache = join(root, '.cache')

export const partNames = ['build', 'checks', 'Vitest', 'journeys'] as const
export type PartName = (typeof partNames)[number]

export const parts: Readonly<Record<PartName, () => Promise<Tally>>> = {
  // before any test starts; otherwise each would build the app and import the demo
  async build() {
    try {
      await Promise.all([buildAppIfDue(root, console.log), findDemoFolder()])
      return { ...nothing, passed: 1 }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { ...nothing, failing: [{ title: 'the build of the app or the import of the demo', reason }] }
    }
  },

  async checks() {
    const results = await runChecks({ structure: false })
    return {
      ...nothing,
      passed: results.filter(({ passed }) => passed).length,
      failing: results
        .filter(({ passed }) => !passed)
        .map(({ title, output }) => ({ title, reason: output })),
    }
  },

  async Vitest() {
    const path = join(cache, 'vitest.json')
    rmSync(path, { force: true })
    const code = await runInherited('vitest/vitest.mjs', ['run'], { VITEST_TALLY: path })
    return withExit(readReport<Tally>(path), code)
  },

  async journeys() {
    const path = join(cache, 'playwright.json')
    rmSync(path, { force: true })
    const code = await runInherited('@playwright/test/cli.js', ['test'])
    const report = readReport<JourneyReport>(path)
    return withExit(report === undefined ? undefined : tallyJourneys(report), code)
  },
}

const nothing: Tally = { passed: 0, failing: [], skipped: [], projects: [] }

/** A runner that fails without a failing test has a reason of its own. */
function withExit(tally: Tally | undefined, code: number): Tally {
  const { failing, ...others } = tally ?? nothing
  if (code === 0 || failing.length > 0) return { ...others, failing }
  return { ...others, failing: [{ title: 'the runner', reason: `It ended with exit code ${code}.` }] }
}

export function readReport<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // the runner ended before it wrote one; its exit code counts
  }
}

// Vitest: what runs in Node without a server, and what needs a database. Browser journeys are Playwright's.
import { defineConfig } from 'vitest/config'
import { compileCache } from './tests/support/processes/compileCache.ts'
import { selectedTitles, selection } from './tests/support/run/longTests.ts'
import { isolatedFiles } from './tests/support/run/serverFiles.ts'
import { VitestTallyReporter } from './tests/support/run/vitestTally.ts'

// a zone far from UTC and from every club: an hour that is read in the machine's own zone is a wrong one
process.env.TZ = 'Pacific/Honolulu'

// in threads the database engine's code is compiled once for all files, not once for each
const environment = {
  environment: 'node',
  pool: 'threads',
  // what the proof does at length takes minutes on a busy machine
  testTimeout: selection === 'short' ? 60_000 : 300_000,
  hookTimeout: 120_000,
  // a poll ends when what it waits for is there; its own limit of a second is what a busy machine takes
  expect: { poll: { timeout: 30_000 } },
  env: compileCache,
} as const

/** A world of its own for each file, and nothing global: so the server's modules are loaded once for all files. */
const server = {
  ...environment,
  isolate: false,
  globalSetup: 'tests/support/run/globalSetup.ts',
} as const

// asked for by `npm test`, which sums up
const tally = process.env.VITEST_TALLY

export default defineConfig({
  test: {
    reporters: ['default', ...(tally === undefined ? [] : [new VitestTallyReporter(tally)])],
    maxWorkers: 2,
    testNamePattern: selectedTitles,
    // what is printed for each file: most tests here take longer than Vitest's 300 ms
    slowTestThreshold: 10_000,
    projects: [
      {
        test: {
          ...environment,
          name: 'node',
          include: [
            'tests/*.test.ts',
            'tests/{build,domain,contract,offline,sw,app,bench,chaos,support}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['tests/{server,card-sandbox,demo}/**/*.test.ts'],
          exclude: isolatedFiles,
        },
      },
      {
        test: {
          ...environment,
          name: 'alone',
          pool: 'forks',
          include: isolatedFiles,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

// Vitest: what runs in Node without a server, and what needs a database. Browser journeys are Playwright's.
import { defineConfig } from 'vitest/config'
import { VitestTallyReporter } from './tests/support/vitestTally.ts'

// in threads the database engine's code is compiled once for all files, not once for each
const environment = {
  environment: 'node',
  pool: 'threads',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // a poll ends when what it waits for is there; its own limit of a second is what a busy machine takes
  expect: { poll: { timeout: 30_000 } },
} as const

/** A world of its own for each file, and nothing global: so the server's modules are loaded once for all files. */
const server = {
  ...environment,
  isolate: false,
  globalSetup: 'tests/support/globalSetup.ts',
} as const

const alone = [
  'tests/server/clubSocket.test.ts',
  'tests/server/crash.test.ts',
  'tests/server/drain.test.ts',
] as const

// asked for by `npm test`, which sums up
const tally = process.env.VITEST_TALLY

export default defineConfig({
  test: {
    reporters: ['default', ...(tally === undefined ? [] : [new VitestTallyReporter(tally)])],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...environment,
          name: 'node',
          include: ['tests/*.test.ts', 'tests/{domain,contract,offline,sw,app,chaos,support}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...alone],
        },
      },
      {
        test: {
          ...server,
          // T2.2: what tells clubs apart once more, with row-level security alone
          name: 'server without tenant conditions',
          env: { TENANT_CONDITIONS: 'removed' },
          include: [
            'tests/server/{ballot,club,dispatch,events,judging,membership,orders,push,signin}.test.ts',
            'tests/server/clubFile/import.test.ts',
            'tests/server/db/{security,tenantConditions}.test.ts',
            'tests/server/security/{badToken,ballots,customPages,publicAnswers,scores,tenantMatrix,tokens}.test.ts',
          ],
        },
      },
      {
        test: {
          ...environment,
          // after all others and in processes of their own: they measure, or make what a thread cannot make
          name: 'alone',
          pool: 'forks',
          include: [...alone],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

// The long proofs by name: what each proves, and its commands.

/** A script, by its path in `node_modules`, and its arguments. */
export type Command = readonly [script: string, ...args: string[]]

export interface Proof {
  readonly proves: string
  readonly commands: readonly [Command, ...Command[]]
  /** Replaces `PROOF`, which makes tests long. */
  readonly env?: Readonly<Record<string, string>>
}

const serverTests = ['vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'alone'] as const
const playwright = '@playwright/test/cli.js'

export const proofs = {
  engines: {
    proves: 'every server test passes on the embedded engine and on PostgreSQL',
    commands: [serverTests],
    env: { ENGINES: 'both' },
  },
  conditions: {
    proves: 'every server test passes where only the conditions in the queries tell clubs apart (T2.2)',
    commands: [serverTests],
    env: { CLUBS_BY: 'conditions' },
  },
  security: {
    proves: 'every server test passes where only row-level security tells clubs apart (T2.2)',
    commands: [serverTests],
    env: { CLUBS_BY: 'security' },
  },
  crashes: {
    proves: 'a killed server, or one whose disk is full, loses nothing that it confirmed',
    // one after the other, because they measure how soon a server is back
    commands: [
      [
        ...serverTests,
        ...['--maxWorkers', '1'],
        ...['tests/server/crash.test.ts', 'tests/server/db/drivers/embedded.test.ts'],
      ],
    ],
  },
  orders: {
    proves:
      '10,000 orders by chance, 400 buyers at once, and a death at each step of a sale or a renewal end with money and goods together',
    commands: [
      [
        ...serverTests,
        ...['chance', 'eventCrashes', 'eventRaces', 'renewals/renewalCrashes'].map(
          (name) => `tests/server/orders/${name}.test.ts`,
        ),
      ],
    ],
  },
  'order-kills': {
    proves: 'a server that is killed in the middle of orders finishes them after its next start',
    commands: [[...serverTests, 'tests/server/orders/kill.test.ts']],
  },
  'two-servers': {
    proves: 'two server processes on one PostgreSQL sell nothing twice, also when one of them dies',
    commands: [[...serverTests, 'tests/server/orders/processes.test.ts']],
  },
  guesses: {
    proves:
      'ten thousand guesses at judges, voters and members find next to nothing, nor does a clock, and by no order of calls is an account stolen',
    commands: [
      [
        ...serverTests,
        'tests/server/security/judgeGuessing.test.ts',
        'tests/server/security/lookups.test.ts',
        'tests/server/auth/refusalTimes.test.ts',
        'tests/server/security/accounts/theft.test.ts',
      ],
    ],
  },
  crowds: {
    proves: "a show day's crowd from one address is served, and what judges queued arrives in seconds",
    commands: [[...serverTests, 'tests/server/drain.test.ts', 'tests/server/security/crowd.test.ts']],
  },
  'card-schemas': {
    proves: 'the card sandbox takes what the installed SDK declares',
    commands: [['../tests/card-sandbox/schemas.ts', '--check']],
  },
  journeys: {
    proves:
      'each journey passes in every language, theme and size, and each screen loads as light as it must',
    commands: [
      [playwright, 'test', '--project', 'journeys'],
      [playwright, 'test', '--project', 'lighthouse'],
    ],
  },
  'club-life': {
    proves: 'what members share passes in each language on the screen that the other has in the journeys',
    commands: [[playwright, 'test', 'community', '--project', 'journeys']],
    env: { PROOF: '1', SWAPPED_SCREENS: '1' },
  },
  sales: {
    proves:
      'each flow of an event passes in both languages and sizes, paid and free, for visitors and members, by touch and by keyboard alone',
    commands: [[playwright, 'test', '--project', 'sales']],
  },
  purchases: {
    proves: 'each purchase passes in a browser with the server on PostgreSQL',
    commands: [[playwright, 'test', '--project', 'journeys on PostgreSQL']],
  },
  chaos: {
    proves: 'the outbox loses, doubles and invents nothing under a quarter of an hour of every fault',
    commands: [['../tests/chaos/main.ts', '--minutes', '15']],
  },
} as const satisfies Record<string, Proof>

export type ProofName = keyof typeof proofs

export function isProofName(name: string): name is ProofName {
  return Object.hasOwn(proofs, name)
}

// The long proofs by name: what each proves, and its commands.

/** A script, by its path in `node_modules`, and its arguments. */
export type Command = readonly [script: string, ...args: string[]]

export interface Proof {
  readonly proves: string
  readonly commands: readonly [Command, ...Command[]]
  /** Only when it is named. */
  readonly isApart?: true
  /** Which tests run (`longTests.ts`), and how. */
  readonly env: Readonly<Record<string, string>>
}

const serverTests = ['vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'alone'] as const
const playwright = '@playwright/test/cli.js'
const inServer = (...paths: readonly string[]): Command => [
  ...serverTests,
  ...paths.map((path) => `tests/server/${path}.test.ts`),
]

export const proofs = {
  engines: {
    proves:
      'every server test passes on the embedded engine and on PostgreSQL, where only the conditions in the queries tell clubs apart (T2.2)',
    commands: [serverTests],
    env: { ENGINES: 'both', CLUBS_BY: 'conditions' },
  },
  security: {
    proves: 'every server test passes where only row-level security tells clubs apart (T2.2)',
    commands: [serverTests],
    env: { CLUBS_BY: 'security' },
  },
  kills: {
    proves:
      'a killed server, or one of two on one PostgreSQL, loses nothing that it confirmed, sells nothing twice and finishes its orders',
    commands: [
      // one after the other, because they measure how soon a server is back
      [...inServer('crash', 'db/drivers/embedded'), '--maxWorkers', '1'],
      inServer('order/kill', 'order/processes'),
    ],
    env: { PROOF: 'long' },
  },
  orders: {
    proves:
      '5,000 orders by chance, with refunds of amounts by card and in cash, 400 buyers at once, and a death at each step of a sale or a renewal end with money and goods together',
    commands: [
      inServer(
        'order/chance/embedded',
        'order/chance/postgres',
        'order/crash',
        'order/eventCrashes',
        'order/eventRaces',
        'areas/store/storeRaces',
        'order/renewals/renewalCrashes',
      ),
    ],
    env: { PROOF: 'long', ENGINES: 'both' },
  },
  cases: {
    proves:
      'what `npm test` shows with one case holds with the others: an update and the way back, pictures through each door, decoders that go wrong, signals, kills, processes that start together, and phones without a safeguard',
    commands: [
      inServer(
        'buildApp',
        'officers/serverPage',
        'clubFile/elsewhere',
        'db/drivers/postgres',
        'areas/judging/judgeCode',
        'main',
        'security/content/pictures',
        'storage/pictureProcesses',
        'storage/pixelPool',
      ),
      ['vitest/vitest.mjs', 'run', '--project', 'node', 'tests/chaos/phone.test.ts'],
    ],
    env: { PROOF: 'long' },
  },
  many: {
    proves:
      'a real storage that speaks S3 does what the stand-in of the tests does (PROOF_STORAGE names another one), and one that is ill loses nothing; of two machines one is killed, and updated, while the other goes on; nothing is lost or doubled when the machine of the database dies; the image is built, runs and stops; real proxies pass on what they should, and no backup does harm',
    commands: [
      inServer('objects/gateway', 'storage/faults'),
      inServer('machines/killed', 'machines/sending', 'machines/rollingUpdate'),
      inServer('machines/standstill', 'machines/attacks'),
      inServer('failover'),
      inServer('image', 'proxies', 'hostileBackups'),
    ],
    env: { PROOF: 'long' },
  },
  guesses: {
    proves:
      'ten thousand guesses at judges, voters, members and buyers find next to nothing, nor does a clock, and by no order of calls is an account stolen',
    commands: [
      inServer(
        'security/judgeGuessing',
        'security/lookups',
        'areas/eventOrders/purchaseLookups',
        'security/accounts/theft',
        'security/accounts/memberIds',
      ),
      // alone, because it measures
      [...inServer('auth/refusalTimes'), '--maxWorkers', '1'],
    ],
    env: { PROOF: 'long' },
  },
  crowds: {
    proves:
      "a show day's crowd from one address is served, what judges queued arrives in seconds, and ten thousand members are imported",
    commands: [inServer('drain', 'security/crowd', 'areas/members/memberImport')],
    env: { PROOF: 'long' },
  },
  'card-schemas': {
    proves: 'the card sandbox takes what the installed SDK declares',
    commands: [['../tests/card-sandbox/schemas.ts', '--check']],
    env: {},
  },
  journeys: {
    proves:
      'what `npm test` leaves out: journeys in the other language, theme and size, screens however they are looked at, and how Lighthouse finds each made',
    commands: [
      [playwright, 'test', '--project', 'journeys'],
      [playwright, 'test', '--project', 'screens'],
      [playwright, 'test', '--project', 'lighthouse'],
    ],
    env: { PROOF: 'long' },
  },
  'club-life': {
    proves: 'what members share passes in each language on the screen that the other has in the journeys',
    commands: [[playwright, 'test', 'community', '--project', 'journeys']],
    env: { PROOF: 'all', SWAPPED_SCREENS: '1' },
  },
  sales: {
    proves:
      'each flow of an event passes in both languages and sizes, paid and free, for visitors and members, by touch and by keyboard alone',
    commands: [[playwright, 'test', '--project', 'sales']],
    env: { PROOF: 'long' },
  },
  purchases: {
    proves: 'each purchase passes in a browser with the server on PostgreSQL',
    commands: [
      [
        playwright,
        'test',
        '--project',
        'journeys on PostgreSQL',
        '--grep',
        '^(?!.*@proof)|two tabs pay it once|half a form survives a reload|is known to each form',
      ],
    ],
    env: { PROOF: 'all' },
  },
  chaos: {
    proves: 'the outbox loses, doubles and invents nothing under eight minutes of every fault',
    commands: [['../tests/chaos/main.ts', '--minutes', '8']],
    env: {},
  },
  flakes: {
    proves:
      'each journey passes three times beside a busy processor; prints each that failed, with its trace',
    commands: [['../tests/support/run/flakes.ts']],
    env: { PROOF: 'turns' },
    isApart: true,
  },
} as const satisfies Record<string, Proof>

export type ProofName = keyof typeof proofs

export function isProofName(name: string): name is ProofName {
  return Object.hasOwn(proofs, name)
}

/** Those that run when none is named. */
export const usualProofs = (Object.keys(proofs) as ProofName[]).filter((name) => !('isApart' in proofs[name]))

// Which server tests run otherwise than embedded and with all conditions: what `vitest.config.ts` goes by.

/** After all others and in processes of their own: they measure, or make what a thread cannot make. */
export const alone = [
  'tests/server/clubSocket.test.ts',
  'tests/server/crash.test.ts',
  'tests/server/drain.test.ts',
]

/**
 * What `npm test` runs once more with row-level security alone (T2.2): every file that touches a club's tables,
 * apart from those below. When they were chosen they asked 428 of the 434 statements with a condition on the club.
 */
export const withoutTenantConditions = [
  'tests/server/backup.test.ts',
  'tests/server/ballot.test.ts',
  'tests/server/batch.test.ts',
  'tests/server/club.test.ts',
  'tests/server/clubFile/import.test.ts',
  'tests/server/clubFile/merge.test.ts',
  'tests/server/db/security.test.ts',
  'tests/server/db/tenantConditions.test.ts',
  'tests/server/dispatch.test.ts',
  'tests/server/events.test.ts',
  'tests/server/http.test.ts',
  'tests/server/judging.test.ts',
  'tests/server/membership.test.ts',
  'tests/server/money.test.ts',
  'tests/server/officers.test.ts',
  'tests/server/orders.test.ts',
  'tests/server/ordersCards.test.ts',
  'tests/server/ordersRefunds.test.ts',
  'tests/server/ordersScarce.test.ts',
  'tests/server/outside/mail.test.ts',
  'tests/server/push.test.ts',
  'tests/server/security/badToken.test.ts',
  'tests/server/security/ballots.test.ts',
  'tests/server/security/customPages.test.ts',
  'tests/server/security/money.test.ts',
  'tests/server/security/publicAnswers.test.ts',
  'tests/server/security/scores.test.ts',
  'tests/server/security/tenantMatrix.test.ts',
  'tests/server/security/tokens.test.ts',
  'tests/server/signin.test.ts',
]

/** PostgreSQL alone can do what they ask for, and without the conditions all runs embedded. */
export const onPostgresAlone = ['tests/server/db/postgres.test.ts', 'tests/server/ordersProcesses.test.ts']

/**
 * Server tests that open a database and that `npm test` does not run a second time, by the reason; apart from
 * those on PostgreSQL, `npm run proof -- tenants` does.
 */
export const onlyWithTenantConditions: Readonly<Record<string, readonly string[]>> = {
  'PostgreSQL alone can do what they ask for': onPostgresAlone,
  'they ask nothing of a club’s tables that a file above does not ask': [
    'tests/server/clubFile/faults.test.ts',
    'tests/server/clubFile/large.test.ts',
    'tests/server/clubFile/roundTrip.test.ts',
    'tests/server/log.test.ts',
    'tests/server/ordersAtOnce.test.ts',
    'tests/server/ordersChance.test.ts',
    'tests/server/ordersCrash.test.ts',
    'tests/server/ordersPaying.test.ts',
    'tests/server/ordersWebhook.test.ts',
    'tests/server/security/fuzz.test.ts',
    'tests/server/security/hosts.test.ts',
    'tests/server/security/injection.test.ts',
    'tests/server/security/judgeGuessing.test.ts',
    'tests/server/security/lookups.test.ts',
    'tests/server/security/moneyRules.test.ts',
    'tests/server/security/origins.test.ts',
    'tests/server/security/tokenHeader.test.ts',
  ],
  'they take long, for a statement or two that no other file asks': [
    'tests/server/clubCommands.test.ts',
    'tests/server/demo.test.ts',
    'tests/server/security/cardTesting.test.ts',
    'tests/server/security/crowd.test.ts',
  ],
  'they ask what belongs to no club': [
    'tests/server/jobs.test.ts',
    'tests/server/limits.test.ts',
    'tests/server/lookupProof.test.ts',
    'tests/server/pictures.test.ts',
    'tests/server/sandbox/cards.test.ts',
    'tests/server/sandbox/cardsDoor.test.ts',
    'tests/server/sandbox/cardsKeys.test.ts',
    'tests/server/sandbox/cardsWebhooks.test.ts',
    'tests/server/sandbox/outbox.test.ts',
  ],
  'they are about the engine and its folder': [
    'tests/server/db/embedded.test.ts',
    'tests/server/db/folderLock.test.ts',
    'tests/server/db/open.test.ts',
    'tests/server/db/schema.test.ts',
  ],
  'another process or thread of theirs asks, where the conditions stay': [
    'tests/server/judgeCode.test.ts',
    'tests/server/main.test.ts',
    'tests/server/ordersKill.test.ts',
    'tests/server/workerEngine.test.ts',
  ],
}

// The server tests that do not run in the usual way, embedded and with all conditions. `vitest.config.ts`
// uses these lists.

/** These run after all others and in their own processes: they measure, or do what a thread cannot do. */
export const isolatedFiles = ['tests/server/officers/clubSocket.test.ts', 'tests/server/drain.test.ts']

/**
 * `npm test` runs these again with row-level security only (T2.2): every file that uses a club's tables,
 * apart from those below. Together they run every statement of the server on those tables.
 */
export const withoutTenantConditions = [
  'tests/server/backup.test.ts',
  'tests/server/actions/ballot.test.ts',
  'tests/server/dispatch/batch.test.ts',
  'tests/server/actions/club.test.ts',
  'tests/server/clubFile/import.test.ts',
  'tests/server/clubFile/merge.test.ts',
  'tests/server/db/scope/rowSecurity.test.ts',
  'tests/server/db/tenantConditions.test.ts',
  'tests/server/dispatch/dispatch.test.ts',
  'tests/server/actions/events.test.ts',
  'tests/server/http/edge.test.ts',
  'tests/server/actions/judging.test.ts',
  'tests/server/actions/membership.test.ts',
  'tests/server/officers/admission.test.ts',
  'tests/server/officers/corrections.test.ts',
  'tests/server/officers/eventLists.test.ts',
  'tests/server/officers/gateSale.test.ts',
  'tests/server/officers/judges.test.ts',
  'tests/server/officers/money.test.ts',
  'tests/server/officers/paper.test.ts',
  'tests/server/officers/paperTables.test.ts',
  'tests/server/officers/results.test.ts',
  'tests/server/officers/schedule.test.ts',
  'tests/server/officers/showDay.test.ts',
  'tests/server/officers/voters.test.ts',
  'tests/server/orders/quotes.test.ts',
  'tests/server/orders/savedCards.test.ts',
  'tests/server/orders/visitorRenewals.test.ts',
  'tests/server/orders/refunds.test.ts',
  'tests/server/orders/holds.test.ts',
  'tests/server/orders/eventOrders.test.ts',
  'tests/server/providers/mail.test.ts',
  'tests/server/actions/push.test.ts',
  'tests/server/security/badToken.test.ts',
  'tests/server/security/ballots.test.ts',
  'tests/server/security/customPages.test.ts',
  'tests/server/security/money.test.ts',
  'tests/server/security/publicAnswers.test.ts',
  'tests/server/security/scores.test.ts',
  'tests/server/security/tenantMatrix.test.ts',
  'tests/server/security/tokens.test.ts',
  'tests/server/actions/signin.test.ts',
  'tests/server/actions/volunteers.test.ts',
]

/** These need PostgreSQL, and the run without the conditions is all embedded. */
export const onPostgresAlone = [
  'tests/server/db/drivers/postgres.test.ts',
  'tests/server/orders/processes.test.ts',
]

/**
 * Server tests that open a database and that `npm test` does not run a second time, by the reason. `npm run
 * proof -- tenants` runs them, apart from those on PostgreSQL.
 */
export const onlyWithTenantConditions: Readonly<Record<string, readonly string[]>> = {
  'PostgreSQL alone can do what they ask for': onPostgresAlone,
  "they ask nothing of a club's tables that a file above does not ask": [
    'tests/server/officers/clubCommands.test.ts',
    'tests/server/actions/shiftRaces.test.ts',
    'tests/server/clubFile/doors.test.ts',
    'tests/server/clubFile/volunteers.test.ts',
    'tests/server/clubFile/elsewhere.test.ts',
    'tests/server/clubFile/families.test.ts',
    'tests/server/documents/documents.test.ts',
    'tests/server/documents/firstFiles.test.ts',
    'tests/server/http/clubNames.test.ts',
    'tests/server/orders/numbers.test.ts',
    'tests/server/orders/renewals.test.ts',
    'tests/server/security/deliveries.test.ts',
    'tests/server/security/events/eventDoors.test.ts',
    'tests/server/security/judgeIds.test.ts',
    'tests/server/security/plainText.test.ts',
    'tests/server/officers/files.test.ts',
    'tests/server/officers/longNumbers.test.ts',
    'tests/server/officers/mistakes.test.ts',
    'tests/demo/import.test.ts',
    'tests/server/clubFile/faults.test.ts',
    'tests/server/clubFile/large.test.ts',
    'tests/server/clubFile/roundTrip.test.ts',
    'tests/server/log.test.ts',
    'tests/server/orders/atOnce.test.ts',
    'tests/server/orders/chance.test.ts',
    'tests/server/orders/crash.test.ts',
    'tests/server/orders/eventCrashes.test.ts',
    'tests/server/orders/eventRaces.test.ts',
    'tests/server/orders/checkout.test.ts',
    'tests/server/orders/webhooks.test.ts',
    'tests/server/security/fuzz.test.ts',
    'tests/server/security/hosts.test.ts',
    'tests/server/security/injection.test.ts',
    'tests/server/security/judgeGuessing.test.ts',
    'tests/server/security/lookups.test.ts',
    'tests/server/events/purchaseLookups.test.ts',
    'tests/server/security/moneyRules.test.ts',
    'tests/server/security/origins.test.ts',
    'tests/server/security/tokenHeader.test.ts',
  ],
  'they take long, for a statement or two that no other file asks': [
    'tests/server/security/cardTesting.test.ts',
    'tests/server/security/crowd.test.ts',
  ],
  'they ask what belongs to no club': [
    'tests/server/jobs/jobs.test.ts',
    'tests/server/dispatch/limits.test.ts',
    'tests/server/auth/lookupProof.test.ts',
    'tests/server/storage/pictures.test.ts',
    'tests/card-sandbox/payments.test.ts',
    'tests/card-sandbox/door.test.ts',
    'tests/card-sandbox/keys.test.ts',
    'tests/card-sandbox/webhooks.test.ts',
    'tests/server/http/sandboxMessages.test.ts',
    'tests/server/http/requestBodies.test.ts',
    'tests/server/http/securityHeaders.test.ts',
  ],
  'they are about the engine and its folder': [
    'tests/server/db/drivers/embedded.test.ts',
    'tests/server/db/drivers/folderLock.test.ts',
    'tests/server/db/open.test.ts',
    'tests/server/db/schema.test.ts',
  ],
  'another process or thread of theirs asks, where the conditions stay': [
    'tests/server/jobs/judgeCode.test.ts',
    'tests/server/main.test.ts',
    'tests/server/orders/kill.test.ts',
    'tests/server/engine/workerEngine.test.ts',
  ],
}

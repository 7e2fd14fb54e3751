// Brings the tables to the newest version. Several processes may do this at once.
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations as cardSandbox } from '../../../card-sandbox/migrations.ts'
import * as ground from './migrations/0001-ground.ts'
import * as ballotsAndJudging from './migrations/0002-ballots-and-judging.ts'
import * as jobs from './migrations/0003-jobs.ts'
import * as orders from './migrations/0005-orders.ts'
import * as orderHolder from './migrations/0006-order-holder.ts'
import * as savedCards from './migrations/0007-saved-cards.ts'
import * as keptGoods from './migrations/0008-kept-goods.ts'
import * as paperBallots from './migrations/0009-paper-ballots.ts'
import * as refusalRecords from './migrations/0010-refusal-records.ts'
import * as autoRenewChoice from './migrations/0011-auto-renew-choice.ts'
import * as sheetOrder from './migrations/0012-sheet-order.ts'
import * as eventPlaces from './migrations/0015-event-places.ts'
import * as clubLanguage from './migrations/0016-club-language.ts'
import * as eventSales from './migrations/0017-event-sales.ts'
import * as sandboxAttachments from './migrations/0018-sandbox-attachments.ts'
import * as freedCarNumbers from './migrations/0019-freed-car-numbers.ts'
import * as memberCodes from './migrations/0020-member-codes.ts'
import * as renewals from './migrations/0021-renewals.ts'
import * as cardSetups from './migrations/0022-card-setups.ts'
import * as memberSuspension from './migrations/0023-member-suspension.ts'
import * as membershipCards from './migrations/0025-membership-cards.ts'
import * as followedEvents from './migrations/0026-followed-events.ts'
import * as importedAutoRenewal from './migrations/0027-imported-auto-renewal.ts'
import * as community from './migrations/0028-community.ts'
import * as social from './migrations/0029-social.ts'
import * as reportEvidence from './migrations/0030-report-evidence.ts'
import * as calendarCode from './migrations/0031-calendar-code.ts'
import * as soldProducts from './migrations/0032-sold-products.ts'
import * as newsletter from './migrations/0033-newsletter.ts'
import * as alerts from './migrations/0034-alerts.ts'
import * as clubDefault from './migrations/0035-club-default.ts'
import * as withdrawnSheets from './migrations/0036-withdrawn-sheets.ts'
import * as gateCodes from './migrations/0037-gate-codes.ts'
import * as inTheBuyersHand from './migrations/0038-in-the-buyers-hand.ts'
import * as carList from './migrations/0039-car-list.ts'
import * as provedAddresses from './migrations/0040-proved-addresses.ts'
import * as judgeDevices from './migrations/0041-judge-devices.ts'
import * as givingWay from './migrations/0044-giving-way.ts'
import * as lineItems from './migrations/0045-line-items.ts'
import * as lifeMembers from './migrations/0048-life-members.ts'
import * as hiddenReason from './migrations/0049-hidden-reason.ts'
import * as askedShifts from './migrations/0050-asked-shifts.ts'
import * as unprovedByDefault from './migrations/0051-unproved-by-default.ts'
import { runInScope } from './scope/scope.ts'

/**
 * In the order of their names. A migration that has run anywhere is never changed or renamed, because
 * databases know it by its name. This is why two have the number 0003 and none has 0004.
 */
const migrations: Record<string, Migration> = {
  '0001-ground': ground,
  '0002-ballots-and-judging': ballotsAndJudging,
  '0003-jobs': jobs,
  ...cardSandbox,
  '0005-orders': orders,
  '0006-order-holder': orderHolder,
  '0007-saved-cards': savedCards,
  '0008-kept-goods': keptGoods,
  '0009-paper-ballots': paperBallots,
  '0010-refusal-records': refusalRecords,
  '0011-auto-renew-choice': autoRenewChoice,
  '0012-sheet-order': sheetOrder,
  '0015-event-places': eventPlaces,
  '0016-club-language': clubLanguage,
  '0017-event-sales': eventSales,
  '0018-sandbox-attachments': sandboxAttachments,
  '0019-freed-car-numbers': freedCarNumbers,
  '0020-member-codes': memberCodes,
  '0021-renewals': renewals,
  '0022-card-setups': cardSetups,
  '0023-member-suspension': memberSuspension,
  '0025-membership-cards': membershipCards,
  '0026-followed-events': followedEvents,
  '0027-imported-auto-renewal': importedAutoRenewal,
  '0028-community': community,
  '0029-social': social,
  '0030-report-evidence': reportEvidence,
  '0031-calendar-code': calendarCode,
  '0032-sold-products': soldProducts,
  '0033-newsletter': newsletter,
  '0034-alerts': alerts,
  '0035-club-default': clubDefault,
  '0036-withdrawn-sheets': withdrawnSheets,
  '0037-gate-codes': gateCodes,
  '0038-in-the-buyers-hand': inTheBuyersHand,
  '0039-car-list': carList,
  '0040-proved-addresses': provedAddresses,
  '0041-judge-devices': judgeDevices,
  '0044-giving-way': givingWay,
  '0045-line-items': lineItems,
  '0048-life-members': lifeMembers,
  '0049-hidden-reason': hiddenReason,
  '0050-asked-shifts': askedShifts,
  '0051-unproved-by-default': unprovedByDefault,
}

/**
 * Answers how many migrations ran. They take effect together or not at all. On PostgreSQL it waits while
 * another process migrates; on the embedded engine the lock on the folder keeps others out.
 */
export async function migrateToLatest(db: Kysely<unknown>): Promise<number> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await runInScope(null, () => migrator.migrateToLatest())
  if (error !== undefined) throw error
  return results?.length ?? 0
}

// Automatic renewals: in each club's own night it begins those that are due, and tells of those to come.
import { addDays, findDay, toInstant } from '../../../domain/day.ts'
import { noticeDays } from '../../../domain/membership.ts'
import { getClub } from '../../club/db/club.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { Tx } from '../../db/open.ts'
import { renewalRoundLeaseMs } from '../../limits/jobs.ts'
import { clubsPerRenewalRound } from '../../limits/sizes.ts'
import { longestRenewalRestMs, renewalCatchUpDays } from '../../limits/times.ts'
import { findMembership } from '../../member/db/membership.ts'
import type { Log } from '../../process/log.ts'
import { addJob } from '../../queue/queue.ts'
import type { CardParts } from '../cardProvider.ts'
import {
  type AutoRenewing,
  listAutoRenewing,
  listIdleRounds,
  putRenewal,
  setRenewalRounds,
  takeRenewalRounds,
} from '../db/renewal.ts'
import { findDefaultCard } from '../db/savedCard.ts'
import { mailRenewalNotice } from '../memberMails.ts'
import { quoteOrder } from '../quote.ts'
import { asMember, oneYear } from './asMember.ts'
import { emptyRenewal } from './startRenewal.ts'

export interface RoundParts extends CardParts {
  readonly log: Log
}

/** All clubs that are due. What fails is due again after a while. */
export async function runRenewalRounds(parts: RoundParts): Promise<void> {
  const { services, log } = parts
  const { database } = services
  await restIdle(parts)
  for (;;) {
    const now = services.now()
    const clubs = await database.withoutClub((tx) =>
      takeRenewalRounds(tx, {
        now: new Date(now),
        lockedUntil: new Date(now + renewalRoundLeaseMs),
        most: clubsPerRenewalRound,
      }),
    )
    for (const tenant of clubs) {
      try {
        const dueAt = await database.inTenant(tenant.id, (tx) => runRound(tx, parts, tenant, now))
        await database.withoutClub((tx) => setRenewalRounds(tx, [tenant.id], new Date(dueAt)))
      } catch (error) {
        log.error({ err: error, tenantId: tenant.id }, "a club's renewals could not be begun")
      }
    }
    if (clubs.length < clubsPerRenewalRound) return
  }
}

/** Clubs where no card can be charged are due again when they would be after their round, and have none. */
async function restIdle({ services, cards }: RoundParts): Promise<void> {
  const { database } = services
  const now = services.now()
  const idle = await database.acrossClubs((tx) =>
    listIdleRounds(tx, { now: new Date(now), mode: cards.mode }),
  )
  for (const [timeZone, clubs] of Map.groupBy(idle, (club) => club.timeZone)) {
    const ids = clubs.map(({ id }) => id)
    const dueAt = new Date(findNextRound(now, timeZone))
    await database.withoutClub((tx) => setRenewalRounds(tx, ids, dueAt))
  }
}

/** In the club's next night, and at latest after a rest. */
function findNextRound(now: number, timeZone: string): number {
  const tomorrow = addDays(findDay(now, timeZone), 1)
  return Math.min(toInstant(tomorrow, '00:00', timeZone), now + longestRenewalRestMs)
}

/** Answers when the club is due again. */
async function runRound(tx: Tx, parts: RoundParts, tenant: TenantIdentity, now: number): Promise<number> {
  const { timeZone } = await getClub(tx)
  const today = findDay(now, timeZone)
  const [longestNotice] = noticeDays
  const members = await listAutoRenewing(tx, {
    mode: parts.cards.mode,
    from: addDays(today, -renewalCatchUpDays),
    until: addDays(today, longestNotice),
  })
  for (const member of members) {
    if (member.period <= today) await beginRenewal(tx, member, now)
    else await tellOfRenewal(tx, parts, tenant, member, { now, today })
  }
  return findNextRound(now, timeZone)
}

async function beginRenewal(tx: Tx, member: AutoRenewing, now: number): Promise<void> {
  const { memberId, period, state, isJobOver, tries, attempt } = member
  if (isJobOver || !mayBegin(member, now)) return
  // a button pressed at this moment has begun it
  await findMembership(tx, { memberId }, 'lock')
  if (state === null) {
    const at = new Date(now)
    const renewal = emptyRenewal({ memberId, period })
    await putRenewal(tx, { ...renewal, state: 'waiting', nextTryAt: at, changedAt: at }, 'new')
  }
  // Its job may have ended without it: while the club was suspended, or because it had failed too often. A job
  // that still waits stays as it is.
  const isBegun = state === 'charging'
  await addJob(tx, {
    kind: 'renew',
    payload: { memberId, period, ...(isBegun ? { attempt } : { tries }) },
    uniqueKey: `${isBegun ? 'finish' : 'renew'} ${memberId} ${period} ${attempt}`,
    revives: true,
  })
}

/** A card that the member has tried and that waits for its holder does not keep the job from its own try. */
function mayBegin({ state, nextTryAt }: AutoRenewing, now: number): boolean {
  if (state === 'waiting') return nextTryAt !== null && nextTryAt.getTime() <= now
  return state !== 'done'
}

async function tellOfRenewal(
  tx: Tx,
  { services, cards }: RoundParts,
  tenant: TenantIdentity,
  { memberId, period }: AutoRenewing,
  { now, today }: { now: number; today: string },
): Promise<void> {
  const days = noticeDays.findLast((before) => period <= addDays(today, before))
  const stored = await findMembership(tx, { memberId })
  const card = await findDefaultCard(tx, { memberId, mode: cards.mode })
  if (days === undefined || stored === undefined || card === undefined) return
  const club = await getClub(tx)
  const member = asMember(memberId, 0)
  // the price on the day itself, which may lie before the first day on which a member may renew
  const context = { tx, services, tenant, club: withoutWindow(club), member, now }
  const { grandTotalCents: amountCents } = await quoteOrder(context, oneYear)
  const { typeLabel } = stored
  await mailRenewalNotice(tx, { memberId, period, days, typeLabel, amountCents, card })
}

/** For the price on the day itself, whenever a member may renew. */
export function withoutWindow<C extends { settings: object }>(club: C): C {
  return { ...club, settings: { ...club.settings, maxRenewDays: 0 } }
}

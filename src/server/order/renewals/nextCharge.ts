// Whether the job will charge the saved card for a membership by itself, and when: as its rounds decide it.
import { addDays, findDay } from '../../../domain/day.ts'
import { findTotalFault } from '../../../domain/order.ts'
import { renewalCatchUpDays } from '../../limits/times.ts'
import type { StoredMembership } from '../../member/db/membership.ts'
import type { StoredRenewal } from '../db/renewal.ts'
import type { SavedCard } from '../db/savedCard.ts'
import type { QuoteContext } from '../goods.ts'
import { quoteOrder } from '../quote.ts'
import { oneYear } from './asMember.ts'
import { withoutWindow } from './renewalRounds.ts'

export interface NextCharge {
  /** A calendar day in the club's zone; '' for within a day. */
  readonly day: string
  /** With fee and taxes, at today's price. */
  readonly amountCents: number
}

/** Null when nothing is charged by itself. `card` is the one that automatic renewal charges, if it is on. */
export async function findNextCharge(
  context: QuoteContext,
  stored: StoredMembership,
  card: SavedCard | undefined,
  renewal: StoredRenewal | undefined,
): Promise<NextCharge | null> {
  const { club, now } = context
  if (card === undefined || card.consent === '') return null
  if (stored.parentId > 0 || stored.life || stored.isSuspended || stored.type === 0) return null
  const today = findDay(now, club.timeZone)
  const { expiration } = stored
  if (expiration < addDays(today, -renewalCatchUpDays)) return null
  if (renewal?.isJobOver || renewal?.state === 'charging' || renewal?.state === 'done') return null
  const { grandTotalCents } = await quoteOrder({ ...context, club: withoutWindow(club) }, oneYear)
  if (grandTotalCents > 0 && findTotalFault(grandTotalCents) !== undefined) return null
  return { day: findChargeDay(), amountCents: grandTotalCents }

  function findChargeDay(): string {
    if (expiration > today) return expiration
    const next = renewal?.state === 'waiting' ? (renewal.nextTryAt?.getTime() ?? 0) : 0
    return next > now ? findDay(next, club.timeZone) : ''
  }
}

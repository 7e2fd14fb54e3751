// Renewals and saved cards of a member whose account is closed: jobs do what the card provider must be told.
import type { Closing } from '../member/closing.ts'
import { addJob } from '../queue/queue.ts'
import { endRenewals } from './db/renewal.ts'
import { deleteCards } from './db/savedCard.ts'
import { forgetCard } from './savedCards.ts'

/**
 * A charge that is under way is not waited for. What it brings later meets no membership: settlement gives the money
 * back, and an order that is still open is cancelled by the job. Whatever else is being paid is delivered to its buyer
 * and stays theirs, with its receipt.
 */
export const closing: Closing = async (tx, memberId, at) => {
  for (const { period, hasOrder } of await endRenewals(tx, memberId, at)) {
    if (hasOrder) await addJob(tx, { kind: 'renew', payload: { memberId, period } })
  }
  for (const { methodId, mode } of await deleteCards(tx, memberId)) {
    await forgetCard(tx, mode, methodId)
  }
}

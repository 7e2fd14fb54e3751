// Renews a membership with the saved card, once for each period, whoever begins it and however often
// (rules/payments 4.4). Settlement delivers it, like any other order.
import { Failure } from '../../../contract/failures.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import { findMembership } from '../../member/db/membership.ts'
import { addJob } from '../../queue/queue.ts'
import { type CardParts, goneCard, type Intent, isUnpaid } from '../cardProvider.ts'
import { withCustomer } from '../customers.ts'
import { findOrder, type StoredOrder, setIntent } from '../db/order.ts'
import { findRenewal, putRenewal, type StoredRenewal } from '../db/renewal.ts'
import type { SavedCard } from '../db/savedCard.ts'
import { giveUp } from '../holding/ending.ts'
import { mailFailedRenewal } from '../memberMails.ts'
import { applyIntent } from '../settlement.ts'
import { findDeclineKind, findNextTry } from './declineKinds.ts'
import { type RenewalRequest, startRenewal } from './startRenewal.ts'

export type RenewalResult =
  | { readonly is: 'renewed'; readonly expiration: string }
  | { readonly is: 'declined'; readonly renewal: StoredRenewal }
  /** The provider has not decided yet, or somebody else's charge was joined. It must be asked again. */
  | { readonly is: 'unfinished' }
  /** The job had nothing to do. */
  | { readonly is: 'dropped' }

/** Fails for a member as pricing does, or with why their card cannot be charged. Not within a transaction. */
export async function renewWithSavedCard(
  parts: CardParts,
  tenant: TenantIdentity,
  request: RenewalRequest,
): Promise<RenewalResult> {
  const { services, cards } = parts
  const { database } = services
  const started = await database.inTenant(tenant.id, (tx) => startRenewal(tx, parts, tenant, request))
  if (started.is === 'done') return { is: 'renewed', expiration: started.expiration }
  if (started.is === 'dropped') return { is: 'dropped' }
  if (started.is === 'replacing') {
    const isPaid = await giveUp(parts, tenant, { key: started.orderKey }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Failure && error.code === 'already-paid') return true
        throw error
      },
    )
    // paid meanwhile: settlement has delivered it, which the next start finds
    return isPaid && request.startedBy === 'job'
      ? { is: 'dropped' }
      : renewWithSavedCard(parts, tenant, request)
  }
  const { order, card, renewal } = started
  const found = await findIntent(parts, tenant, order, renewal.memberId)
  let decline: string | null = goneCard
  let intent = found
  if (isUnpaid(found)) {
    const key = `${order.key}-${renewal.attempt}`
    try {
      const charge = await cards.chargeSavedCard({ intentId: found.id, methodId: card.providerId, key })
      intent = charge.intent
      decline = charge.decline
    } catch (error) {
      // while another call makes the same charge, the provider refuses this one
      if (!(error instanceof Failure)) throw error
      intent = await cards.readIntent(found.id)
      if (isUnpaid(intent)) {
        const known = await database.inTenant(tenant.id, (tx) => findRenewal(tx, renewal))
        const isDeclined = known?.attempt === renewal.attempt && known.state !== 'charging'
        if (!isDeclined || request.startedBy === 'job') throw error
        return { is: 'declined', renewal: known }
      }
    }
  }
  const settled = await applyIntent(parts, tenant, order.id, intent, {})
  const done = await database.inTenant(tenant.id, (tx) => findRenewal(tx, renewal))
  if (done?.state === 'done' && done.renewedTo !== null) return { is: 'renewed', expiration: done.renewedTo }
  if (settled?.order.paidAt) {
    // it was renewed in another way at the same moment, and this money goes back
    if (request.startedBy === 'job') return { is: 'dropped' }
    throw new Failure('renewal-changed', 'This membership has changed meanwhile.')
  }
  if (isUnpaid(intent) && decline === null) return { is: 'unfinished' }
  if (intent.status === 'processing') return { is: 'unfinished' }
  const noted = await noteDecline(parts, tenant, renewal, card, order, decline ?? goneCard)
  // the job's own charge is still to come
  if (request.tries !== undefined && renewal.startedBy === 'member') return { is: 'unfinished' }
  return noted === undefined ? { is: 'dropped' } : { is: 'declined', renewal: noted }
}

/** Two calls at once get the same intent, because they share the order and its key. */
async function findIntent(
  parts: CardParts,
  tenant: TenantIdentity,
  order: StoredOrder,
  memberId: number,
): Promise<Intent> {
  const { services, cards } = parts
  if (order.intentId !== null) return cards.readIntent(order.intentId)
  const findStoredId = async () =>
    (await services.database.inTenant(tenant.id, (tx) => findOrder(tx, { id: order.id })))?.intentId
  let made: Intent
  try {
    made = await withCustomer(parts, tenant, memberId, (customerId) =>
      cards.createIntent({
        tenantUuid: tenant.uuid,
        orderId: order.id,
        key: order.key,
        amountCents: order.quote.grandTotalCents,
        currency: order.quote.currency,
        description: order.description,
        customerId,
        withSavedCard: true,
      }),
    )
  } catch (error) {
    // while another call makes the same intent, the provider refuses this one
    if (!(error instanceof Failure)) throw error
    const storedId = await findStoredId()
    if (typeof storedId !== 'string') throw error
    return cards.readIntent(storedId)
  }
  // it is stored before it is charged, so that no restart ever charges another one
  const isStored = await services.database.inTenant(tenant.id, (tx) => setIntent(tx, order.id, made.id))
  const ownId = isStored ? made.id : await findStoredId()
  if (ownId === undefined || ownId === null) {
    throw new Failure('order-expired', 'The time to pay for this order has run out.')
  }
  return ownId === made.id ? made : cards.readIntent(ownId)
}

/** Once for each charge, with its mail and its next try. Answers the renewal as it is afterwards. */
async function noteDecline(
  { services }: CardParts,
  tenant: TenantIdentity,
  { memberId, period, attempt }: StoredRenewal,
  card: SavedCard,
  order: StoredOrder,
  decline: string,
): Promise<StoredRenewal | undefined> {
  const now = services.now()
  return services.database.inTenant(tenant.id, async (tx) => {
    await findMembership(tx, { memberId }, 'lock')
    const known = await findRenewal(tx, { memberId, period }, 'lock')
    if (known === undefined || known.state !== 'charging' || known.attempt !== attempt) return known
    const kind = findDeclineKind(decline)
    const isJob = known.startedBy === 'job'
    const tries = known.tries + (isJob ? 1 : 0)
    const firstTryAt = known.firstTryAt ?? new Date(now)
    const mayWait = isJob
      ? kind === 'soft'
      : kind !== 'holder' && !known.isJobOver && known.nextTryAt !== null
    const nextTryAt = !mayWait ? null : isJob ? findNextTry(firstTryAt, tries, now) : known.nextTryAt
    const renewal: StoredRenewal = {
      ...known,
      state: kind === 'holder' ? 'confirm' : nextTryAt === null ? 'stopped' : 'waiting',
      tries,
      isJobOver: known.isJobOver || (isJob && nextTryAt === null),
      reason: decline,
      firstTryAt: isJob ? firstTryAt : known.firstTryAt,
      nextTryAt,
      changedAt: new Date(now),
    }
    await putRenewal(tx, renewal)
    if (isJob && nextTryAt !== null) {
      await addJob(tx, {
        kind: 'renew',
        payload: { memberId, period, tries },
        runAt: nextTryAt,
        uniqueKey: `renew ${memberId} ${period} ${attempt}`,
      })
    }
    // who presses a button reads it on the screen, but a bank's question must not be lost
    if (isJob || kind === 'holder') await mailFailedRenewal(tx, { renewal, card, order })
    return renewal
  })
}

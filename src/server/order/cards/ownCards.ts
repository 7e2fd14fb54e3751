// The cards that a member saves, chooses for renewals and removes by themselves, without paying.
import { Failure } from '../../../contract/failures.ts'
import { savingConsent } from '../../../domain/cardConsent.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import { declinedSetupsPerMember } from '../../limits/often.ts'
import { freshCardSetupMs } from '../../limits/times.ts'
import { findAutoRenew, setAutoRenew } from '../../member/db/membership.ts'
import type { Services } from '../../process/services.ts'
import { countTogether } from '../../throttle/throttle.ts'
import { type CardParts, findPaidCard, type Setup } from '../cardProvider.ts'
import { withCustomer } from '../customers.ts'
import { findSetup, markSaved, nameSetup, type StoredSetup, takeSetup } from '../db/cardSetup.ts'
import { deleteCard, findCustomer, findDefaultCard, listSavedCards, setDefaultCard } from '../db/savedCard.ts'
import { mailCardChange } from '../memberMails.ts'
import { type CardOwner, forgetCard, saveCard } from '../savedCards.ts'

export interface OpenSetup {
  readonly clientSecret: string
  /** The version of the words that must be shown beside the card form. */
  readonly keepsCard: string
}

/** The same key gives the same setup again. Not within a transaction. */
export async function openSetup(
  parts: CardParts,
  tenant: TenantIdentity,
  { memberId, key }: { memberId: number; key: string },
): Promise<OpenSetup> {
  const { services, cards } = parts
  await requireFewDeclined(services, tenant, memberId)
  const { setup, stored } = await withCustomer(parts, tenant, memberId, async (customerId) => {
    const at = new Date(services.now())
    const taken = await services.database.inTenant(tenant.id, (tx) =>
      takeSetup(tx, { memberId, mode: cards.mode }, { key, consent: savingConsent, at }),
    )
    if (taken.memberId !== memberId || taken.mode !== cards.mode) {
      throw new Failure('key-reused', 'This key was used for another card.')
    }
    if (taken.providerId !== null) return { setup: await cards.readSetup(taken.providerId), stored: taken }
    const made = await cards.createSetup({ tenantUuid: tenant.uuid, memberId, key, customerId })
    if (made === undefined) return undefined
    await services.database.inTenant(tenant.id, (tx) => nameSetup(tx, taken.id, made.id))
    return { setup: made, stored: taken }
  })
  if (setup.client_secret === null) throw new Error(`setup ${setup.id} has no secret`)
  return { clientSecret: setup.client_secret, keepsCard: stored.consent }
}

/**
 * Against trying stolen cards by saving them: how many a bank may decline for one member (rules/security 5.6). Fails with
 * `too-many-requests`. Not within a transaction.
 */
export function requireFewDeclined(
  services: Services,
  tenant: TenantIdentity,
  memberId: number,
  amount: 0 | 1 = 0,
): Promise<void> {
  const target = `${tenant.id} ${memberId}`
  const now = services.now()
  return countTogether({ services, now }, [{ limit: declinedSetupsPerMember, target, amount }])
}

/**
 * Makes a card the one that renewals charge. A card that is not saved yet must come from a setup of ours that
 * has succeeded, for this member's own customer: the provider is asked. Not within a transaction.
 */
export async function attachCard(
  parts: CardParts,
  tenant: TenantIdentity,
  memberId: number,
  methodId: string,
): Promise<void> {
  const { services, cards } = parts
  const choose = () =>
    services.database.inTenant(tenant.id, (tx) => chooseCard({ tx, memberId, mode: cards.mode }, methodId))
  if (await choose()) return
  const setup = await cards.findSetup(methodId)
  if (setup !== undefined && setup.metadata?.member === String(memberId)) {
    const outcome = await saveSetupCard(parts, tenant, setup)
    // the provider's own message has saved it meanwhile, or it was removed since
    if (outcome === 'saved' || (outcome === 'saved-before' && (await choose()))) return
  }
  throw cardNotFound()
}

/** False when the member has no such card. */
async function chooseCard(owner: CardOwner, methodId: string): Promise<boolean> {
  const { tx } = owner
  await findCustomer(tx, owner, 'lock')
  const cards = await listSavedCards(tx, owner)
  const card = cards.find(({ providerId }) => providerId === methodId)
  if (card === undefined || card.isDefault) return card !== undefined
  if (!cards.some(({ isDefault }) => isDefault)) await forgetOldChoice(owner)
  await setDefaultCard(tx, owner, card.id)
  await mailCardChange(owner, { charged: card })
  return true
}

/**
 * Saves the card of a setup, once for each setup, whoever reports it first. `setup` has its whole card and was
 * read just now. Not within a transaction.
 */
export async function saveSetupCard(
  { services, cards }: CardParts,
  tenant: TenantIdentity,
  setup: Setup,
): Promise<'saved' | 'saved-before' | 'not-ours'> {
  const now = services.now()
  return services.database.inTenant(tenant.id, async (tx) => {
    const stored = await findSetup(tx, setup.id)
    if (stored === undefined || !isOurs(stored)) return 'not-ours'
    const card = findPaidCard(setup)
    const { memberId, mode } = stored
    const owner: CardOwner = { tx, memberId, mode }
    const customer = await findCustomer(tx, { memberId, mode }, 'lock')
    if (!(await markSaved(tx, stored.id, new Date(now)))) return 'saved-before'
    // it was removed at the provider, or the customer is another one by now
    if (card === undefined || customer?.providerId !== card.customerId) return 'not-ours'
    const saved = await saveCard(owner, card, {
      orderId: null,
      consent: stored.consent,
      at: new Date(now),
    })
    if (saved === undefined) return 'not-ours'
    const { before, newCard } = saved.change
    if (before === null) await forgetOldChoice(owner)
    const isLate = now - stored.createdAt.getTime() > freshCardSetupMs
    if (isLate && before !== null) await setDefaultCard(tx, { memberId, mode }, before)
    const charged = await findDefaultCard(tx, owner)
    if (newCard !== null || charged?.id !== before) {
      await mailCardChange(owner, { ...(newCard === null ? {} : { saved: card }), charged: charged ?? null })
    }
    return 'saved'
  })

  function isOurs({ mode, memberId }: StoredSetup): boolean {
    const { tenant: uuid, member } = setup.metadata ?? {}
    const isNamed = uuid === tenant.uuid && member === String(memberId)
    return isNamed && mode === cards.mode && setup.status === 'succeeded'
  }
}

/**
 * Automatic renewal without a card is off, but an officer's file may have noted the wish. A card that comes later
 * must not be charged because of it: the member turns it on.
 */
async function forgetOldChoice({ tx, memberId }: CardOwner): Promise<void> {
  if (await findAutoRenew(tx, memberId)) await setAutoRenew(tx, memberId, false)
}

/** Whether automatic renewal has ended. The job that makes the provider forget the card follows. */
export async function detachCard(owner: CardOwner, methodId: string): Promise<{ autoRenewEnded: boolean }> {
  const { tx, memberId, mode } = owner
  await findCustomer(tx, { memberId, mode }, 'lock')
  const cards = await listSavedCards(tx, { memberId, mode })
  const card = cards.find(({ providerId }) => providerId === methodId)
  if (card === undefined) throw cardNotFound()
  await deleteCard(tx, card.id)
  await forgetCard(tx, mode, methodId)
  const autoRenewEnded = card.isDefault && (await findAutoRenew(tx, memberId))
  if (autoRenewEnded) await setAutoRenew(tx, memberId, false)
  await mailCardChange(owner, {
    ...(autoRenewEnded ? { turned: 'off' as const } : {}),
    removed: card,
    charged: cards.find(({ isDefault, id }) => isDefault && id !== card.id) ?? null,
  })
  return { autoRenewEnded }
}

function cardNotFound(): Failure {
  return new Failure('card-not-found', 'This card is not among your saved cards.')
}

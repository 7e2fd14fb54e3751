// What the provider tells about setups: a card was saved, although its browser may be gone, or was declined.
import { Failure } from '../../../contract/failures.ts'
import { findClubByUuid } from '../../club/db/tenant.ts'
import type { CardEvent, CardParts } from '../cardProvider.ts'
import { findSetup, noteDecline } from '../db/cardSetup.ts'
import { requireFewDeclined, saveSetupCard } from './ownCards.ts'

/** False when the event is about no setup of ours. Throws when the provider has to send it again. */
export async function receiveSetupEvent(parts: CardParts, event: CardEvent): Promise<boolean> {
  if (event.data.object.object !== 'setup_intent') return false
  const { services, cards } = parts
  const { id, metadata } = event.data.object
  const uuid = metadata?.tenant ?? ''
  if (!/^[0-9a-f-]{36}$/i.test(uuid)) return false
  const { database } = services
  const tenant = await database.withoutClub((tx) => findClubByUuid(tx, uuid))
  const stored = tenant && (await database.inTenant(tenant.id, (tx) => findSetup(tx, id)))
  if (tenant === undefined || stored === undefined || stored.mode !== cards.mode) return false
  if (event.type === 'setup_intent.succeeded' && stored.savedAt === null) {
    // the event may be old: only what is true now counts
    await saveSetupCard(parts, tenant, await cards.readSetup(id))
  }
  if (event.type === 'setup_intent.setup_failed') {
    const isNew = await database.inTenant(tenant.id, (tx) => noteDecline(tx, stored.id, event.id))
    if (isNew) await countDecline()
  }
  return true

  /** The last card that may be declined ends the setup: no other one can be tried with it. */
  async function countDecline(): Promise<void> {
    if (tenant === undefined || stored === undefined) return
    try {
      await requireFewDeclined(services, tenant, stored.memberId, 1)
      await requireFewDeclined(services, tenant, stored.memberId)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'too-many-requests')) throw error
      await cards.cancelSetup(id)
    }
  }
}

// A member's own data as one file: who may get a link to it, and what the link shows.

import type { OwnDataPart } from '../../../../contract/closing.ts'
import type { Output, ParsedInput } from '../../../../contract/index.ts'
import { toOwnDataAddress } from '../../../club/addresses.ts'
import { type OwnDataSelect, readOwnData } from '../../../db/ownData.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { dataLinksPerMember } from '../../../limits/often.ts'
import { type Account, findAccount } from '../../../member/db/member.ts'
import { openTimedLinks } from '../../../sealed/timedLinks.ts'
import { countTogether } from '../../../throttle/throttle.ts'

export async function makeOwnDataLink({
  tenant,
  member,
  now,
  services,
  inTenant,
  fail,
}: Context<'get_own_data_link'>): Promise<Output<'get_own_data_link'>> {
  const memberId = member?.id ?? 0
  await countTogether(services, [{ limit: dataLinksPerMember, target: `${tenant.id} ${memberId}` }], now)
  const links = await openTimedLinks(services, 'own data links')
  const account = await inTenant((tx) => findAccount(tx, { memberId }))
  if (account === undefined) return fail('needs-signin', 'Please log in.')
  const link = links.make(toThing(tenant, account), now)
  return { url: toOwnDataAddress(services.config, tenant, memberId, link) }
}

export async function readOwnDataPart(
  { tx, tenant, now, services, fail }: Context<'read_own_data'>,
  { member: memberId, until, proof, part, after = 0 }: ParsedInput<'read_own_data'>,
  ownData: Readonly<Record<OwnDataPart, OwnDataSelect>>,
): Promise<Output<'read_own_data'>> {
  const links = await openTimedLinks(services, 'own data links')
  const account = await findAccount(tx, { memberId })
  const isOpen = account !== undefined && links.isOpen(toThing(tenant, account), { until, proof }, now)
  if (!isOpen) return fail('own-data-not-found', 'This link has run out. Make a new one.')
  const { records, pictures, next } = await readOwnData(tx, ownData[part], { memberId, after })
  return { records: [...records], pictures: [...pictures], next }
}

/** The link ends with all sign-ins of the member. */
function toThing({ uuid }: { readonly uuid: string }, { memberId, tokenVersion }: Account) {
  return [uuid, memberId, tokenVersion]
}

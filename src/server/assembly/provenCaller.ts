// Who sends a large body, before it is read: a member by their sign-in, or a judge by a grant (rules/security 1.1).

import { findLiveGrants } from '../auth/db.ts'
import { hashGrant } from '../auth/grants.ts'
import { findSignedInMember, verifyToken } from '../auth/session.ts'
import type { TenantName } from '../club/db/tenant.ts'
import type { TenantResolver } from '../dispatch/clubOfCall.ts'
import { longestGrant } from '../limits/sizes.ts'
import type { CallerProof } from '../process/engine.ts'
import type { Services } from '../process/services.ts'

/** A name for the member or the judge. Null for a stranger: without a proof, or with one that is not valid now. */
export async function findProvenCaller(
  services: Services,
  tenants: TenantResolver,
  proof: CallerProof,
): Promise<string | null> {
  return (await findMember(services, tenants, proof)) ?? (await findJudge(services, tenants, proof))
}

async function findMember(
  services: Services,
  tenants: TenantResolver,
  { token }: CallerProof,
): Promise<string | null> {
  const verified = token === null ? 'bad' : await verifyToken(services, token)
  if (verified === 'bad') return null
  const tenant = await tenants.find({ uuid: verified.tenantUuid })
  if (tenant === undefined) return null
  const member = await services.database.inTenant(tenant.id, (tx) =>
    findSignedInMember(tx, services, verified),
  )
  return member === undefined ? null : `member ${tenant.id} ${member.id}`
}

async function findJudge(
  { database, now }: Services,
  tenants: TenantResolver,
  { grant: said, hostSlug }: CallerProof,
): Promise<string | null> {
  if (said === null || said.length > longestGrant) return null
  const cut = said.indexOf('.')
  const club = readClub(said.slice(0, Math.max(0, cut)), hostSlug)
  const tenant = club === undefined ? await tenants.findDefault() : await tenants.find(club)
  if (tenant === undefined) return null
  const hash = hashGrant(said.slice(cut + 1))
  const live = await database.inTenant(tenant.id, (tx) => findLiveGrants(tx, [hash], new Date(now())))
  const grant = live.get(hash)
  return grant === undefined ? null : `judge ${tenant.id} ${grant.judgeId}`
}

/** Before the grant stands its club, by its uuid or its short name, as in the call itself. */
function readClub(named: string, hostSlug: string | null): TenantName | undefined {
  if (hostSlug !== null) return { slug: hostSlug }
  if (named === '') return undefined
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(named) ? { uuid: named } : { slug: named }
}

// As whom a call acts: read afresh from the database, within the call's own transaction.
import type { Definition, Who } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import { findLiveGrants, type LiveGrant } from '../db/contest/judgeGrant.ts'
import type { Tx } from '../db/open.ts'
import type { Services } from '../services.ts'
import { hashGrant } from './grants.ts'
import type { SignedInMember } from './session.ts'
import { findSignedInMember, type VerifiedToken } from './session.ts'

export interface Principal {
  /** Names the one who acts in receipts: the person, never the credential, so that a new sign-in is the same. */
  readonly ref: string
  readonly member: SignedInMember | null
  readonly judge: LiveGrant | null
}

/** What a principal is found by. */
export interface Credentials {
  readonly definition: Definition
  readonly tenant: TenantIdentity
  readonly token: VerifiedToken | null
  readonly input: unknown
}

/** For each its principal, or the Failure that it has none. */
type IdentifyAll = (
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
) => Promise<readonly (Principal | Failure)[]>

const visitor: Principal = { ref: 'visitor', member: null, judge: null }

const ways: { readonly [W in Who]: IdentifyAll } = {
  public: async (_tx, _services, all) => all.map(() => visitor),
  either: oneByOne(
    async (tx, services, credentials) => findVisitor(credentials) ?? findMember(tx, services, credentials),
  ),
  member: oneByOne(findMember),
  judge: findJudges,
  // whether there is such a voter the action finds out: a secret that nobody has must cost no more
  voter: async (_tx, _services, all) => all.map(toVoter),
}

/** Who shows nothing that would have to be looked up; undefined for everybody else. */
export function findVisitor({
  definition: { who },
  token,
}: Pick<Credentials, 'definition' | 'token'>): Principal | undefined {
  return who === 'public' || (who === 'either' && token === null) ? visitor : undefined
}

/** Fails with `needs-signin` or `needs-grant`; an ended sign-in is never a visitor. */
export async function identify(tx: Tx, services: Services, credentials: Credentials): Promise<Principal> {
  const [principal] = await ways[credentials.definition.who](tx, services, [credentials])
  if (principal === undefined || principal instanceof Failure) throw principal ?? new Error('no principal')
  return principal
}

/** Calls of one action. */
export async function identifyAll(
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
): Promise<readonly (Principal | Failure)[]> {
  const [first] = all
  return first === undefined ? [] : ways[first.definition.who](tx, services, all)
}

function oneByOne(
  find: (tx: Tx, services: Services, credentials: Credentials) => Promise<Principal | Failure>,
): IdentifyAll {
  return async (tx, services, all) => {
    const principals: (Principal | Failure)[] = []
    for (const credentials of all) principals.push(await find(tx, services, credentials))
    return principals
  }
}

async function findMember(
  tx: Tx,
  services: Services,
  { tenant, token }: Credentials,
): Promise<Principal | Failure> {
  const member = token === null ? undefined : await findSignedInMember(tx, services, tenant.id, token)
  if (member === undefined) return new Failure('needs-signin', 'Please sign in again.')
  return { ref: `member:${member.id}`, member, judge: null }
}

/** The grant proves one judge of one event, and no other that the payload may name. */
async function findJudges(
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
): Promise<readonly (Principal | Failure)[]> {
  const hashes = all.map(({ input }) => {
    const { grant } = input as { grant?: string }
    return grant === undefined ? '' : hashGrant(grant)
  })
  const tenantId = all[0]?.tenant.id ?? 0
  const grants = await findLiveGrants(tx, tenantId, [...new Set(hashes)], new Date(services.now()))
  return all.map(({ input }, index) => {
    const { judgeId, eventId } = input as { judgeId: string; eventId: number }
    const judge = grants.get(hashes[index] ?? '')
    if (judge === undefined || judge.code !== judgeId || judge.eventId !== eventId) {
      return new Failure('needs-grant', 'Please verify first.')
    }
    return { ref: `judge:${judge.judgeId}`, member: null, judge }
  })
}

function toVoter({ input }: Credentials): Principal {
  const { voterId } = input as { voterId: string }
  return { ref: `voter:${voterId.toLowerCase()}`, member: null, judge: null }
}

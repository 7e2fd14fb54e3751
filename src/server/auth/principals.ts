// The person that a call acts for, read from the database within the call's own transaction.
import type { Access, Definition } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'
import { type HeldRole, hasRight, listRights } from '../../domain/rights.ts'
import { foldJudgeId } from '../../domain/scoring.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { findHeldRoles } from '../member/db/officer.ts'
import type { Services } from '../process/services.ts'
import { findLiveGrants, type LiveGrant } from './db.ts'
import { hashGrant } from './grants.ts'
import { findSignedInMember, isRecentSignIn, type SignedInMember, type VerifiedToken } from './session.ts'

export interface Principal {
  /** The person's name in idempotency records. Never the credential, so it survives a new sign-in. */
  readonly ref: string
  readonly member: SignedInMember | null
  readonly judge: LiveGrant | null
  /** What an officer has. Of a call that is not for officers it is not looked up. */
  readonly roles: readonly HeldRole[]
}

/** What is needed to find a principal. */
export interface Credentials {
  readonly definition: Definition
  readonly tenant: TenantIdentity
  readonly token: VerifiedToken | null
  readonly input: unknown
  /** What is wrong with the input, of an action that first asks for a right. */
  readonly fault: Failure | null
}

/** For each call its principal, or the Failure that it has none. */
type IdentifyAll = (
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
) => Promise<readonly (Principal | Failure)[]>

export const visitor: Principal = { ref: 'visitor', member: null, judge: null, roles: [] }

/** The command line: whoever can reach the server's folder may do everything. */
export const operator: Principal = {
  ref: 'console',
  member: null,
  judge: null,
  roles: [{ role: 'owner', eventId: null }],
}

const ways: { readonly [W in Access]: IdentifyAll } = {
  public: async (_tx, _services, all) => all.map(() => visitor),
  either: oneByOne(
    async (tx, services, credentials) => findVisitor(credentials) ?? findMember(tx, services, credentials),
  ),
  member: oneByOne(findMember),
  officer: oneByOne(findOfficer),
  judge: findJudges,
  // the action checks whether the voter exists: an unknown secret must not cost more work than a known one
  voter: async (_tx, _services, all) => all.map(toVoter),
}

/** The visitor, when the call has nothing that would have to be looked up. Undefined for all others. */
export function findVisitor({
  definition: { access },
  token,
}: Pick<Credentials, 'definition' | 'token'>): Principal | undefined {
  return access === 'public' || (access === 'either' && token === null) ? visitor : undefined
}

/** Fails with `needs-signin` or `needs-grant`. An ended sign-in never becomes a visitor. */
export async function identify(tx: Tx, services: Services, credentials: Credentials): Promise<Principal> {
  const [principal] = await ways[credentials.definition.access](tx, services, [credentials])
  if (principal === undefined || principal instanceof Failure) throw principal ?? new Error('no principal')
  return principal
}

/** All calls must be of the same action. */
export async function identifyAll(
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
): Promise<readonly (Principal | Failure)[]> {
  const [first] = all
  return first === undefined ? [] : ways[first.definition.access](tx, services, all)
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

async function findMember(tx: Tx, services: Services, { token }: Credentials): Promise<Principal | Failure> {
  const member = token === null ? undefined : await findSignedInMember(tx, services, token)
  if (member === undefined) return new Failure('needs-signin', 'Please sign in again.')
  return { ref: `member:${member.id}`, member, judge: null, roles: [] }
}

/** The right is asked for before anything is said of the input. */
async function findOfficer(
  tx: Tx,
  services: Services,
  credentials: Credentials,
): Promise<Principal | Failure> {
  const { definition, input, fault } = credentials
  const found = await findMember(tx, services, credentials)
  if (found instanceof Failure || found.member === null || definition.access !== 'officer') return found
  const now = services.now()
  const roles = await findHeldRoles(tx, found.member.id, new Date(now))
  const { right, ofEvent, recent } = definition
  const { eventId = null } = (fault === null ? input : {}) as { eventId?: number }
  const mayDoIt =
    ofEvent === true && eventId === null
      ? listRights(roles).includes(right)
      : hasRight(roles, right, ofEvent === true ? eventId : null)
  if (!mayDoIt) return new Failure('no-right', 'No role of yours allows this.')
  if (recent && !isRecentSignIn(found.member, now)) {
    return new Failure('signin-too-old-for-this', 'Please sign in again before you do this.')
  }
  return fault ?? { ...found, roles }
}

/** A grant proves one judge of one event. The input may name no other judge or event. */
async function findJudges(
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
): Promise<readonly (Principal | Failure)[]> {
  const hashes = all.map(({ input }) => {
    const { grant } = input as { grant?: string }
    return grant === undefined ? '' : hashGrant(grant)
  })
  const grants = await findLiveGrants(tx, [...new Set(hashes)], new Date(services.now()))
  return all.map(({ input }, index) => {
    const { judgeId, eventId } = input as { judgeId: string; eventId: number }
    const judge = grants.get(hashes[index] ?? '')
    const isOwn = judge?.eventId === eventId && foldJudgeId(judge.code) === foldJudgeId(judgeId)
    if (judge === undefined || !isOwn) {
      return new Failure('needs-grant', 'Please verify first.')
    }
    return { ref: `judge:${judge.judgeId}`, member: null, judge, roles: [] }
  })
}

function toVoter({ input }: Credentials): Principal {
  const { voterId } = input as { voterId: string }
  return { ref: `voter:${voterId.toLowerCase()}`, member: null, judge: null, roles: [] }
}

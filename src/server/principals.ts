// As whom a call acts: read afresh from the database, within the call's own transaction.
import type { Definition, Who } from '../contract/define.ts'
import { Failure } from '../contract/failures.ts'
import type { Tx } from './db/open.ts'
import type { Services, SignedInMember, TenantIdentity } from './handler.ts'
import { findSignedInMember, type VerifiedToken } from './session.ts'

export interface Principal {
  /** Names the one who acts in receipts: the person, never the credential, so that a new sign-in is the same. */
  readonly ref: string
  readonly member: SignedInMember | null
}

/** What a principal is found by. */
export interface Credentials {
  readonly definition: Definition
  readonly tenant: TenantIdentity
  readonly token: VerifiedToken | null
  readonly input: unknown
}

type Identify = (tx: Tx, services: Services, credentials: Credentials) => Promise<Principal>

const visitor: Principal = { ref: 'visitor', member: null }

const ways: { readonly [W in Who]: Identify } = {
  public: async () => visitor,
  either: async (tx, services, credentials) =>
    credentials.token === null ? visitor : getMember(tx, services, credentials),
  member: getMember,
  judge: refuseWithoutGrant,
  voter: refuseWithoutGrant,
}

/** Fails with `needs-signin` or `needs-grant`; an ended sign-in is never a visitor. */
export const identify: Identify = (tx, services, credentials) =>
  ways[credentials.definition.who](tx, services, credentials)

/** For each its principal, or the Failure that it has none. */
export async function identifyAll(
  tx: Tx,
  services: Services,
  all: readonly Credentials[],
): Promise<(Principal | Failure)[]> {
  const principals: (Principal | Failure)[] = []
  for (const credentials of all) {
    principals.push(await identify(tx, services, credentials).catch(toFailure))
  }
  return principals
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

async function getMember(tx: Tx, services: Services, credentials: Credentials): Promise<Principal> {
  const { tenant, token } = credentials
  const member = token === null ? undefined : await findSignedInMember(tx, services, tenant.id, token)
  if (member === undefined) throw new Failure('needs-signin', 'Please sign in again.')
  return { ref: `member:${member.id}`, member }
}

/** Grants are given out by no action yet, so there is none that could be alive. */
async function refuseWithoutGrant(): Promise<Principal> {
  throw new Failure('needs-grant', 'Please verify first.')
}

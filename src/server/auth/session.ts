// The token of a signed-in member: made at sign-in, checked at each call, valid only while its row exists.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { findDay } from '../../domain/day.ts'
import { isExpired, lastingSignInHours, signInHours } from '../../domain/member.ts'
import { secondMs } from '../../domain/time.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Tx } from '../db/open.ts'
import { longestToken } from '../limits/sizes.ts'
import { largestClockGapMs, recentSignInMs } from '../limits/times.ts'
import type { AccountState } from '../member/db/member.ts'
import { findLiveSession, openSession, revokeSession } from '../member/db/memberSession.ts'
import type { Services } from '../process/services.ts'

/** The member who is signed in, read from the database for each call. */
export interface SignedInMember {
  readonly id: number
  readonly sessionId: string
  readonly isExpired: boolean
  readonly parentId: number
  /** Epoch milliseconds. */
  readonly signedInAt: number
  /** Signed in with a temporary password, which is only good for choosing a new one. */
  readonly onlyNewPassword: boolean
}

/** Whether they may change what the account is taken back with. */
export function isRecentSignIn({ signedInAt }: SignedInMember, now: number): boolean {
  return now - signedInAt <= recentSignInMs
}

// rules/security 1.8: one algorithm with a 256-bit key; the token's header cannot choose another
const algorithm = 'HS256'
const keyName = 'session key'
const issuer = 'showfield'
const tokenType = 'session+jwt'

/** A token with a right signature and right dates. Only the database knows if the sign-in still exists. */
export interface VerifiedToken {
  readonly tenantUuid: string
  readonly memberId: number
  readonly sessionId: string
  readonly tokenVersion: number
}

const claims = z.object({
  aud: z.uuid(),
  sub: z.string().regex(/^[1-9]\d{0,9}$/),
  jti: z.uuid(),
  ver: z.int().min(1),
  nbf: z.number(),
  exp: z.number(),
})

/** 'bad' for tokens that we did not sign, that have expired or are not yet valid. */
export async function verifyToken(
  services: Pick<Services, 'database' | 'now'>,
  token: string,
): Promise<VerifiedToken | 'bad'> {
  if (token.length > longestToken) return 'bad'
  const key = await getInstanceKey(services.database, keyName)
  let payload: unknown
  try {
    const verified = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      typ: tokenType,
      currentDate: new Date(services.now()),
      // of two machines, the one whose clock is behind takes what the other has just signed
      clockTolerance: (2 * largestClockGapMs) / secondMs,
    })
    payload = verified.payload
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return 'bad'
    throw fault
  }
  const parsed = claims.safeParse(payload)
  if (!parsed.success || parsed.data.exp * secondMs <= services.now()) return 'bad'
  return {
    tenantUuid: parsed.data.aud,
    memberId: Number(parsed.data.sub),
    sessionId: parsed.data.jti,
    tokenVersion: parsed.data.ver,
  }
}

/** Undefined when the sign-in was ended: signed out, password changed, or member deleted. */
export async function findSignedInMember(
  tx: Tx,
  services: Pick<Services, 'now'>,
  verified: VerifiedToken,
): Promise<SignedInMember | undefined> {
  const now = services.now()
  const session = await findLiveSession(tx, verified, new Date(now))
  return (
    session && {
      id: verified.memberId,
      sessionId: verified.sessionId,
      isExpired: isExpired({ expiration: session.membershipEnd }, findDay(now, session.timeZone)),
      parentId: session.parentId,
      signedInAt: session.createdAt.getTime(),
      onlyNewPassword: session.onlyNewPassword,
    }
  )
}

/** An open sign-in, for which a token can be made. */
export interface OpenSession extends VerifiedToken {
  /** Epoch seconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** For an account that has proved who it is. Undefined when the account has changed since. */
export async function signIn(
  tx: Tx,
  services: Pick<Services, 'newId'>,
  tenant: TenantIdentity,
  account: AccountState,
  lifetime: { now: number; hours: number; onlyNewPassword?: boolean },
): Promise<OpenSession | undefined> {
  // whole seconds, as a token counts them, so that row and token end at the same time
  const createdAt = Math.floor(lifetime.now / 1000)
  const session: OpenSession = {
    tenantUuid: tenant.uuid,
    memberId: account.memberId,
    sessionId: services.newId(),
    tokenVersion: account.tokenVersion,
    createdAt,
    expiresAt: createdAt + lifetime.hours * 3600,
  }
  const isOpen = await openSession(tx, account, {
    id: session.sessionId,
    createdAt: new Date(session.createdAt * 1000),
    expiresAt: new Date(session.expiresAt * 1000),
    onlyNewPassword: lifetime.onlyNewPassword ?? false,
  })
  return isOpen ? session : undefined
}

/** Not within a transaction: the key may have to be read first, and there may be only one connection. */
export async function signToken(services: Pick<Services, 'database'>, session: OpenSession): Promise<string> {
  return new SignJWT({ ver: session.tokenVersion })
    .setProtectedHeader({ alg: algorithm, typ: tokenType })
    .setIssuer(issuer)
    .setAudience(session.tenantUuid)
    .setSubject(String(session.memberId))
    .setJti(session.sessionId)
    .setIssuedAt(session.createdAt)
    .setNotBefore(session.createdAt)
    .setExpirationTime(session.expiresAt)
    .sign(await getInstanceKey(services.database, keyName))
}

export function signOut(tx: Tx, member: SignedInMember, now: number): Promise<void> {
  return revokeSession(tx, member.sessionId, new Date(now))
}

/** rules/security 1.8: exactly 24 hours or 8760, no matter what was asked for. */
export function toSignInHours(ttl: unknown): number {
  return ttl === lastingSignInHours ? lastingSignInHours : signInHours
}

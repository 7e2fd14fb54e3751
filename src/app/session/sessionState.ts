// What is known of the club and of who is signed in, and how a page opens with what the device kept of it.
import type { Accepted } from '../../contract/caller.ts'
import { type DeviceStorage, toClubStorageName } from './deviceStorage.ts'

export type Club = Omit<Accepted<'get_tenant'>, 'success' | 'receipt'>
export type SessionMember = Accepted<'member_authorize'>['member']

export interface SessionState {
  /** The server's last answer, or the one kept on this device. */
  club: Club | undefined
  /** `kept` is shown from this device while the server is asked, or cannot be. */
  clubState: 'loading' | 'kept' | 'fresh' | 'failed'
  clubFault: unknown
  /** The club outlives the browser, however it ends. */
  isClubKept: boolean
  member: SessionMember | undefined
  /** `unknown`: a token is held, but nobody could check it. */
  memberState: 'none' | 'checking' | 'known' | 'unknown'
  /** The server no longer takes the sign-in that this page began with. */
  isLapsed: boolean
  /** Whose sign-in that was, so that the screen beneath the question stays as it is. */
  lapsedMember: SessionMember | undefined
}

/** Under which names a club's things are kept on this device. */
export interface KeptNames {
  club: string
  member: string
  token: string
  clock: string
}

export function toKeptNames(slug: string | undefined): KeptNames {
  return {
    club: toClubStorageName(slug, 'club'),
    member: toClubStorageName(slug, 'member'),
    token: toClubStorageName(slug, 'token'),
    clock: toClubStorageName(slug, 'clock'),
  }
}

/** Kept until the tab closes, and until somebody clears it. */
export interface SessionStorages {
  tab: DeviceStorage
  lasting: DeviceStorage
}

export function openState(
  names: KeptNames,
  { tab, lasting }: SessionStorages,
  hasToken: boolean,
): SessionState {
  const club = readKept(lasting.find(names.club), isWholeClub)
  const member = hasToken
    ? readKept(tab.find(names.member) ?? lasting.find(names.member), isWholeMember)
    : undefined
  return {
    club,
    clubState: club === undefined ? 'loading' : 'kept',
    clubFault: undefined,
    isClubKept: club !== undefined,
    member,
    memberState: !hasToken ? 'none' : member === undefined ? 'checking' : 'known',
    isLapsed: false,
    lapsedMember: undefined,
  }
}

export function isWholeClub(value: unknown): value is Club {
  return typeof value === 'object' && value !== null && 'tenant' in value && 'portalSettings' in value
}

function isWholeMember(value: unknown): value is SessionMember {
  return typeof value === 'object' && value !== null && 'fname' in value
}

function readKept<T>(text: string | undefined, isWhole: (value: unknown) => value is T): T | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isWhole(value) ? value : undefined
  } catch {
    return undefined // written by something else: the server's answer will replace it
  }
}

// What is known of the club and the signed-in member, and the state that a page opens with from the device.
import type { Accepted } from '../../contract/caller.ts'
import { type DeviceStorage, toClubStorageName } from './deviceStorage.ts'
import { findMemberId } from './token.ts'

export type Club = Omit<Accepted<'get_tenant'>, 'success' | 'receipt'>
export type SessionMember = Accepted<'member_authorize'>['member']

export interface SessionState {
  /** The server's last answer, or the one saved on this device. */
  club: Club | undefined
  /** `saved`: shown from this device while the server has not answered or cannot be reached. */
  clubState: 'loading' | 'saved' | 'fresh' | 'failed'
  clubFault: unknown
  /** The club is saved where it survives however the browser ends. */
  isClubSaved: boolean
  member: SessionMember | undefined
  /** Signed in with a temporary password: only a new one can be chosen. */
  mustChangePassword: boolean
  /** `unknown`: there is a token, but the server could not check it. */
  memberState: 'none' | 'checking' | 'known' | 'unknown'
  /** The server no longer accepts the sign-in that this page began with. */
  isLapsed: boolean
  /** The member of that sign-in, so that the screen below the sign-in dialog stays as it is. */
  lapsedMember: SessionMember | undefined
  /**
   * The server refused the sign-in before it had answered this page anything: nothing was begun here, so what is saved
   * of the member is not drawn any more.
   */
  isLapsedAtStart: boolean
  /** The member who has signed in on this device since, in another tab, if that ended this tab's sign-in. */
  otherMember: SessionMember | undefined
}

/** The names under which a club's data are saved on this device. */
export interface StorageNames {
  club: string
  member: string
  token: string
  /** The ids of the members who signed out here, for their other tabs, until they sign in again. */
  signedOut: string
  clock: string
}

export function toStorageNames(slug: string | undefined): StorageNames {
  return {
    club: toClubStorageName(slug, 'club'),
    member: toClubStorageName(slug, 'member'),
    token: toClubStorageName(slug, 'token'),
    signedOut: toClubStorageName(slug, 'signed-out'),
    clock: toClubStorageName(slug, 'clock'),
  }
}

/** Saved until the tab closes, and saved until somebody deletes it. */
export interface SessionStorages {
  tab: DeviceStorage
  lasting: DeviceStorage
}

export function openState(
  names: StorageNames,
  { tab, lasting }: SessionStorages,
  token: string | undefined,
  brought?: unknown,
): SessionState {
  const saved = parseSaved(lasting.find(names.club), isWholeClub)
  // the document is newer than what was saved on an earlier visit
  const club = isWholeClub(brought) ? brought : saved
  const member = findSavedMember(names, { tab, lasting }, token)
  return {
    club,
    clubState: club === undefined ? 'loading' : 'saved',
    clubFault: undefined,
    isClubSaved: saved !== undefined,
    member,
    mustChangePassword: false,
    memberState: token === undefined ? 'none' : member === undefined ? 'checking' : 'known',
    isLapsed: false,
    lapsedMember: undefined,
    isLapsedAtStart: false,
    otherMember: undefined,
  }
}

/** The member of the token, as they were last seen. */
export function findSavedMember(
  names: StorageNames,
  { tab, lasting }: SessionStorages,
  token: string | undefined,
): SessionMember | undefined {
  if (token === undefined) return undefined
  const memberId = findMemberId(token)
  return [tab, lasting]
    .map((storage) => parseSaved(storage.find(names.member), isWholeMember))
    .find((member) => member !== undefined && member.id === memberId)
}

export function isWholeClub(value: unknown): value is Club {
  return typeof value === 'object' && value !== null && 'tenant' in value && 'portalSettings' in value
}

function isWholeMember(value: unknown): value is SessionMember {
  return typeof value === 'object' && value !== null && 'fname' in value
}

function parseSaved<T>(text: string | undefined, isWhole: (value: unknown) => value is T): T | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isWhole(value) ? value : undefined
  } catch {
    return undefined // not written by this app: the server's answer will replace it
  }
}

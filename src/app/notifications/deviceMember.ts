// Whose device this is, for notifications: the club is told when somebody has signed in or out here.
import { type DeviceStorage, toClubStorageName } from '../session/deviceStorage.ts'
import type { Session } from '../session/session.ts'
import type { SessionState } from '../session/sessionState.ts'
import { findDeviceToken } from './deviceToken.ts'

/** What the club is told about this device. */
export interface DeviceWord {
  tenantId: number
  /** Of who is signed in. */
  findToken?(): string | undefined
  /** The member who has signed out. */
  signedOut?: number
}

export interface DeviceMemberParts {
  session: Pick<Session, 'slug' | 'getState' | 'subscribe' | 'findToken'>
  lasting: DeviceStorage
  /** Also resolves where there is nothing to tell, because nothing is subscribed. */
  tell(word: DeviceWord): Promise<void>
}

/**
 * Who has signed out is remembered until the club knows it, also without a connection: the next start of the app
 * tells it. A sign-in that has ended by itself is no signing out.
 */
export function followDeviceMember({ session, lasting, tell }: DeviceMemberParts): void {
  const leftName = toClubStorageName(session.slug, 'left')
  let person = findPerson(session.getState())
  let last = ''
  let telling = Promise.resolve()

  function look(): void {
    const state = session.getState()
    const now = findPerson(state)
    if (person !== undefined && now === undefined) lasting.save(leftName, String(person))
    person = now
    const tenantId = state.club?.tenant.id
    const word = tenantId === undefined ? undefined : findWord(state, tenantId)
    if (word === undefined) return
    const name = JSON.stringify([word.signedOut, now])
    if (name === last) return
    last = name
    telling = telling
      .then(() => tell(word))
      .then(
        () => lasting.remove(leftName),
        () => {
          // the next change, or the next start of the app, tries again
          if (last === name) last = ''
        },
      )
  }

  function findWord(state: SessionState, tenantId: number): DeviceWord | undefined {
    if (state.member !== undefined) {
      if (state.memberState !== 'known' || state.mustChangePassword) return undefined
      return { tenantId, findToken: () => findDeviceToken(session) }
    }
    const left = Number(lasting.find(leftName) ?? 0)
    return left > 0 && findPerson(state) === undefined ? { tenantId, signedOut: left } : undefined
  }

  session.subscribe(look)
  look()
}

/** Also who is asked to sign in again. */
function findPerson({ member, lapsedMember }: SessionState): number | undefined {
  return (member ?? lapsedMember)?.id
}

// Signing in and out, and what happens when the server no longer accepts a sign-in.
import { type Caller, Unreachable } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { lastingSignInHours, signInHours } from '../../domain/member.ts'
import type { DeviceStorage } from './deviceStorage.ts'
import {
  findSavedMember,
  type SessionMember,
  type SessionState,
  type SessionStorages,
  type StorageNames,
} from './sessionState.ts'
import { findMemberId, type TokenStore } from './token.ts'
import type { WatchedState } from './watchedState.ts'

export interface SignIn {
  /** Throws if it failed. Afterwards the member is known. */
  signIn(username: string, password: string, isLasting: boolean): Promise<void>
  /**
   * With the code that another device of the member shows. Where somebody is signed in, also in another tab, it
   * does nothing but notice them: a code never takes the place of a sign-in.
   */
  signInWithCode(code: string, isLasting: boolean): Promise<void>
  /** For a step that needs a recent sign-in. It lives as long as the one before. Throws if it failed. */
  signInAgain(username: string, password: string): Promise<void>
  /**
   * Ends the sign-in here and in the member's other tabs at once, and on the server if it can be reached. Screens
   * leave this to `useSigningOut`, which asks first what the member leaves behind.
   */
  signOut(): Promise<void>
  /** The member of this tab, also of one whose sign-in has ended. */
  findOwnId(): number | undefined
  /** Loads the member; call again after a change of the profile. */
  authorize(): Promise<void>
  /** Notices a failure that means that the sign-in is over. */
  noteFailure(error: unknown): void
  /** Another tab may have signed in or out: reads what is saved now. */
  noteOtherTab(): void
  /**
   * The token of the member for whom this tab speaks. Throws if another member's has taken its place: what
   * this tab asks must not be asked as somebody else.
   */
  findToken(): string | undefined
  /** Of a sign-in in this tab. */
  saveToken(token: string): void
}

export interface SignInOptions {
  names: StorageNames
  caller: Caller
  state: WatchedState<SessionState>
  storages: SessionStorages
  tokens: TokenStore
  /** Removes other private data from the device. */
  onSignedOut?: ((memberId: number) => void) | undefined
}

export function createSignIn(options: SignInOptions): SignIn {
  const { names, caller, state, tokens } = options
  const { tab, lasting } = options.storages
  const signedOut = createIdList(lasting, names.signedOut)
  let isNextTokenLasting = false
  let speaker = findSpeaker()
  /** Until the server has been asked for the member, or could not be. */
  let isStart = true

  /** The member of the saved sign-in. */
  function findSpeaker(): number | undefined {
    const token = tokens.find()
    return token === undefined ? undefined : findMemberId(token)
  }

  function saveMember(member: SessionMember): void {
    ;(tokens.isLasting() ? lasting : tab).save(names.member, JSON.stringify(member))
  }

  function forgetMember(): void {
    const { member } = state.get()
    if (member !== undefined) options.onSignedOut?.(member.id)
    if (speaker !== undefined) tokens.remove(speaker)
    speaker = undefined
    tab.remove(names.member)
    // what is left is another member's
    if (tokens.find() === undefined) lasting.remove(names.member)
  }

  /** Undefined while this tab speaks for nobody, or its sign-in is over. */
  function findOwn(): string | undefined {
    const token = tokens.find()
    return token !== undefined && findMemberId(token) === speaker ? token : undefined
  }

  /** A tab that speaks for nobody takes up a sign-in of another tab, unless it waits for its own member. */
  function takeUp(): void {
    const { lapsedMember } = state.get()
    if (speaker === undefined && (lapsedMember === undefined || lapsedMember.id === findSpeaker())) {
      speaker = findSpeaker()
    }
  }

  function isReplaced(): boolean {
    const now = findSpeaker()
    return speaker !== undefined && now !== undefined && now !== speaker
  }

  /** Leaves nothing of the member on the screen, not even for them: they wanted to go. */
  function leave(): void {
    forgetMember()
    state.change({ member: undefined, mustChangePassword: false, memberState: 'none', ...notLapsed })
  }

  function findOwnId(): number | undefined {
    const { member, lapsedMember } = state.get()
    return (member ?? lapsedMember)?.id ?? speaker
  }

  /** In another tab, and nobody else has signed in since: that is said by `lapse`. */
  function hasSignedOut(): boolean {
    const ownId = findOwnId()
    const now = findSpeaker()
    return ownId !== undefined && (now === undefined || now === ownId) && signedOut.has(ownId)
  }

  function findOther(): SessionMember | undefined {
    return findSavedMember(names, options.storages, tokens.find())
  }

  async function authorize(): Promise<void> {
    if (isReplaced()) return lapse()
    if (hasSignedOut()) return leave()
    takeUp()
    const token = findOwn()
    if (token === undefined) {
      if (state.get().member !== undefined) lapse()
      else state.change({ memberState: 'none' })
      return
    }
    try {
      const { member, mustChangePassword = false } = await caller.call('member_authorize', {})
      // Somebody may have signed out or in while this was on its way.
      if (findOwn() !== token) return
      isStart = false
      saveMember(member)
      state.change({ member, mustChangePassword, memberState: 'known', ...notLapsed })
    } catch (error) {
      // also when the time that came with the refusal has ended the token here
      const own = findOwn()
      const isOver = isSignInOver(error)
      if (!isOver) isStart = false
      if (isOver && (own === token || own === undefined)) lapse()
      else if (own === token && state.get().member === undefined) state.change({ memberState: 'unknown' })
    }
  }

  function lapse(): void {
    const { member, lapsedMember: before } = state.get()
    const lapsedMember = member ?? before
    forgetMember()
    state.change({
      member: undefined,
      mustChangePassword: false,
      memberState: 'none',
      isLapsed: lapsedMember !== undefined,
      lapsedMember,
      isLapsedAtStart: isStart && lapsedMember !== undefined,
      otherMember: findOther(),
    })
  }

  async function enter(isLasting: boolean, call: (ttl: number) => Promise<unknown>): Promise<void> {
    isNextTokenLasting = isLasting
    await call(isLasting ? lastingSignInHours : signInHours)
    if (findOwn() === undefined) throw new Failure('internal', 'The sign-in brought no valid token.')
    await authorize()
    if (state.get().member === undefined) {
      throw new Unreachable('The member could not be read after signing in.')
    }
  }

  const login: SignIn['signIn'] = (username, password, isLasting) =>
    enter(isLasting, (ttl) => caller.call('member_login', { username, password, ttl }))

  return {
    signIn: login,
    signInAgain: (username, password) => login(username, password, tokens.isLasting()),
    async signInWithCode(code, isLasting) {
      if (tokens.find() !== undefined) return authorize()
      await enter(isLasting, (ttl) => caller.call('redeem_link_code', { code, ttl }))
    },
    async signOut() {
      const hadToken = findOwn() !== undefined
      const farewell = hadToken ? caller.request('member_logout', {}) : undefined
      const ownId = findOwnId()
      if (ownId !== undefined) signedOut.add(ownId)
      leave()
      try {
        await farewell
      } catch {
        return // unreachable: the token is gone from this device and expires by itself
      }
    },
    findOwnId,
    authorize,
    noteFailure(error) {
      // an expired token is not sent, so the refusal is that of a visitor
      const wasVisitor = state.get().member !== undefined && findOwn() === undefined
      if (isSignInOver(error) || (error instanceof Failure && wasVisitor)) lapse()
    },
    noteOtherTab() {
      if (isReplaced()) return lapse()
      if (hasSignedOut()) return leave()
      const { member, isLapsed } = state.get()
      if (isLapsed) state.change({ otherMember: findOther() })
      if ((tokens.find() !== undefined) !== (member !== undefined)) void authorize()
    },
    findToken() {
      if (isReplaced()) {
        lapse()
        throw new Failure('needs-signin', 'Another member has signed in on this device.')
      }
      if (hasSignedOut()) {
        leave()
        throw new Failure('needs-signin', 'The member has signed out in another tab.')
      }
      return findOwn()
    },
    saveToken(token) {
      tokens.save(token, isNextTokenLasting)
      speaker = findSpeaker()
      if (speaker !== undefined) signedOut.remove(speaker)
    },
  }
}

/** Ids of members in a storage. */
function createIdList(storage: DeviceStorage, name: string) {
  const read = () => new Set(storage.find(name)?.split(','))
  const save = (ids: ReadonlySet<string>) => {
    if (ids.size === 0) storage.remove(name)
    else storage.save(name, [...ids].join(','))
  }
  return {
    has: (id: number) => read().has(String(id)),
    add: (id: number) => save(read().add(String(id))),
    remove(id: number) {
      const ids = read()
      if (ids.delete(String(id))) save(ids)
    },
  }
}

const notLapsed = {
  isLapsed: false,
  lapsedMember: undefined,
  isLapsedAtStart: false,
  otherMember: undefined,
} as const

function isSignInOver(error: unknown): boolean {
  return error instanceof Failure && error.code === 'needs-signin'
}

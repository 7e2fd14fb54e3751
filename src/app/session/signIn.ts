// Signing in and out, and what happens when the server no longer accepts a sign-in.
import { type Caller, Unreachable } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { lastingSignInHours, signInHours } from '../../domain/member.ts'
import type { SessionMember, SessionState, SessionStorages, StorageNames } from './sessionState.ts'
import type { TokenStore } from './token.ts'
import type { WatchedState } from './watchedState.ts'

export interface SignIn {
  /** Throws if it failed. Afterwards the member is known. */
  signIn(username: string, password: string, isLasting: boolean): Promise<void>
  /** Ends the sign-in here at once, and on the server as soon as it can be reached. */
  signOut(): Promise<void>
  /** Loads the member; call again after a change of the profile. */
  authorize(): Promise<void>
  /** Notices a failure that means that the sign-in is over. */
  noteFailure(error: unknown): void
  /** Another tab signed in or out: reads what is saved now. */
  noteOtherTab(): void
}

export interface SignInOptions {
  names: StorageNames
  caller: Caller
  state: WatchedState<SessionState>
  storages: SessionStorages
  tokens: TokenStore
  /** Tells how long the next token is saved. */
  expectToken(isLasting: boolean): void
  /** Removes other private data from the device. */
  onSignedOut?: ((memberId: number) => void) | undefined
}

export function createSignIn(options: SignInOptions): SignIn {
  const { names, caller, state, tokens } = options
  const { tab, lasting } = options.storages

  function saveMember(member: SessionMember): void {
    const text = JSON.stringify(member)
    const isLasting = lasting.find(names.token) !== undefined
    ;(isLasting ? lasting : tab).save(names.member, text)
  }

  function forgetMember(): void {
    const { member } = state.get()
    if (member !== undefined) options.onSignedOut?.(member.id)
    tokens.remove()
    tab.remove(names.member)
    lasting.remove(names.member)
  }

  async function authorize(): Promise<void> {
    const token = tokens.find()
    if (token === undefined) {
      if (state.get().member !== undefined) lapse()
      else state.change({ memberState: 'none' })
      return
    }
    try {
      const { member } = await caller.call('member_authorize', {})
      // Somebody may have signed out or in while this was on its way.
      if (tokens.find() !== token) return
      saveMember(member)
      state.change({ member, memberState: 'known', isLapsed: false, lapsedMember: undefined })
    } catch (error) {
      if (tokens.find() !== token) return
      if (isSignInOver(error)) lapse()
      else if (state.get().member === undefined) state.change({ memberState: 'unknown' })
    }
  }

  function lapse(): void {
    const { member, lapsedMember: before } = state.get()
    const lapsedMember = member ?? before
    forgetMember()
    state.change({
      member: undefined,
      memberState: 'none',
      isLapsed: lapsedMember !== undefined,
      lapsedMember,
    })
  }

  return {
    async signIn(username, password, isLasting) {
      options.expectToken(isLasting)
      await caller.call('member_login', {
        username,
        password,
        ttl: isLasting ? lastingSignInHours : signInHours,
      })
      if (tokens.find() === undefined) throw new Failure('internal', 'The sign-in brought no valid token.')
      await authorize()
      if (state.get().member === undefined) {
        throw new Unreachable('The member could not be read after signing in.')
      }
    },
    async signOut() {
      const hadToken = tokens.find() !== undefined
      const farewell = hadToken ? caller.request('member_logout', {}) : undefined
      forgetMember()
      state.change({ member: undefined, memberState: 'none', isLapsed: false, lapsedMember: undefined })
      try {
        await farewell
      } catch {
        return // unreachable: the token is gone from this device and expires by itself
      }
    },
    authorize,
    noteFailure(error) {
      // an expired token is not sent, so the refusal is that of a visitor
      const wasVisitor = state.get().member !== undefined && tokens.find() === undefined
      if (isSignInOver(error) || (error instanceof Failure && wasVisitor)) lapse()
    },
    noteOtherTab() {
      const hasToken = tokens.find() !== undefined
      if (hasToken !== (state.get().member !== undefined)) void authorize()
    },
  }
}

function isSignInOver(error: unknown): boolean {
  return error instanceof Failure && error.code === 'needs-signin'
}

// The one session of a page: which club, who is signed in, and the caller that both share.
import { type Caller, createCaller, type Fetch } from '../../contract/caller.ts'
import type { Answers } from '../../offline/answers.ts'
import { toClubAddress } from './clubAddress.ts'
import { createClubReading } from './clubReading.ts'
import { createSafeAnswers } from './safeAnswers.ts'
import { createServerClock } from './serverClock.ts'
import { type Club, openState, type SessionState, type SessionStorages, toKeptNames } from './sessionState.ts'
import { createSignIn } from './signIn.ts'
import { createTokenKeeper } from './token.ts'
import { createWatchedState } from './watchedState.ts'

export interface Session {
  readonly caller: Caller
  /** The club's slug in the address, when it stands there. */
  readonly slug: string | undefined
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks for the club and, with a token, for the member. */
  load(): Promise<void>
  /** Asked for where it is not known yet. Throws what kept it away. */
  getClub(): Promise<Club>
  /** Throws what kept somebody out; afterwards the member is known. */
  signIn(username: string, password: string, isLasting: boolean): Promise<void>
  /** Ends the sign-in here at once, and on the server as soon as it can be reached. */
  signOut(): Promise<void>
  /** Takes note of a refusal that means that the sign-in is over. */
  noteFailure(error: unknown): void
  /** Another tab signed in or out: looks at what is kept now. */
  noteOtherTab(): void
  /** Reads the member again, after a change of the profile. */
  authorize(): Promise<void>
  hasToken(): boolean
  /** The server's time in epoch milliseconds, as far as it is known; otherwise the device's. */
  now(): number
  /** The server's time, undefined while this device has never heard it. */
  findServerNow(): number | undefined
  /** Takes the server's clock, in epoch milliseconds, from an answer that did not come by the caller. */
  learnTime(serverNow: number): void
  /** An address of ours that goes on naming the club. */
  toAddress(address: string): string
}

export interface SessionOptions extends SessionStorages {
  fetch: Fetch
  slug: string | undefined
  /** Browsers write `lasting` some seconds late, and a killed one loses that: the club and the clock stand here too. */
  answers: Answers
  /** Epoch milliseconds by the device's clock. */
  deviceNow(): number
  findLanguage(): 'en' | 'es'
  timeLimit?(): { readonly aborted: boolean }
  /** What else is private leaves the device. */
  onSignedOut?(memberId: number): void
}

export function createSession(options: SessionOptions): Session {
  const { slug, tab, lasting, deviceNow, onSignedOut } = options
  const storages = { tab, lasting }
  const names = toKeptNames(slug)
  const answers = createSafeAnswers(options.answers, () => clock.now())
  const clock = createServerClock({ name: names.clock, lasting, answers, deviceNow })
  const tokens = createTokenKeeper({ name: names.token, tab, lasting, now: clock.now })
  let isNextTokenLasting = false
  const caller = createCaller({
    fetch: options.fetch,
    origin: '',
    envelope: () => ({
      ...(slug === undefined ? {} : { subdomain: slug }),
      language: options.findLanguage(),
    }),
    findToken: tokens.find,
    keepToken: (token) => tokens.keep(token, isNextTokenLasting),
    learnTime: clock.learn,
    ...(options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }),
  })
  const hasToken = () => tokens.find() !== undefined
  const state = createWatchedState(openState(names, storages, hasToken()))
  const club = createClubReading({ name: names.club, caller, state, lasting, answers })
  const signIn = createSignIn({ names, caller, state, storages, tokens, onSignedOut })

  /** Whichever of the two places lacks the club, or the clock, has it from the other. */
  async function matchKept(): Promise<void> {
    const [keptClub, keptOffset] = await Promise.all([answers.find(names.club), answers.find(names.clock)])
    clock.match(keptOffset)
    await club.match(keptClub)
  }

  return {
    caller,
    slug,
    getState: state.get,
    subscribe: state.subscribe,
    async load() {
      if (state.get().club === undefined) state.change({ clubState: 'loading', clubFault: undefined })
      await Promise.all([matchKept(), club.load(), signIn.authorize()])
    },
    async getClub() {
      if (state.get().club === undefined) await club.load()
      const { club: known, clubFault } = state.get()
      if (known === undefined) throw clubFault
      return known
    },
    async signIn(username, password, isLasting) {
      isNextTokenLasting = isLasting
      await signIn.begin(username, password, isLasting)
    },
    signOut: signIn.end,
    noteOtherTab: signIn.noteOtherTab,
    noteFailure: signIn.noteFailure,
    authorize: signIn.authorize,
    hasToken,
    now: clock.now,
    findServerNow: clock.findNow,
    learnTime: clock.learn,
    toAddress: (address) => toClubAddress(address, slug),
  }
}

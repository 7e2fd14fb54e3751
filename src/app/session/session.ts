// The one session of a page: which club, who is signed in, and the caller that both share.
import { type Caller, createCaller, type Fetch } from '../../contract/caller.ts'
import type { Answers } from '../../offline/answers.ts'
import { toClubAddress } from './clubAddress.ts'
import { createClubReading } from './clubReading.ts'
import { createSafeAnswers } from './safeAnswers.ts'
import { createServerClock, type ServerTime } from './serverClock.ts'
import { type Club, openState, type SessionState, type SessionStorages, toKeptNames } from './sessionState.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createTokenKeeper } from './token.ts'
import { createWatchedState } from './watchedState.ts'

export interface Session extends SignIn, ServerTime {
  readonly caller: Caller
  /** The club's slug in the address, when it stands there. */
  readonly slug: string | undefined
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks for the club and, with a token, for the member. */
  load(): Promise<void>
  /** Asked for where it is not known yet. Throws what kept it away. */
  getClub(): Promise<Club>
  hasToken(): boolean
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
  const answers = createSafeAnswers(options.answers, () => time.now())
  const { match: matchClock, ...time } = createServerClock({ name: names.clock, lasting, answers, deviceNow })
  const tokens = createTokenKeeper({ name: names.token, tab, lasting, now: time.now })
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
    learnTime: time.learnTime,
    ...(options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }),
  })
  const hasToken = () => tokens.find() !== undefined
  const state = createWatchedState(openState(names, storages, hasToken()))
  const club = createClubReading({ name: names.club, caller, state, lasting, answers })
  const expectToken = (isLasting: boolean) => {
    isNextTokenLasting = isLasting
  }
  const signIn = createSignIn({ names, caller, state, storages, tokens, expectToken, onSignedOut })

  /** Whichever of the two places lacks the club, or the clock, has it from the other. */
  async function matchKept(): Promise<void> {
    const [keptClub, keptOffset] = await Promise.all([answers.find(names.club), answers.find(names.clock)])
    matchClock(keptOffset)
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
    ...signIn,
    ...time,
    hasToken,
    toAddress: (address) => toClubAddress(address, slug),
  }
}

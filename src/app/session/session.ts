// The session of a page: which club, who is signed in, and the caller for both.
import { type Caller, createCaller, type Fetch } from '../../contract/caller.ts'
import type { PublicAnswers } from '../../domain/documents/publicPage.ts'
import type { Answers } from '../../offline/answers.ts'
import { type Clock, type ClockMemory, createClock, findServerTime } from '../../offline/clock.ts'
import { toClubAddress } from './clubAddress.ts'
import { createClubReading } from './clubReading.ts'
import { createSafeAnswers } from './safeAnswers.ts'
import {
  type Club,
  openState,
  type SessionState,
  type SessionStorages,
  toStorageNames,
} from './sessionState.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createTokenStore } from './token.ts'
import { createWatchedState } from './watchedState.ts'

/** The server's clock, as screens use it. */
export type SessionClock = Pick<
  Clock,
  'now' | 'findServerNow' | 'findEarliestNow' | 'findMadeAt' | 'learnTime' | 'untilHeard'
>

export interface Session extends SignIn, SessionClock {
  readonly caller: Caller
  /** The club's slug, under which the device files. Undefined while nobody has said which club the host names. */
  readonly slug: string | undefined
  /** The slug, if the page's address names the club. */
  readonly slugInAddress: string | undefined
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** Loads the club and, with a token, the member. */
  load(): Promise<void>
  /** Loads the club if it is not known yet. Throws if that fails. */
  getClub(): Promise<Club>
  hasToken(): boolean
  /** What the document has brought along for a visitor's first screen. */
  readonly broughtAlong: PublicAnswers | undefined
  /** An address of ours that keeps naming the club. */
  toAddress(address: string): string
  /** The listener hears of each call that the server has served, whoever has asked: it can be reached. */
  onServed(listener: () => void): () => void
  /** The listener hears of each time that the clock is set by an answer. */
  onClockSet(listener: () => void): () => void
}

export interface SessionOptions extends SessionStorages {
  fetch: Fetch
  slug: string | undefined
  /** The address does not name the club, and addresses of ours need not. */
  isNamedByHost?: boolean
  /** Browsers write `lasting` some seconds late. For a killed browser, club and clock are saved here too. */
  answers: Answers
  /** Epoch milliseconds by the device's clock. */
  deviceNow(): number
  /** Milliseconds that no change of that clock moves. */
  steadyNow?(): number
  findLanguage(): 'en' | 'es'
  broughtAlong?: PublicAnswers | undefined
  timeLimit?(): { readonly aborted: boolean }
  /** Removes other private data from the device. */
  onSignedOut?(memberId: number): void
}

export function createSession(options: SessionOptions): Session {
  const { slug, isNamedByHost = false, tab, lasting, deviceNow, onSignedOut } = options
  const slugInAddress = isNamedByHost ? undefined : slug
  const storages = { tab, lasting }
  const names = toStorageNames(slug)
  const answers = createSafeAnswers(options.answers, () => clock.now())
  const memory: ClockMemory = {
    read: () => toOffset(lasting.find(names.clock)),
    write(offset) {
      lasting.save(names.clock, String(offset))
      void answers.save(names.clock, offset)
    },
  }
  const clock = createClock(deviceNow, memory, options.steadyNow)
  // a wrong clock must sign nobody out
  const tokens = createTokenStore({ name: names.token, tab, lasting, now: clock.findEarliestNow })
  const listeners = new Set<() => void>()
  const caller = createCaller({
    fetch: options.fetch,
    origin: '',
    envelope: () => ({
      ...(slug === undefined ? {} : { subdomain: slug }),
      language: options.findLanguage(),
    }),
    findToken: () => signIn.findToken(),
    saveToken: (token) => signIn.saveToken(token),
    learnTime(headers) {
      const serverNow = findServerTime(headers)
      if (serverNow !== undefined) clock.learnTime(serverNow)
    },
    noteServed() {
      for (const listener of listeners) listener()
    },
    ...(options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }),
  })
  const state = createWatchedState(openState(names, storages, tokens.find(), options.broughtAlong?.club))
  const club = createClubReading({ name: names.club, slug, caller, state, lasting, answers })
  const signIn = createSignIn({ names, caller, state, storages, tokens, onSignedOut })

  /** Copies club and clock between the two places where they are saved, if one of them lacks it. */
  async function matchSaved(): Promise<void> {
    const [savedClub, savedOffset] = await Promise.all([answers.find(names.club), answers.find(names.clock)])
    clock.restore(savedOffset)
    await club.match(savedClub)
  }

  return {
    caller,
    slug,
    slugInAddress,
    broughtAlong: options.broughtAlong,
    getState: state.get,
    subscribe: state.subscribe,
    async load() {
      if (state.get().club === undefined) state.change({ clubState: 'loading', clubFault: undefined })
      await Promise.all([matchSaved(), club.load(), signIn.authorize()])
    },
    async getClub() {
      if (state.get().club === undefined) await club.load()
      const { club: known, clubFault } = state.get()
      if (known === undefined) throw clubFault
      return known
    },
    ...signIn,
    now: clock.now,
    findServerNow: clock.findServerNow,
    findEarliestNow: clock.findEarliestNow,
    findMadeAt: clock.findMadeAt,
    learnTime: clock.learnTime,
    untilHeard: clock.untilHeard,
    onClockSet: clock.subscribe,
    onServed(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hasToken: () => signIn.findToken() !== undefined,
    toAddress: (address) => toClubAddress(address, slugInAddress),
  }
}

function toOffset(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text) || 0
}

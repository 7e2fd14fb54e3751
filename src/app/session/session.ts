// The one session of a page: which club, who is signed in, and the caller that both share.
import { type Accepted, type Caller, createCaller, type Fetch, Unreachable } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { keptSignInHours, signInHours } from '../../domain/member.ts'
import type { Answers } from '../../offline/answers.ts'
import { toClubAddress } from './clubAddress.ts'
import { type DeviceStorage, toClubStorageName } from './deviceStorage.ts'
import { createTokenKeeper } from './token.ts'

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

export interface SessionOptions {
  fetch: Fetch
  slug: string | undefined
  tab: DeviceStorage
  lasting: DeviceStorage
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
  const { slug, tab, lasting, answers, deviceNow } = options
  const names = {
    club: toClubStorageName(slug, 'club'),
    member: toClubStorageName(slug, 'member'),
    token: toClubStorageName(slug, 'token'),
    clock: toClubStorageName(slug, 'clock'),
  }
  const listeners = new Set<() => void>()
  const keptOffset = lasting.find(names.clock)
  let isTimeKnown = keptOffset !== undefined
  let clockOffset = Number(keptOffset ?? 0) || 0
  let nextTokenIsLasting = false

  const now = () => deviceNow() + clockOffset
  const tokens = createTokenKeeper({ name: names.token, tab, lasting, now })
  const caller = createCaller({
    fetch: options.fetch,
    origin: '',
    envelope: () => ({
      ...(slug === undefined ? {} : { subdomain: slug }),
      language: options.findLanguage(),
    }),
    findToken: tokens.find,
    keepToken: (token) => tokens.keep(token, nextTokenIsLasting),
    learnTime,
    ...(options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }),
  })

  let state = openState()

  function learnTime(serverNow: number): void {
    const learned = serverNow - deviceNow()
    // The header counts whole seconds: smaller differences say nothing.
    if (Math.abs(learned - clockOffset) >= 2000) clockOffset = learned
    else if (isTimeKnown) return
    isTimeKnown = true
    lasting.keep(names.clock, String(clockOffset))
    void keepAnswer(names.clock, clockOffset)
  }

  /** False where nothing can be kept: what is known then lives as long as the page. */
  async function keepAnswer(name: string, answer: unknown): Promise<boolean> {
    try {
      await answers.keep(name, { savedAt: now(), answer })
      return true
    } catch {
      return false
    }
  }

  async function findAnswer(name: string): Promise<unknown> {
    try {
      return (await answers.find(name))?.answer
    } catch {
      return undefined // nothing can be kept
    }
  }

  function openState(): SessionState {
    const club = readKept(lasting.find(names.club), isWholeClub)
    const hasToken = tokens.find() !== undefined
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

  function change(part: Partial<SessionState>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function keepMember(member: SessionMember): void {
    const text = JSON.stringify(member)
    const isLasting = lasting.find(names.token) !== undefined
    ;(isLasting ? lasting : tab).keep(names.member, text)
  }

  function forgetMember(): void {
    if (state.member !== undefined) options.onSignedOut?.(state.member.id)
    tokens.remove()
    tab.remove(names.member)
    lasting.remove(names.member)
  }

  let clubLoading: Promise<void> | undefined
  /** Two who ask at once share the answer. */
  function loadClub(): Promise<void> {
    clubLoading ??= askForClub().finally(() => {
      clubLoading = undefined
    })
    return clubLoading
  }

  async function askForClub(): Promise<void> {
    try {
      const {
        success: _,
        receipt: __,
        ...club
      } = await caller.call('get_tenant', {
        memberTypes: true,
        pages: true,
      })
      lasting.keep(names.club, JSON.stringify(club))
      change({ club, clubState: 'fresh', clubFault: undefined })
      change({ isClubKept: await keepAnswer(names.club, club) })
    } catch (error) {
      const isUnknown = isUnknownClub(error)
      const isShown = state.club !== undefined && !isUnknown
      change({
        clubState: isShown ? 'kept' : 'failed',
        clubFault: error,
        ...(isUnknown ? { club: undefined } : {}),
      })
      if (isUnknown) await forgetClub()
    }
  }

  async function forgetClub(): Promise<void> {
    lasting.remove(names.club)
    try {
      await answers.forget(names.club)
    } catch {
      return // nothing can have been kept
    }
  }

  /** Whichever of the two places lacks the club, or the clock, has it from the other. */
  async function matchKept(): Promise<void> {
    const [club, offset] = await Promise.all([findAnswer(names.club), findAnswer(names.clock)])
    if (!isTimeKnown && typeof offset === 'number') {
      isTimeKnown = true
      clockOffset = offset
      lasting.keep(names.clock, String(offset))
    }
    if (state.club !== undefined) {
      if (club === undefined) await keepAnswer(names.club, state.club)
    } else if (isWholeClub(club) && !isUnknownClub(state.clubFault)) {
      lasting.keep(names.club, JSON.stringify(club))
      change({ club, clubState: 'kept', isClubKept: true })
    }
  }

  async function authorize(): Promise<void> {
    const token = tokens.find()
    if (token === undefined) {
      if (state.member !== undefined) lapse()
      else change({ memberState: 'none' })
      return
    }
    try {
      const { member } = await caller.call('member_authorize', {})
      // Somebody may have signed out, or in, while this was on its way.
      if (tokens.find() !== token) return
      keepMember(member)
      change({ member, memberState: 'known', isLapsed: false, lapsedMember: undefined })
    } catch (error) {
      if (tokens.find() !== token) return
      if (isSignInOver(error)) lapse()
      else if (state.member === undefined) change({ memberState: 'unknown' })
    }
  }

  function lapse(): void {
    const lapsedMember = state.member ?? state.lapsedMember
    forgetMember()
    change({ member: undefined, memberState: 'none', isLapsed: lapsedMember !== undefined, lapsedMember })
  }

  return {
    caller,
    slug,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async load() {
      if (state.club === undefined) change({ clubState: 'loading', clubFault: undefined })
      await Promise.all([matchKept(), loadClub(), authorize()])
    },
    async getClub() {
      if (state.club === undefined) await loadClub()
      if (state.club === undefined) throw state.clubFault
      return state.club
    },
    async signIn(username, password, isLasting) {
      nextTokenIsLasting = isLasting
      await caller.call('member_login', {
        username,
        password,
        ttl: isLasting ? keptSignInHours : signInHours,
      })
      if (tokens.find() === undefined) throw new Failure('internal', 'The sign-in brought no valid token.')
      await authorize()
      if (state.member === undefined) throw new Unreachable('The member could not be read after signing in.')
    },
    async signOut() {
      const hadToken = tokens.find() !== undefined
      const farewell = hadToken ? caller.ask('member_logout', {}) : undefined
      forgetMember()
      change({ member: undefined, memberState: 'none', isLapsed: false, lapsedMember: undefined })
      try {
        await farewell
      } catch {
        return // unreachable: the token is gone from this device and ends by its own time
      }
    },
    noteOtherTab() {
      const hasToken = tokens.find() !== undefined
      if (hasToken !== (state.member !== undefined)) void authorize()
    },
    noteFailure(error) {
      // a token whose time has run out is not sent: the refusal is that of a visitor
      const wasVisitor = state.member !== undefined && tokens.find() === undefined
      if (isSignInOver(error) || (error instanceof Failure && wasVisitor)) lapse()
    },
    authorize,
    hasToken: () => tokens.find() !== undefined,
    now,
    findServerNow: () => (isTimeKnown ? now() : undefined),
    learnTime,
    toAddress: (address) => toClubAddress(address, slug),
  }
}

function isSignInOver(error: unknown): boolean {
  return error instanceof Failure && error.code === 'needs-signin'
}

function isUnknownClub(fault: unknown): boolean {
  return fault instanceof Failure && fault.code === 'unknown-tenant'
}

function isWholeClub(value: unknown): value is Club {
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

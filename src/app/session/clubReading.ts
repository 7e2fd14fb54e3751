// The club as the server tells of it, and as this device keeps it.
import type { Caller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { DeviceStorage } from './deviceStorage.ts'
import type { SafeAnswers } from './safeAnswers.ts'
import { isWholeClub, type SessionState } from './sessionState.ts'
import type { WatchedState } from './watchedState.ts'

export interface ClubReading {
  /** Two who ask at once share the answer. Never rejects: the state says what became of it. */
  load(): Promise<void>
  /** Whichever of the two places lacks the club has it from the other. */
  match(kept: unknown): Promise<void>
}

export interface ClubReadingOptions {
  name: string
  caller: Caller
  state: WatchedState<SessionState>
  lasting: DeviceStorage
  answers: SafeAnswers
}

export function createClubReading(options: ClubReadingOptions): ClubReading {
  const { name, caller, state, lasting, answers } = options
  let loading: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const {
        success: _,
        receipt: __,
        ...club
      } = await caller.call('get_tenant', {
        memberTypes: true,
        pages: true,
      })
      lasting.keep(name, JSON.stringify(club))
      state.change({ club, clubState: 'fresh', clubFault: undefined })
      state.change({ isClubKept: await answers.keep(name, club) })
    } catch (error) {
      const isUnknown = isUnknownClub(error)
      const isShown = state.get().club !== undefined && !isUnknown
      state.change({
        clubState: isShown ? 'kept' : 'failed',
        clubFault: error,
        ...(isUnknown ? { club: undefined } : {}),
      })
      if (isUnknown) await forget()
    }
  }

  async function forget(): Promise<void> {
    lasting.remove(name)
    await answers.forget(name)
  }

  return {
    load() {
      loading ??= ask().finally(() => {
        loading = undefined
      })
      return loading
    },
    async match(kept) {
      const { club, clubFault } = state.get()
      if (club !== undefined) {
        if (kept === undefined) await answers.keep(name, club)
      } else if (isWholeClub(kept) && !isUnknownClub(clubFault)) {
        lasting.keep(name, JSON.stringify(kept))
        state.change({ club: kept, clubState: 'kept', isClubKept: true })
      }
    },
  }
}

function isUnknownClub(fault: unknown): boolean {
  return fault instanceof Failure && fault.code === 'unknown-tenant'
}

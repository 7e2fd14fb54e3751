// Reads the club from the server and from this device.
import type { Caller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { forgetClubOfHost, noteClubOfHost } from './clubOfHost.ts'
import type { DeviceStorage } from './deviceStorage.ts'
import type { SafeAnswers } from './safeAnswers.ts'
import { isWholeClub, type SessionState } from './sessionState.ts'
import type { WatchedState } from './watchedState.ts'

export interface ClubReading {
  /** Two calls at once share the answer. Never rejects: the state shows the result. */
  load(): Promise<void>
  /** Copies the club between the two places where it is saved, if one of them lacks it. */
  match(saved: unknown): Promise<void>
}

export interface ClubReadingOptions {
  name: string
  slug: string | undefined
  caller: Caller
  state: WatchedState<SessionState>
  lasting: DeviceStorage
  answers: SafeAnswers
}

export function createClubReading(options: ClubReadingOptions): ClubReading {
  const { name, slug, caller, state, lasting, answers } = options
  let loading: Promise<void> | undefined

  async function fetchClub(): Promise<void> {
    try {
      const {
        success: _,
        receipt: __,
        ...club
      } = await caller.call('get_tenant', {
        memberTypes: true,
        pages: true,
      })
      lasting.save(name, JSON.stringify(club))
      noteClubOfHost(club, lasting, answers)
      state.change({ club, clubState: 'fresh', clubFault: undefined })
      // nobody who reads the club waits for the device
      void answers.save(name, club).then((isClubSaved) => state.change({ isClubSaved }))
    } catch (error) {
      const isUnknown = isUnknownClub(error)
      const isShown = state.get().club !== undefined && !isUnknown
      state.change({
        clubState: isShown ? 'saved' : 'failed',
        clubFault: error,
        ...(isUnknown ? { club: undefined } : {}),
      })
      if (isUnknown) await forget()
    }
  }

  async function forget(): Promise<void> {
    lasting.remove(name)
    forgetClubOfHost(slug, lasting, answers)
    await answers.forget(name)
  }

  return {
    load() {
      loading ??= fetchClub().finally(() => {
        loading = undefined
      })
      return loading
    },
    async match(saved) {
      const { club, clubFault } = state.get()
      if (club !== undefined) {
        if (saved === undefined) await answers.save(name, club)
      } else if (isWholeClub(saved) && !isUnknownClub(clubFault)) {
        lasting.save(name, JSON.stringify(saved))
        state.change({ club: saved, clubState: 'saved', isClubSaved: true })
      }
    },
  }
}

function isUnknownClub(fault: unknown): boolean {
  return fault instanceof Failure && fault.code === 'unknown-tenant'
}

// What the device holds of one event, followed from the first question on.
import type { Favourites } from '../../offline/favourites.ts'
import type { Library, ShowId } from '../../offline/library.ts'
import type { WatchedState } from '../session/watchedState.ts'
import type { ShowState } from './showState.ts'

export interface ShowDevice {
  /** Resolves when the device has said what it holds, or takes too long to say it. */
  readonly opened: Promise<void>
  /** Maps and vendors are read when somebody first wants them. */
  wantField(): void
  /** Classes, cars and forms likewise. */
  wantCars(): void
}

/** A database that another tab holds, or that a browser never opens, must not keep the screen empty. */
const openingLimitMs = 2_000

export function followDevice(
  show: ShowId,
  state: WatchedState<ShowState>,
  { library, favourites }: { library: Library; favourites: Favourites },
): ShowDevice {
  const { opened, noteAnswered } = awaitAnswers(['show', 'check', 'marks'])
  let isFieldWanted = false
  let areCarsWanted = false

  // A browser that keeps nothing fails here; the show then lives in memory, from the server's answer.
  const nothingKept = (question: string) => {
    state.change(state.get().saved === undefined ? { saved: null, check: null } : {})
    noteAnswered(question)
  }

  library.follow(
    () => library.findShow(show),
    (saved) => {
      const { isUnkept, saved: before } = state.get()
      if (isUnkept && saved === undefined) return
      const isNewer = before != null && saved !== undefined && before.version !== saved.version
      state.change({
        saved: saved ?? null,
        isUnkept: false,
        ...(isNewer ? { updatedTo: saved.version } : {}),
      })
      noteAnswered('show')
    },
    () => nothingKept('show'),
  )
  library.follow(
    () => library.findCheck(show),
    (check) => {
      state.change({ check: check ?? null })
      noteAnswered('check')
    },
    () => nothingKept('check'),
  )
  favourites.follow(
    show,
    (marks) => {
      state.change({ marks })
      noteAnswered('marks')
    },
    () => {
      state.change({ marks: [] })
      noteAnswered('marks')
    },
  )

  return {
    opened,
    wantField() {
      if (isFieldWanted) return
      isFieldWanted = true
      library.follow(
        () => library.findField(show),
        (field) => {
          if (!(state.get().isUnkept && field === undefined)) state.change({ field: field ?? null })
        },
        () => state.change(state.get().field === undefined ? { field: null } : {}),
      )
    },
    wantCars() {
      if (areCarsWanted) return
      areCarsWanted = true
      library.follow(
        () => library.findCars(show),
        (cars) => {
          if (!(state.get().isUnkept && cars === undefined)) state.change({ cars: cars ?? null })
        },
        () => state.change(state.get().cars === undefined ? { cars: null } : {}),
      )
    },
  }
}

function awaitAnswers(questions: readonly string[]): {
  opened: Promise<void>
  noteAnswered(question: string): void
} {
  const unanswered = new Set(questions)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  window.setTimeout(open, openingLimitMs)
  return {
    opened,
    noteAnswered(question) {
      unanswered.delete(question)
      if (unanswered.size === 0) open()
    },
  }
}

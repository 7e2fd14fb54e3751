// What the device has of one event, followed live from the first read.
import type { Favourites } from '../../offline/favourites.ts'
import type { Library, ShowId } from '../../offline/library.ts'
import { openTimeLimitMs } from '../../offline/notSaved.ts'
import type { WatchedState } from '../session/watchedState.ts'
import type { ShowState } from './showState.ts'

export interface ShowDevice {
  /** Resolves when the device has answered or takes too long. */
  readonly opened: Promise<void>
  /** Call this when maps and vendors are needed, and again if they could not be read. */
  wantField(): void
  /** The same for classes, cars and forms, without the cars' pictures. */
  wantCarList(): void
  /** With the cars' pictures, and the cars that were entered later: somebody judges, votes or reads the list here. */
  wantCars(): void
  areCarsWanted(): boolean
}

/** If another tab blocks the database, or the browser never opens it, the screen must not stay empty. */
const openingLimitMs = 2_000

export function followDevice(
  show: ShowId,
  state: WatchedState<ShowState>,
  { library, favourites }: { library: Library; favourites: Favourites },
): ShowDevice {
  const { opened, noteAnswered } = awaitAnswers(['show', 'check', 'marks'])
  let isFieldWanted = false
  let isCarListWanted = false
  let areCarsWanted = false

  window.setTimeout(() => {
    if (state.get().saved === undefined) state.change({ isUnreadable: true })
  }, openTimeLimitMs)

  // A browser that saves nothing fails here. Then the show lives in memory, from the server's answer.
  const noteNothingSaved = (question: string) => {
    state.change(state.get().saved === undefined ? { saved: null, check: null } : {})
    noteAnswered(question)
  }

  // a part that is read before its event has come is not missing
  const isPartAwaited = () => state.get().isUnsaved || state.get().saved == null

  library.follow(
    ['shows'],
    () => library.findShow(show),
    (saved) => {
      const { isUnsaved, saved: before } = state.get()
      if (isUnsaved && saved === undefined) return
      const isNewer = before != null && saved !== undefined && before.version !== saved.version
      state.change({
        saved: saved ?? null,
        isUnsaved: false,
        ...(isNewer ? { updatedTo: saved.version } : {}),
      })
      noteAnswered('show')
    },
    () => noteNothingSaved('show'),
  )
  library.follow(
    ['checks'],
    () => library.findCheck(show),
    (check) => {
      state.change({ check: check ?? null })
      noteAnswered('check')
    },
    () => noteNothingSaved('check'),
  )
  favourites.follow(
    show,
    (marks) => {
      state.change({ marks, areMarksRead: true })
      noteAnswered('marks')
    },
    () => {
      state.change({ marks: [] })
      noteAnswered('marks')
    },
  )

  function wantCarList(): void {
    if (isCarListWanted) return
    isCarListWanted = true
    library.follow(
      ['cars'],
      () => library.findCars(show),
      (cars) => {
        if (cars !== undefined || !isPartAwaited()) state.change({ cars: cars ?? null })
      },
      () => {
        isCarListWanted = false
        state.change(state.get().cars === undefined ? { cars: null } : {})
      },
    )
  }

  return {
    opened,
    wantField() {
      if (isFieldWanted) return
      isFieldWanted = true
      library.follow(
        ['fields'],
        () => library.findField(show),
        (field) => {
          if (field !== undefined || !isPartAwaited()) state.change({ field: field ?? null })
        },
        () => {
          isFieldWanted = false
          state.change(state.get().field === undefined ? { field: null } : {})
        },
      )
    },
    areCarsWanted: () => areCarsWanted,
    wantCarList,
    wantCars() {
      areCarsWanted = true
      wantCarList()
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

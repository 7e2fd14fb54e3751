// What is on a map as a list, for keyboards, screen readers, and people who prefer words. The picker's has every
// space and a search; the viewer's has stalls and places, because nobody visits a free space.
import { Plural, Trans } from '@lingui/react/macro'
import { Check, Search } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { foldText, isMatch, toWords } from '../../domain/search.ts'
import { useScrolledRows } from '../rows/useScrolledRows.ts'
import { type MapMode, type MapSpace, type SpaceVariant, toShownVariant } from './mapSpace.ts'
import styles from './SpaceList.module.css'
import { SpaceSwatch } from './SpaceSwatch.tsx'
import { toSpaceLabel } from './space.ts'
import { useSpaceWords } from './useSpaceWords.ts'

export interface SpaceListProps {
  spaces: readonly MapSpace[]
  mode: MapMode
  focusedId: number | null
  /** A space was chosen: the stage should show it. */
  onFocus(id: number): void
}

/** Pixels of a row with two lines. */
const ROW_HEIGHT = 65
/** As many rows around a space that was chosen on the map are drawn before the list scrolls there. */
const ROWS_AROUND = 8

// made once: a comparison with `localeCompare` makes one each time
const collator = new Intl.Collator(undefined, { numeric: true })

export function SpaceList({ spaces: all, mode, focusedId, onFocus }: SpaceListProps) {
  const spaces = useMemo(
    () => (mode === 'viewer' ? all.filter(({ status }) => status === 'taken') : all),
    [all, mode],
  )
  const searchId = useId()
  const countId = useId()
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words)
  const statusWords = useSpaceWords(mode)

  const searchable = useMemo(
    () =>
      spaces
        .map((space) => ({
          space,
          label: toSpaceLabel(space),
          text: foldText(
            `${toSpaceLabel(space)} ${space.row} ${space.row}-${space.num} ${space.title} ${space.detail ?? ''}`,
          ),
        }))
        .sort(
          (a, b) =>
            Number(b.space.isPlace === true) - Number(a.space.isPlace === true) ||
            collator.compare(a.label, b.label),
        ),
    [spaces],
  )
  const found = useMemo(() => {
    const parts = toWords(wanted)
    return searchable.filter(({ text }) => isMatch(parts, text))
  }, [searchable, wanted])
  const placeCount = useMemo(() => spaces.filter(({ isPlace }) => isPlace).length, [spaces])
  const { rows, list } = useListedRows(found, focusedId)

  const latest = useRef(onFocus)
  useLayoutEffect(() => {
    latest.current = onFocus
  })
  const focus = useCallback((id: number) => latest.current(id), [])

  return (
    <div className={styles.list}>
      {mode === 'picker' && (
        <div className={styles.search}>
          <label htmlFor={searchId} className={styles.label}>
            <Trans>Find a space</Trans>
          </label>
          <div className={styles.field}>
            <Search aria-hidden size={22} />
            <input
              id={searchId}
              type="search"
              autoComplete="off"
              enterKeyHint="search"
              // in a form Enter would leave the step
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault()
              }}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        </div>
      )}
      <p id={countId} className={styles.count} role="status">
        {found.length === spaces.length ? (
          <>
            {mode === 'picker' ? (
              <Plural value={spaces.length - placeCount} one="# space" other="# spaces" />
            ) : (
              <Plural value={spaces.length - placeCount} one="# stall" other="# stalls" />
            )}
            {placeCount > 0 && (
              <>
                , <Plural value={placeCount} one="# place" other="# places" />
              </>
            )}
          </>
        ) : (
          <Trans>
            {found.length} of {spaces.length} match
          </Trans>
        )}
      </p>
      <ul {...list} className={styles.rows} aria-labelledby={countId} style={{ height: rows.height }}>
        {rows.shown.map(({ index, key, start }) => {
          const one = found[index]
          if (one === undefined) return null
          const variant = toShownVariant(one.space, { mode, focusedId })
          return (
            <li
              key={key}
              ref={rows.measure}
              data-index={index}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <SpaceRow
                space={one.space}
                label={one.label}
                variant={variant}
                kind={statusWords[variant]}
                isFocused={one.space.id === focusedId}
                isPressed={mode === 'picker' ? variant === 'selected' : undefined}
                onFocus={focus}
              />
            </li>
          )
        })}
      </ul>
      {found.length === 0 ? (
        <p className={styles.none}>
          {mode === 'picker' ? (
            <Trans>No space matches. Try its row or its number.</Trans>
          ) : (
            <Trans>There are no stalls yet.</Trans>
          )}
        </p>
      ) : null}
    </div>
  )
}

/**
 * The rows in sight, and beside them those that the keyboard may go to next: the first, the last, and the one that has
 * the focus with its neighbours. The list follows a space that is chosen on the map.
 */
function useListedRows(found: readonly { readonly space: MapSpace }[], focusedId: number | null) {
  const ref = useRef<HTMLUListElement>(null)
  const [heldId, setHeldId] = useState<number | null>(null)
  const followedId = useAfterFrame(focusedId)
  const positions = useMemo(() => new Map(found.map(({ space }, at) => [space.id, at])), [found])
  const heldAt = heldId === null ? undefined : positions.get(heldId)
  const followedAt = followedId === null ? undefined : positions.get(followedId)
  const last = found.length - 1
  const kept = useMemo(
    () => [
      0,
      last,
      ...(heldAt === undefined ? [] : [heldAt - 1, heldAt, heldAt + 1]),
      ...(followedAt === undefined
        ? []
        : Array.from({ length: 2 * ROWS_AROUND + 1 }, (_, at) => followedAt - ROWS_AROUND + at)),
    ],
    [last, heldAt, followedAt],
  )
  const toKey = useCallback((index: number) => found[index]?.space.id ?? index, [found])
  const rows = useScrolledRows(ref, { count: found.length, estimate: ROW_HEIGHT, toKey, kept })
  const { reveal } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another space moves the list
  useLayoutEffect(() => {
    if (followedAt !== undefined) reveal(followedAt, 'center')
  }, [followedId])

  const list = {
    ref,
    // Safari forgets that a list without bullets is one
    role: 'list',
    onFocus({ target }: FocusEvent) {
      const at = Number(target.closest('[data-index]')?.getAttribute('data-index'))
      setHeldId(found[at]?.space.id ?? null)
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      // without one the window has lost the focus, and the row gets it back
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setHeldId(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (heldAt === undefined) return
      const { [event.key]: at = -1 } = { ArrowDown: heldAt + 1, ArrowUp: heldAt - 1, Home: 0, End: last }
      if (at < 0 || at > last) return
      event.preventDefault()
      ref.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`)?.focus({ preventScroll: true })
      reveal(at, 'auto')
    },
  }
  return { rows, list }
}

/** The same value, but after the frame that shows it on the map and in the sheet. */
function useAfterFrame<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(value))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return shown
}

interface SpaceRowProps {
  space: MapSpace
  label: string
  variant: SpaceVariant
  kind: string
  isFocused: boolean
  /** Undefined where a press only shows the space. */
  isPressed: boolean | undefined
  onFocus(id: number): void
}

const SpaceRow = memo(function SpaceRow({
  space,
  label,
  variant,
  kind,
  isFocused,
  isPressed,
  onFocus,
}: SpaceRowProps) {
  return (
    <button
      type="button"
      aria-current={isFocused ? 'true' : undefined}
      aria-pressed={isPressed}
      onClick={() => onFocus(space.id)}
    >
      <SpaceSwatch variant={variant} />
      {!space.isPlace && <span className={styles.name}>{label}</span>}
      <span className={styles.words}>
        <span className={styles.title}>{space.title}</span>
        <span className={styles.detail}>{[kind, space.detail].filter(Boolean).join(' · ')}</span>
      </span>
      {isFocused ? <Check aria-hidden size={22} /> : null}
    </button>
  )
})

// What is on a map as a list, for keyboards, screen readers, and people who prefer words. The picker's has every
// space and a search; the viewer's has stalls and places, because nobody visits a free space.
import { Plural, Trans } from '@lingui/react/macro'
import { Check, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { foldText, isMatch, toWords } from '../../domain/search.ts'
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

/** More rows come with "Show more": two thousand rows at once would block a phone. */
const ROWS_AT_ONCE = 100

// made once: a comparison with `localeCompare` makes one each time
const collator = new Intl.Collator(undefined, { numeric: true })

export function SpaceList({ spaces: all, mode, focusedId, onFocus }: SpaceListProps) {
  const spaces = useMemo(
    () => (mode === 'viewer' ? all.filter(({ status }) => status === 'taken') : all),
    [all, mode],
  )
  const searchId = useId()
  const rows = useRef<HTMLUListElement>(null)
  const [words, setWords] = useState('')
  const [shown, setShown] = useState(ROWS_AT_ONCE)
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
  const focusedAt = found.findIndex(({ space }) => space.id === focusedId)
  // a space that was chosen on the map stands in the list as well, without all the rows before it
  const far = focusedAt < shown ? undefined : found[focusedAt]

  const latest = useRef(onFocus)
  useLayoutEffect(() => {
    latest.current = onFocus
  })
  const focus = useCallback((id: number) => latest.current(id), [])
  const toRow = ({ space, label }: { space: MapSpace; label: string }) => {
    const variant = toShownVariant(space, { mode, focusedId })
    return (
      <SpaceRow
        key={space.id}
        space={space}
        label={label}
        variant={variant}
        kind={statusWords[variant]}
        isFocused={space.id === focusedId}
        isPressed={mode === 'picker' ? variant === 'selected' : undefined}
        isFar={far?.space === space}
        onFocus={focus}
      />
    )
  }

  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    const buttons = [...(rows.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = buttons[at + by]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

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
              onChange={(event) => {
                setWords(event.target.value)
                setShown(ROWS_AT_ONCE)
              }}
            />
          </div>
        </div>
      )}
      <p className={styles.count} role="status">
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
      <ul ref={rows} className={styles.rows} onKeyDown={step}>
        {found.slice(0, shown).map(toRow)}
        {far && toRow(far)}
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
      {shown < found.length ? (
        <button type="button" className={styles.more} onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          <Trans>Show {Math.min(ROWS_AT_ONCE, found.length - shown)} more</Trans>
        </button>
      ) : null}
    </div>
  )
}

interface SpaceRowProps {
  space: MapSpace
  label: string
  variant: SpaceVariant
  kind: string
  isFocused: boolean
  /** Undefined where a press only shows the space. */
  isPressed: boolean | undefined
  /** There are rows between this and the one above it that are not shown. */
  isFar: boolean
  onFocus(id: number): void
}

const SpaceRow = memo(function SpaceRow({
  space,
  label,
  variant,
  kind,
  isFocused,
  isPressed,
  isFar,
  onFocus,
}: SpaceRowProps) {
  return (
    <li className={isFar ? styles.far : undefined}>
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
    </li>
  )
})

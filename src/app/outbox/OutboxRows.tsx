// The rows of the outbox. Of five hundred, only those down to a little below what is seen are drawn.
import { useLingui } from '@lingui/react/macro'
import { memo, useCallback, useState } from 'react'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { List } from '../ui/layout/List.tsx'
import { OutboxRow, type OutboxRowProps } from './OutboxRow.tsx'
import styles from './OutboxRows.module.css'

/** More than fill a large screen three times. */
const drawnAtFirst = 40
/** When the row that stands so many before the last one is seen, or the last one, as many more are drawn as at first. */
const drawnAhead = 20

interface OutboxRowsProps extends Pick<OutboxRowProps, 'onCorrect' | 'onDismiss' | 'onUnderstood'> {
  entries: readonly OutboxEntry[]
}

export const OutboxRows = memo(function OutboxRows({ entries, ...actions }: OutboxRowsProps) {
  const { t } = useLingui()
  const [most, setMost] = useState(drawnAtFirst)
  const growWhenSeen = useCallback((row: Element | null) => {
    if (row === null) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setMost((before) => before + drawnAtFirst)
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  return (
    // rows that wait have no buttons, so keys find nothing else in there from which to scroll
    // biome-ignore lint/a11y/noNoninteractiveTabindex: not every browser lets keys reach what scrolls
    <section className={styles.rows} aria-label={t`On this phone`} tabIndex={0}>
      <List flush label={t`On this phone`}>
        {entries.slice(0, most).map((entry, at) => (
          <OutboxRow
            key={entry.key}
            entry={entry}
            {...actions}
            {...(entries.length > most ? { place: at + 1, of: entries.length } : {})}
            {...(at === most - drawnAhead || at === most - 1 ? { ref: growWhenSeen } : {})}
          />
        ))}
      </List>
    </section>
  )
})

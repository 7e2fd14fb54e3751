// All cars of a form as one bar: accepted, sent, on this phone, needs attention, to do.
import { useLingui } from '@lingui/react/macro'
import type { CarCounts } from './carGroups.ts'
import styles from './StateBar.module.css'

export function StateBar({ counts }: { counts: CarCounts }) {
  const { t } = useLingui()
  const { accepted, sent, attention, phone, todo } = counts
  const parts = [
    { name: 'accepted', count: accepted },
    { name: 'sent', count: sent },
    { name: 'phone', count: phone },
    { name: 'attention', count: attention },
    { name: 'todo', count: todo },
  ] as const
  const least = Math.max(1, (accepted + sent + phone + attention + todo) / 40)
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 1000 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={
        sent === 0
          ? t`${accepted} accepted, ${phone} on this phone, ${attention} need attention, ${todo} to do`
          : t`${accepted} accepted, ${sent} sent, ${phone} on this phone, ${attention} need attention, ${todo} to do`
      }
    >
      {toSpans(parts.map(({ count }) => (count === 0 ? 0 : Math.max(count, least)))).map(
        ({ start, width }, index) =>
          width > 0 && (
            <rect
              key={parts[index]?.name}
              className={styles[`${parts[index]?.name}Part`]}
              x={start}
              y={0}
              width={width}
              height={12}
            />
          ),
      )}
    </svg>
  )
}

const whole = 1000
const gap = 6

/** Side by side in proportion, with a gap between. */
function toSpans(sizes: readonly number[]): { start: number; width: number }[] {
  const filled = sizes.filter((size) => size > 0).length
  const sum = sizes.reduce((total, size) => total + size, 0)
  const room = whole - gap * Math.max(0, filled - 1)
  let start = 0
  return sizes.map((size) => {
    if (size === 0) return { start, width: 0 }
    const span = { start, width: (room * size) / sum }
    start += span.width + gap
    return span
  })
}

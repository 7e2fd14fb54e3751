// The pattern of a kind of space as a small square, for legends and lists.
import { useId } from 'react'
import type { SpaceVariant } from './mapSpace.ts'
import { patterns } from './patterns.ts'

/** Hidden from screen readers: the words beside it say the same. */
export function SpaceSwatch({ variant, size = 24 }: { variant: SpaceVariant; size?: number }) {
  const id = useId()
  const pattern = patterns[variant]
  const { strokes } = pattern
  const period = strokes?.form === 'grid' ? 10 : strokes?.form === 'lines' ? 6 : strokes ? 8.5 : 1
  const weight = (strokes?.weight ?? 0) * period
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {strokes ? (
        <pattern
          id={id}
          width={period}
          height={period}
          patternUnits="userSpaceOnUse"
          {...(strokes.form === 'diagonals' ? { patternTransform: 'rotate(45)' } : {})}
        >
          <rect width={period} height={period} fill={pattern.ground} />
          {strokes.form === 'diagonals' ? (
            <rect width={weight} height={period} fill={strokes.colour} />
          ) : null}
          {strokes.form === 'dots' ? (
            <circle cx={period / 2} cy={period / 2} r={weight / 2} fill={strokes.colour} />
          ) : null}
          {strokes.form === 'grid' || strokes.form === 'lines' ? (
            <path
              d={strokes.form === 'grid' ? 'M5 0V10M0 5H10' : 'M0 3H6'}
              stroke={strokes.colour}
              strokeWidth={weight}
            />
          ) : null}
        </pattern>
      ) : null}
      {variant === 'place' ? (
        <>
          {/* the rim that it has on the map too: in the dark its ground alone is not seen */}
          <circle cx="12" cy="12" r="10.5" fill={pattern.ground} stroke={pattern.border} strokeWidth={1.75} />
          <circle cx="12" cy="12" r="4" fill={pattern.border} />
        </>
      ) : (
        <rect
          x="1.5"
          y="1.5"
          width="21"
          height="21"
          rx="3"
          fill={strokes ? `url(#${id})` : pattern.ground}
          stroke={pattern.border}
          strokeWidth={1.75}
        />
      )}
      {variant === 'selected' ? (
        <path
          d="M6.5 12.5 10.5 16.5 17.5 8"
          fill="none"
          stroke="#fff"
          strokeWidth={2.75}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : null}
    </svg>
  )
}

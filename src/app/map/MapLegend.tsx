// The meaning of the patterns on a map, always in sight above it.
import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import styles from './MapLegend.module.css'
import { type MapMode, type MapSpace, type SpaceVariant, toSpaceVariant } from './mapSpace.ts'
import { SpaceSwatch } from './SpaceSwatch.tsx'
import { useSpaceWords } from './useSpaceWords.ts'

export interface MapLegendProps {
  mode: MapMode
  /** With the map's spaces, the viewer's legend also shows kinds that only some maps have. */
  spaces?: readonly MapSpace[]
}

export const MapLegend = memo(function MapLegend({ mode, spaces = [] }: MapLegendProps) {
  const { t } = useLingui()
  const words = useSpaceWords(mode)
  const there = new Set(spaces.map((space) => toSpaceVariant(space, mode)))
  const rare: SpaceVariant[] = (['any', 'unavailable', 'place'] as const).filter((variant) =>
    there.has(variant),
  )
  const variants: SpaceVariant[] =
    mode === 'picker' ? ['free', 'unavailable', 'selected'] : ['swap', 'food', 'goods', 'free', ...rare]
  return (
    <ul className={styles.legend} aria-label={t`Legend`}>
      {variants.map((variant) => (
        <li key={variant}>
          <SpaceSwatch variant={variant} />
          {words[variant]}
        </li>
      ))}
    </ul>
  )
})

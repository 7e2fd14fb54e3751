// What the patterns on a map mean, always in sight above it.
import { useLingui } from '@lingui/react/macro'
import styles from './MapLegend.module.css'
import { type MapMode, type MapSpace, type SpaceLook, toSpaceLook } from './mapSpace.ts'
import { SpaceSwatch } from './SpaceSwatch.tsx'

export interface MapLegendProps {
  mode: MapMode
  /** With the map's spaces, the viewer's legend also names what only some maps have. */
  spaces?: readonly MapSpace[]
}

export function MapLegend({ mode, spaces = [] }: MapLegendProps) {
  const { t } = useLingui()
  const words: Record<SpaceLook, string> = {
    free: mode === 'picker' ? t`Available` : t`Free`,
    unavailable: t`Unavailable`,
    selected: t`Selected`,
    swap: t`Swap`,
    food: t`Food`,
    goods: t`Goods`,
    any: t`Other`,
  }
  const there = new Set(spaces.map((space) => toSpaceLook(space, mode)))
  const rare: SpaceLook[] = (['any', 'unavailable'] as const).filter((look) => there.has(look))
  const looks: SpaceLook[] =
    mode === 'picker' ? ['free', 'unavailable', 'selected'] : ['swap', 'food', 'goods', 'free', ...rare]
  return (
    <ul className={styles.legend} aria-label={t`Legend`}>
      {looks.map((look) => (
        <li key={look}>
          <SpaceSwatch look={look} />
          {words[look]}
        </li>
      ))}
    </ul>
  )
}

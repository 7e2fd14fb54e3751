// The names of the variants of a space.
import { useLingui } from '@lingui/react/macro'
import type { MapMode, SpaceVariant } from './mapSpace.ts'

export function useSpaceWords(mode: MapMode): Record<SpaceVariant, string> {
  const { t } = useLingui()
  return {
    free: mode === 'picker' ? t`Available` : t`Free`,
    unavailable: t`Unavailable`,
    selected: t`Selected`,
    swap: t`Swap`,
    food: t`Food`,
    goods: t`Goods`,
    any: t`Other`,
    place: t`Place`,
  }
}

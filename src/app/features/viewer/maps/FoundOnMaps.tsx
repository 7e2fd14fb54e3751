// Beside the map, or in its place: the one search, and what is on the maps while nothing is typed.
import type { EventMap, EventVendor } from '../../../../domain/event.ts'
import type { MapSpace } from '../../../map/mapSpace.ts'
import { lazyPart } from '../../../parts/lazyPart.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { SearchResults } from '../search/SearchResults.tsx'
import { useFindings, useSearchWords, useShowIndex } from '../search/useShowSearch.ts'
import styles from './FoundOnMaps.module.css'

const SpaceList = lazyPart(async () => (await import('../../../map/SpaceList.tsx')).SpaceList)

export interface FoundOnMapsProps {
  maps: readonly EventMap[]
  vendors: readonly EventVendor[]
  /** Of all maps. */
  spaces: readonly MapSpace[]
  focusedId: number | null
  onFocus(id: number): void
}

export function FoundOnMaps({ maps, vendors, spaces, focusedId, onFocus }: FoundOnMapsProps) {
  const index = useShowIndex(maps, vendors)
  const [words, setWords] = useSearchWords()
  const findings = useFindings(index, words)
  return (
    <>
      <div className={styles.search}>
        <SearchField words={words} onChange={setWords} />
      </div>
      {findings === undefined ? (
        <SpaceList spaces={spaces} mode="viewer" focusedId={focusedId} onFocus={onFocus} />
      ) : (
        <SearchResults findings={findings} words={words} />
      )}
    </>
  )
}

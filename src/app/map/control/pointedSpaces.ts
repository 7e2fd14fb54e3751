// The spaces that something points at, which the map shows with a ring.
import type { MapMode } from '../mapSpace.ts'
import type { SpaceFinder } from './spaceFinder.ts'

export class PointedSpaces {
  #hoveredId: number | null = null
  #cursorId: number | null = null
  #hasKeyboard = false
  /** The rings have to be shown again. */
  isStale = true

  /** Where the keyboard is. */
  get cursorId(): number | null {
    return this.#cursorId
  }

  setCursor(id: number): void {
    this.#cursorId = id
    this.isStale = true
  }

  /** True if it is another space than before. */
  setHovered(id: number | null): boolean {
    if (this.#hoveredId === id) return false
    this.#hoveredId = id
    this.isStale = true
    return true
  }

  /** True if it changed. The keyboard's place is shown only while the stage has the keyboard focus. */
  setKeyboard(active: boolean): boolean {
    if (this.#hasKeyboard === active) return false
    this.#hasKeyboard = active
    this.isStale = true
    return true
  }

  /** Forgets what is not on the map any more. True if that was under the pointer. */
  keepOnly(finder: SpaceFinder): boolean {
    if (!finder.has(this.#cursorId)) this.#cursorId = null
    return !finder.has(this.#hoveredId) && this.setHovered(null)
  }

  /** In the picker the space of the list has a ring, because many can be selected. */
  list({ mode, focusedId }: { mode: MapMode; focusedId: number | null }): Set<number> {
    const ids = [
      this.#hoveredId,
      this.#hasKeyboard ? this.#cursorId : null,
      mode === 'picker' ? focusedId : null,
    ]
    return new Set(ids.filter((id) => id !== null))
  }
}

// The drawing side of a map, as its control sees it.
import type { Camera } from '../camera.ts'
import type { DrawnSpace } from '../mapSpace.ts'

/** It gets the spaces and the camera, and stores nothing else. */
export interface Surface {
  setSpaces(spaces: readonly DrawnSpace[]): void
  /** The spaces that pointer, keyboard or list point at. */
  setRinged(ids: ReadonlySet<number>): void
  setPicture(url: string | null): void
  resize(width: number, height: number): void
  /** `still` when nothing moves any more: the time for work that would disturb a movement. */
  draw(camera: Camera, still: boolean): void
}

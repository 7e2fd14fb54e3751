// What each way of drawing the map must be able to do, so that all are measured alike.

/** Labels are 14 px and shown only where the whole map is not: no rival draws what nobody can read. */
export interface Contestant {
  /** Puts the whole map on the screen; settles when it has been drawn. */
  mount(stage: HTMLElement): Promise<void>
  /** Zooms by the factor about the middle of the page; with labels where they can be read then. */
  zoom(factor: number, labels: boolean): void
  /** Moves the map by so many pixels before the next frame. */
  panBy(dx: number, dy: number): void
}

export const toFitScale = (stage: HTMLElement) =>
  Math.min((stage.clientWidth - 24) / 1024, (stage.clientHeight - 24) / 768)

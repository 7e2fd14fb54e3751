// The same interface for each way of drawing the map, so that all are measured alike.

/** Labels are 14 px and hidden while the whole map is shown: nobody could read them then. */
export interface Contestant {
  /** Draws the whole map; resolves when it is drawn. */
  mount(stage: HTMLElement): Promise<void>
  /** Zooms by the factor around the middle of the page, with labels if they are readable then. */
  zoom(factor: number, labels: boolean): void
  /** Moves the map by so many pixels before the next frame. */
  panBy(dx: number, dy: number): void
}

export const toFitScale = (stage: HTMLElement) =>
  Math.min((stage.clientWidth - 24) / 1024, (stage.clientHeight - 24) / 768)

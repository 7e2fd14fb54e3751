// Fetches the map's drawing code ahead of the first map, so that it stands there at once and also without a network.

/** Call it when the page is idle; it never fails, a map that comes later tries again. */
export function preloadMap(): void {
  import('./MapCanvas.tsx').catch(() => undefined)
}

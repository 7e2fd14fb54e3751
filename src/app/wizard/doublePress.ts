// Tells the second half of a double tap, under which something else may have come up meanwhile, from a press of its own.

/** Browsers of the iPhone count no taps (WebKit bug 298652): a second one comes within this time. */
const doubleTapMs = 400

/** A click, as the browser tells of it. */
export interface Press {
  /** How many in a row this one makes; 0 where a key pressed, or a program. */
  detail: number
  /** Unknown to browsers whose clicks are no pointer events. */
  pointerType?: string | undefined
  timeStamp: number
}

/** `shownAt` is since when that what is pressed can be seen, on the clock of events. */
export function isSecondHalf({ detail, pointerType, timeStamp }: Press, shownAt: number): boolean {
  if (detail === 0) return false
  // a mouse is counted everywhere, and whoever is quick with it has read the button
  return detail > 1 || (pointerType !== 'mouse' && timeStamp - shownAt < doubleTapMs)
}

// Tells the second half of a double tap from a press of its own. Something else may have appeared under it.

/** Browsers on the iPhone do not count taps (WebKit bug 298652): a second tap comes within this time. */
export const doubleTapMs = 400

/** A click, as the browser reports it. */
export interface Press {
  /** How many clicks in a row; 0 for a key or a program. */
  detail: number
  /** Missing in browsers whose clicks are no pointer events. */
  pointerType?: string | undefined
  timeStamp: number
}

/** `shownAt` is when the pressed element appeared, in the time of events. */
export function isSecondHalf({ detail, pointerType, timeStamp }: Press, shownAt: number): boolean {
  if (detail === 0) return false
  // all browsers count mouse clicks, and a person who is quick with a mouse has read the button
  return detail > 1 || (pointerType !== 'mouse' && timeStamp - shownAt < doubleTapMs)
}

// The prerender is not replaced under a finger: a tap that began on one of its links would lead nowhere.

declare global {
  interface Window {
    /** Set by the first paint, which knows of each press from the first on. */
    untilReleased?: typeof untilReleased
  }
}

/** What is held down for longer is no tap. */
const longestTapMs = 2_000
/** If a finger that has left does not click within this time, it has slid away. */
const clickMs = 100

let isPressed = false
let slidAway = 0
let tellReleased = (): void => {}

function press(): void {
  // the end of the tap before is not that of this one
  window.clearTimeout(slidAway)
  isPressed = true
}

function release(): void {
  isPressed = false
  tellReleased()
}

window.addEventListener('pointerdown', press, true)
window.addEventListener('pointerup', () => (slidAway = window.setTimeout(release, clickMs)), true)
window.addEventListener('pointercancel', release, true)
window.addEventListener('click', release, true)

export function untilReleased(): Promise<void> {
  if (!isPressed) return Promise.resolve()
  return new Promise((resolve) => {
    tellReleased = resolve
    window.setTimeout(resolve, longestTapMs)
  })
}

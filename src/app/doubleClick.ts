// Both halves of a double click are meant for what the first one hits. Where the screen changes in between, the second
// one would press whatever lies there now.

const control = 'a, button, input, select, textarea, label, summary, [role="button"]'

function findControl({ target }: Event): Element | null {
  const found = target instanceof Element ? target.closest(control) : null
  // a click on a label is one on its field
  return found instanceof HTMLLabelElement ? (found.control ?? found) : found
}

/**
 * Call once. Only of a mouse: some browsers count taps too, also quick ones on two keys side by side, and none of those
 * may be lost.
 */
export function ignoreStraySecondHalves(): void {
  let pressed: Element | null = null
  window.addEventListener(
    'click',
    (event) => {
      const found = findControl(event)
      const isTap =
        event instanceof PointerEvent && (event.pointerType === 'touch' || event.pointerType === 'pen')
      if (event.detail > 1 && found !== pressed && !isTap) {
        event.preventDefault()
        event.stopPropagation()
      } else pressed = found
    },
    true,
  )
}

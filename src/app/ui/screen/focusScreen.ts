/** Focuses the screen's heading, or the screen itself, unless something on the screen has the focus. */
export function focusScreen(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (target === null || document.querySelector('main')?.contains(document.activeElement)) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

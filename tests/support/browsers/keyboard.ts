// Going through a page like a person without a mouse.
import { expect, type Locator } from '@playwright/test'

/** Tab by Tab until the control has the focus, which may be in a frame. */
export async function tabTo(control: Locator, most = 90): Promise<void> {
  await expect(control).toBeVisible()
  for (let press = 0; press <= most; press += 1) {
    const isReached = await control.evaluate(
      (element) => element.ownerDocument.hasFocus() && element === element.ownerDocument.activeElement,
    )
    if (isReached) return
    await control.page().keyboard.press('Tab')
  }
  throw new Error(`not reached by Tab: ${control}`)
}

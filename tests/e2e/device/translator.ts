// A browser that translates the page: it puts an element in the place of each text, as soon as the text appears.
import type { Page } from '@playwright/test'

/** The words stay the same, so that a test finds them by their names. Call it before the page opens. */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // what these hold is no text of the page
    const untouched = 'script, style, noscript, textarea, option, title, font, svg'
    const translate = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
        if (node instanceof Text && node.data.trim() !== '') texts.push(node)
      }
      for (const text of texts) {
        const parent = text.parentElement
        if (parent === null || parent.closest(untouched) !== null) continue
        const outer = document.createElement('font')
        const inner = outer.appendChild(document.createElement('font'))
        inner.textContent = text.data
        text.replaceWith(outer)
      }
    }
    new MutationObserver((records) => {
      for (const { addedNodes, type, target } of records) {
        if (type === 'characterData') translate(target)
        for (const node of addedNodes) if (node.isConnected) translate(node)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** How many texts of the page stand translated. */
export function countTranslated(page: Page): Promise<number> {
  return page.locator('font > font').count()
}

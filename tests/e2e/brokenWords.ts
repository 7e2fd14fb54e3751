// Whether a narrow screen or large letters break a word.
import type { Page } from '@playwright/test'

/** Texts in which a word is broken over two lines. */
export function listBrokenWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => {
    const broken: string[] = []
    for (const element of elements) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        // words for screen readers have a box of one pixel
        const box = text.parentElement?.closest<HTMLElement>('span')
        if (box != null && box.offsetWidth <= 1) continue
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[^ \n]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.push(word)
        }
      }
    }
    return broken
  })
}

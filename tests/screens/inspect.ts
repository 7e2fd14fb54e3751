// What is wrong with how a screen stands there: something is wider than the screen, text is cut off or lies on other
// text, a word is broken. Runs in the page.

/** Where all texts are as long as they may be, and piled up letters, only the page's width is looked at. */
export type Strictness = 'words' | 'texts' | 'width'

export function inspect(strictness: Strictness): string[] {
  const faults: string[] = []
  const width = document.documentElement.clientWidth
  const { scrollWidth } = document.documentElement
  if (scrollWidth > width) {
    const widest = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 0.5)
      .map((element) => element.outerHTML.slice(0, 120))
      .at(-1)
    faults.push(`the page is ${scrollWidth} pixels wide on ${width}: ${widest}`)
  }
  if (strictness === 'width') return faults

  // what stays in sight while the page scrolls leaves room for the page
  const { innerHeight } = window
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { position } = getComputedStyle(element)
    if (!/^(?:fixed|sticky)$/.test(position) || element.closest('dialog') !== null) continue
    const isAcross = element.offsetWidth > width * 0.6
    if (isAcross && element.checkVisibility() && element.offsetHeight > innerHeight * 0.4)
      faults.push(
        `stays in sight with ${element.offsetHeight} of ${innerHeight} pixels: ${element.className}`,
      )
  }

  interface Line {
    readonly text: Text
    readonly box: DOMRect
    readonly layer: Element | null
  }
  const lines: Line[] = []
  const layers = new Map<Element, Element | null>()
  /** What lies over the rest of the page on purpose. */
  const findLayer = (element: Element | null): Element | null => {
    if (element === null) return null
    const known = layers.get(element)
    if (known !== undefined) return known
    const isLayer = /fixed|sticky|absolute/.test(getComputedStyle(element).position)
    const layer = isLayer ? element : findLayer(element.parentElement)
    layers.set(element, layer)
    return layer
  }
  /** Where an element's content can be seen: across, however far it scrolls; down, as far as it is scrolled now. */
  interface Clip {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
    readonly isEllipsis: boolean
  }
  const clips = new Map<Element, Clip | null>()
  const findClip = (element: Element | null): Clip | null => {
    if (element === null || element === document.body) return null
    const known = clips.get(element)
    if (known !== undefined) return known
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isCut = overflowX === 'hidden' || overflowX === 'clip'
    const own =
      overflowX === 'visible' && overflowY === 'visible'
        ? findClip(element.parentElement)
        : {
            left: isCut ? left : Number.NEGATIVE_INFINITY,
            right: isCut ? right : Number.POSITIVE_INFINITY,
            top: overflowY === 'visible' ? Number.NEGATIVE_INFINITY : top,
            bottom: overflowY === 'visible' ? Number.POSITIVE_INFINITY : bottom,
            isEllipsis: textOverflow === 'ellipsis',
          }
    clips.set(element, own)
    return own
  }

  /** Of a text that ends in an ellipsis, what lies beyond is not drawn. */
  const toSeen = (box: DOMRect, clip: Clip | null): DOMRect => {
    if (clip === null || !clip.isEllipsis || box.right <= clip.right) return box
    return new DOMRect(box.left, box.top, Math.max(clip.right - box.left, 0), box.height)
  }

  /** Words for screen readers alone have a box of one pixel. */
  const isForReaders = (element: Element | null): boolean =>
    element !== null && ((element as HTMLElement).offsetWidth <= 1 || isForReaders(element.parentElement))

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode() as Text | null; text !== null; text = texts.nextNode() as Text | null) {
    const element = text.parentElement
    if (element === null || (text.nodeValue ?? '').trim() === '') continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName)) continue
    if (isForReaders(element)) continue
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5)
    const shown = (text.nodeValue ?? '').trim().slice(0, 40)
    const clip = findClip(element)
    for (const box of boxes) {
      const middle = (box.top + box.bottom) / 2
      if (clip === null || (middle > clip.top && middle < clip.bottom))
        lines.push({ text, box: toSeen(box, clip), layer: findLayer(element) })
      if (clip !== null && !clip.isEllipsis && (box.right > clip.right + 1 || box.left < clip.left - 1)) {
        faults.push(`cut off: "${shown}"`)
        break
      }
    }
    // an address has no place where it should be broken
    if (strictness === 'texts' || boxes.length < 2 || element.textContent.includes('@')) continue
    for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[^\s\u00ad\u200b/-]+/g)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) faults.push(`broken: "${word}"`)
    }
  }

  // a Spanish time ends with a point of its own, and may stand in an element of its own
  for (const [found] of document.body.innerText.matchAll(/.{0,20}[^.]\.\.(?!\.)/g)) {
    faults.push(`two points: "${found}"`)
  }

  // lines of other texts that begin before one ends
  lines.sort((one, other) => one.box.top - other.box.top)
  for (const [at, one] of lines.entries()) {
    for (let next = at + 1; next < lines.length; next += 1) {
      const other = lines[next]
      // letters reach over the box of their line by a little
      if (other === undefined || other.box.top > one.box.bottom - one.box.height / 4) break
      if (other.text === one.text || other.layer !== one.layer) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top
      if (across > 2 && down > Math.min(one.box.height, other.box.height) / 4) {
        faults.push(
          `"${one.text.nodeValue?.trim().slice(0, 40)}" lies on "${other.text.nodeValue?.trim().slice(0, 40)}"`,
        )
      }
    }
  }
  return [...new Set(faults)]
}

/** Every text that a person can read or hear. */
export function listWords(): string[] {
  const words = [document.title]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement
    if (element === null || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) continue
    // the names of the languages, and what stands in both until the app is there
    if (element.closest('[lang]') !== document.documentElement) continue
    words.push(text.nodeValue ?? '')
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (element.closest('[lang]') !== document.documentElement) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      words.push(element.getAttribute(name) ?? '')
  }
  return [...new Set(words.map((word) => word.trim()).filter((word) => /\p{L}{2}/u.test(word)))]
}

// The same for a list inside a part of the page that scrolls. Rows that are kept are drawn wherever they are, so that
// the keyboard goes on from them.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

export interface ScrolledRows {
  /** `start` is in pixels from the top of the list. */
  readonly shown: readonly { readonly index: number; readonly key: string | number; readonly start: number }[]
  /** Of the whole list, in pixels. */
  readonly height: number
  /** For each row, which has its index as `data-index`. */
  readonly measure: (row: Element | null) => void
  /** Brings a row into sight: as little as needed, or to the middle if it is out of sight. */
  readonly reveal: (index: number, to: 'auto' | 'center') => void
}

export interface ScrolledRowKind {
  readonly count: number
  /** In pixels, before a row is drawn and measured. */
  readonly estimate: number
  /** The same function as long as the rows are the same: with another one all are placed again. */
  readonly toKey: (index: number) => string | number
  /** Rows that are always drawn. */
  readonly kept: readonly number[]
}

const drawnOutside = 4

export function useScrolledRows(
  list: RefObject<HTMLElement | null>,
  { count, estimate, toKey, kept }: ScrolledRowKind,
): ScrolledRows {
  const scroller = useRef<HTMLElement | null>(null)
  const [{ top, covered }, setPlace] = useState({ top: 0, covered: 0 })
  const findScroller = () => {
    scroller.current ??= findScrolling(list.current)
    return scroller.current
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above the list changes with what it holds
  useLayoutEffect(() => {
    const around = findScroller()
    if (around === null) return
    const measure = () => {
      if (list.current === null) return
      const next = {
        top: Math.round(
          list.current.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop,
        ),
        covered: Number.parseFloat(getComputedStyle(around).scrollPaddingTop) || 0,
      }
      setPlace((known) => (known.top === next.top && known.covered === next.covered ? known : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    return () => observer.disconnect()
  }, [count])

  const virtual = useVirtualizer<HTMLElement, Element>({
    count,
    estimateSize: () => estimate,
    getItemKey: toKey,
    getScrollElement: findScroller,
    rangeExtractor: useCallback(
      (range: Range) =>
        [
          ...new Set([...kept.filter((at) => at >= 0 && at < range.count), ...defaultRangeExtractor(range)]),
        ].sort((a, b) => a - b),
      [kept],
    ),
    overscan: drawnOutside,
    scrollMargin: top,
    scrollPaddingStart: covered,
  })
  return {
    shown: virtual.getVirtualItems().map(({ index, key, start }) => ({
      index,
      key: key as string | number,
      start: start - top,
    })),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
    reveal(index, to) {
      const [nearest] = virtual.getOffsetForIndex(index, 'auto') ?? []
      if (nearest !== undefined && nearest !== virtual.scrollOffset)
        virtual.scrollToIndex(index, { align: to })
    },
  }
}

function findScrolling(element: HTMLElement | null): HTMLElement | null {
  for (let around = element?.parentElement ?? null; around !== null; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  }
  return document.scrollingElement as HTMLElement | null
}

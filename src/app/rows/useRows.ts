// Only the rows in and around the window are drawn; the room above and below them is empty. A row stays where it
// is and shows another item when the list changes: that is quicker than a new one, with every key of a search.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Rows<T> {
  readonly shown: readonly { readonly index: number; readonly item: T }[]
  /** In pixels. */
  readonly above: number
  readonly below: number
  /** For each row, which has its index as `data-index` and as its key. */
  readonly measure: (row: Element | null) => void
  readonly scrollTo: (index: number) => void
}

interface RowKind<T> {
  /** The height in pixels, before the row is drawn and measured. */
  estimate(item: T): number
  toKey(item: T): string | number
}

const drawnOutside = 4

export function useRows<T>(
  list: RefObject<Element | null>,
  items: readonly T[],
  { estimate, toKey }: RowKind<T>,
): Rows<T> {
  const [top, setTop] = useState(0)
  // after every render: a notice above may have come or gone
  useLayoutEffect(() => {
    if (list.current === null) return
    setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtual = useWindowVirtualizer<Element>({
    count: items.length,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 0 : estimate(item)
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : toKey(item)
    },
    overscan: drawnOutside,
    scrollMargin: top,
  })
  // the rows are measured when they come, and must be measured again when they show something else
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the items decide what the rows show
  useLayoutEffect(() => {
    for (const row of list.current?.querySelectorAll('[data-index]') ?? []) virtual.measureElement(row)
  }, [items])
  const drawn = virtual.getVirtualItems()
  const [first, last] = [drawn[0], drawn.at(-1)]
  return {
    shown: drawn.flatMap(({ index }) => {
      const item = items[index]
      return item === undefined ? [] : [{ index, item }]
    }),
    above: first === undefined ? 0 : first.start - top,
    below: last === undefined ? 0 : virtual.getTotalSize() - (last.end - top),
    measure: virtual.measureElement,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  }
}

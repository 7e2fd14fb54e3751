// Only the rows in and around the window are drawn; the room above and below them is empty. A row stays where it
// is and shows another member when the list changes: that is quicker than a new one, with every key of a search.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { FindableMember } from '../../../domain/members/roster.ts'

export interface Rows {
  readonly shown: readonly { readonly index: number; readonly member: FindableMember['member'] }[]
  /** In pixels. */
  readonly above: number
  readonly below: number
  /** For each row, which has its index as `data-index` and as its key. */
  readonly measure: (row: Element | null) => void
}

const drawnOutside = 4

export function useRows(
  list: RefObject<Element | null>,
  members: readonly FindableMember[],
  estimate: (member: FindableMember['member']) => number,
): Rows {
  const [top, setTop] = useState(0)
  // after every render: a notice above may have come or gone
  useLayoutEffect(() => {
    if (list.current === null) return
    setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtual = useWindowVirtualizer<Element>({
    count: members.length,
    estimateSize: (index) => {
      const found = members[index]
      return found === undefined ? 0 : estimate(found.member)
    },
    getItemKey: (index) => members[index]?.member.id ?? index,
    overscan: drawnOutside,
    scrollMargin: top,
  })
  // the rows are measured when they come, and must be measured again when they show somebody else
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the members decide what the rows show
  useLayoutEffect(() => {
    for (const row of list.current?.querySelectorAll('[data-index]') ?? []) virtual.measureElement(row)
  }, [members])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    shown: items.flatMap(({ index }) => {
      const found = members[index]
      return found === undefined ? [] : [{ index, member: found.member }]
    }),
    above: first === undefined ? 0 : first.start - top,
    below: last === undefined ? 0 : virtual.getTotalSize() - (last.end - top),
    measure: virtual.measureElement,
  }
}

// The posts, the newest first. What is far from the screen is not drawn, however long the list has become.
import { useLingui } from '@lingui/react/macro'
import { memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import styles from './PostFeed.module.css'
import { PostTile } from './PostTile.tsx'
import { toChunks } from './postChunks.ts'
import type { ChangeItem, PostItem } from './posts.ts'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'

type Names = ReadonlyMap<number, string>

interface PostFeedProps {
  items: readonly PostItem[]
  topics: readonly { id: number; topic: string }[]
  onChange: ChangeItem
}

/** What a post may measure before it was drawn once. */
const guessedHeight = 420
/** How far from the screen posts are drawn. */
const margin = '150% 0px'

export function PostFeed({ items, topics, onChange }: PostFeedProps) {
  const { t } = useLingui()
  const topicsText = JSON.stringify(topics.map(({ id, topic }) => [id, topic]))
  const names = useMemo<Names>(() => new Map(JSON.parse(topicsText)), [topicsText])
  const list = useRef<HTMLDivElement>(null)
  const noteRemoval = useFocusAfterRemoval(list)
  const newest = useRef(onChange)
  newest.current = (id, change) => {
    const item = items.find(({ post }) => post.id === id)
    if (item !== undefined && change(item) === undefined) noteRemoval()
    onChange(id, change)
  }
  // always the same function, so that a post is drawn again only when it has changed
  const change = useCallback<ChangeItem>((...args) => newest.current(...args), [])
  const before = useRef<ReturnType<typeof toChunks<PostItem>>>([])
  const chunks = toChunks(items, before.current)
  before.current = chunks
  return (
    <div ref={list} role="feed" aria-label={t`Posts`} className={styles.feed} tabIndex={-1}>
      {chunks.map((chunk, at) => (
        <Chunk key={chunk.key} items={chunk.items} names={names} onChange={change} isFirst={at < 2} />
      ))}
    </div>
  )
}

/** The heights of chunks as they were last drawn, by their first post, so that going back finds the same place. */
const heights = new Map<number, number>()

interface ChunkProps {
  items: readonly PostItem[]
  names: Names
  onChange: ChangeItem
  /** Drawn at once. */
  isFirst: boolean
}

const Chunk = memo(function Chunk({ items, names, onChange, isFirst }: ChunkProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(isFirst)
  const name = items[0]?.post.id ?? 0
  useEffect(() => {
    const chunk = element.current
    if (chunk === null) return
    let isSeen = true
    const draw = () => {
      if (!isSeen && isUsed(chunk)) return
      if (!isSeen && chunk.childElementCount > 0) heights.set(name, chunk.offsetHeight)
      // in small steps between the frames, so that scrolling goes on
      startTransition(() => setIsNear(isSeen))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        isSeen = entries.at(-1)?.isIntersecting ?? isSeen
        draw()
      },
      { rootMargin: margin },
    )
    observer.observe(chunk)
    // what was only kept for the focus goes when the focus does
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!isSeen && !(relatedTarget instanceof Node && chunk.contains(relatedTarget))) setTimeout(draw)
    }
    chunk.addEventListener('focusout', leave)
    return () => {
      observer.disconnect()
      chunk.removeEventListener('focusout', leave)
    }
  }, [name])
  const height = isNear ? undefined : (heights.get(name) ?? items.length * guessedHeight)
  return (
    <div ref={element} className={styles.chunk} style={height === undefined ? undefined : { height }}>
      {isNear &&
        items.map((item) => (
          <PostTile
            key={item.post.id}
            item={item}
            topic={names.get(item.post.topicId) ?? ''}
            onChange={onChange}
          />
        ))}
    </div>
  )
})

/** It has the focus, or something in it is open. */
function isUsed(chunk: HTMLElement): boolean {
  return (
    chunk.contains(document.activeElement) ||
    chunk.querySelector('dialog[open], [data-opened], [aria-expanded="true"]') !== null
  )
}

// The posts, the newest first. What is far from the screen is not drawn, however long the list has become.
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import styles from './PostFeed.module.css'
import { PostTile } from './PostTile.tsx'
import type { ChangeItem, PostItem } from './posts.ts'

interface PostFeedProps {
  items: readonly PostItem[]
  topics: readonly { id: number; topic: string }[]
  onChange: ChangeItem
}

/** Posts that are drawn together: few, so that drawing them stops no scrolling. */
const chunkSize = 4
/** What a post may measure before it was drawn once. */
const guessedHeight = 420
/** How far from the screen posts are drawn. */
const margin = '150% 0px'

export function PostFeed({ items, topics, onChange }: PostFeedProps) {
  const { t } = useLingui()
  const names = useMemo(() => new Map(topics.map(({ id, topic }) => [id, topic])), [topics])
  const newest = useRef(onChange)
  newest.current = onChange
  // always the same function, so that a post is drawn again only when it has changed
  const change = useCallback<ChangeItem>((...args) => newest.current(...args), [])
  const chunks: PostItem[][] = []
  for (let at = 0; at < items.length; at += chunkSize) chunks.push(items.slice(at, at + chunkSize))
  return (
    <div role="feed" aria-label={t`Posts`} className={styles.feed}>
      {chunks.map((chunk, at) => (
        <Chunk key={chunk[0]?.post.id} name={chunk[0]?.post.id ?? 0} count={chunk.length} isFirst={at < 2}>
          {chunk.map((item) => (
            <PostTile
              key={item.post.id}
              item={item}
              topic={names.get(item.post.topicId) ?? ''}
              onChange={change}
            />
          ))}
        </Chunk>
      ))}
    </div>
  )
}

/** The heights of chunks as they were last drawn, so that going back finds the same place. */
const heights = new Map<number, number>()

interface ChunkProps {
  name: number
  count: number
  /** Drawn at once. */
  isFirst: boolean
  children: ReactNode
}

function Chunk({ name, count, isFirst, children }: ChunkProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(isFirst)
  useEffect(() => {
    const chunk = element.current
    if (chunk === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        // something in it has the focus, or a dialog of it is open
        const isUsed = chunk.contains(document.activeElement) || chunk.querySelector('dialog[open]') !== null
        if (!entry.isIntersecting && isUsed) return
        if (!entry.isIntersecting && chunk.childElementCount > 0) heights.set(name, chunk.offsetHeight)
        setIsNear(entry.isIntersecting)
      },
      { rootMargin: margin },
    )
    observer.observe(chunk)
    return () => observer.disconnect()
  }, [name])
  const height = isNear ? undefined : (heights.get(name) ?? count * guessedHeight)
  return (
    <div ref={element} className={styles.chunk} style={height === undefined ? undefined : { height }}>
      {isNear && children}
    </div>
  )
}

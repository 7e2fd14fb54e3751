// What a screen shows of an answer: it loads, could not be read, is older than it should be, has nothing, or is there.
import type { ReactNode } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ReadFault } from './ReadState.tsx'
import type { Reading } from './useKeptRead.ts'

export interface ReadViewProps<T> {
  reading: Reading<T>
  /** While the first answer is on its way: its name, "Loading the files…", and SkeletonShapes in the real layout. */
  label: string
  loading: ReactNode
  /** Whether an answer has nothing to show: then `empty` stands in its place. */
  isEmpty?(data: T): boolean
  /** An EmptyState. */
  empty?: ReactNode
  children(data: T): ReactNode
}

/**
 * A screen's heading stands above it, so that it is there in each state. An answer of this phone is shown under the
 * word that it is one, and how old.
 */
export function ReadView<T>({ reading, label, loading, isEmpty, empty, children }: ReadViewProps<T>) {
  const { data, isLoading } = reading
  return (
    <>
      <ReadFault reading={reading} />
      {isLoading && <Skeleton label={label}>{loading}</Skeleton>}
      {data !== undefined && (isEmpty?.(data) ? empty : children(data))}
    </>
  )
}

// A whole screen while its content loads. The skeleton's first line stands for the heading.
import type { ReactNode } from 'react'
import { Skeleton } from '../Skeleton.tsx'
import { PlaceholderHeading } from './PlaceholderHeading.tsx'

export interface LoadingScreenProps {
  /** The screen's name, or what it is about while its name is not known. */
  title: string
  /** "Loading the schedule…" */
  label: string
  /** SkeletonShapes in the real layout. */
  children?: ReactNode
}

export function LoadingScreen({ title, label, children }: LoadingScreenProps) {
  return (
    <>
      <PlaceholderHeading>{title}</PlaceholderHeading>
      <Skeleton label={label}>{children}</Skeleton>
    </>
  )
}

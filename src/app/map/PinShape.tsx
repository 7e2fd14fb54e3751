// The pin of the maps: its tip is what it points at.
import type { Ref } from 'react'

export interface PinShapeProps {
  className: string | undefined
  ref?: Ref<SVGSVGElement>
  /** It points at the target of the address. */
  isTarget?: boolean
}

export function PinShape({ className, ref, isTarget = false }: PinShapeProps) {
  return (
    <svg
      ref={ref}
      className={className}
      viewBox="0 0 36 46"
      aria-hidden="true"
      {...(isTarget ? { 'data-pin': '' } : {})}
    >
      <path d="M18 44C14 33 3 27 3 17a15 15 0 0 1 30 0c0 10-11 16-15 27Z" />
      <circle cx="18" cy="17" r="6" />
    </svg>
  )
}

// The platform's logo: a pennant over the rows of a field. The icons in `public/` show the same.
import { platform } from '../../../domain/platform.ts'

export function PlatformMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" role="img" aria-label={platform.name}>
      <rect width="48" height="48" rx="11" fill="#22343C" />
      <path d="M17 9v27" stroke="#F3E7C4" strokeWidth="3" strokeLinecap="round" />
      <path d="M18.500 10.500 37 16.500 18.500 22.500Z" fill="#E0483E" />
      <path
        d="M6 35.500C16 30.500 32 30.500 42 35.500M10 41C18.500 37 29.500 37 38 41"
        fill="none"
        stroke="#F3E7C4"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}

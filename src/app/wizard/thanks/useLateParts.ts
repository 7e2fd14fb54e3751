// Which parts take longer than was promised, since the wait began.
import { useEffect, useState } from 'react'
import { type PartKind, patienceMs } from './parts.ts'

export function useLateParts(parts: readonly PartKind[]): ReadonlySet<PartKind> {
  const [beganAt] = useState(() => Date.now())
  const [waitedMs, setWaitedMs] = useState(0)
  const next = Math.min(...parts.map((part) => patienceMs[part]).filter((patience) => patience > waitedMs))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = window.setTimeout(() => setWaitedMs(next), beganAt + next - Date.now())
    return () => window.clearTimeout(timer)
  }, [beganAt, next])
  return new Set(parts.filter((part) => patienceMs[part] <= waitedMs))
}

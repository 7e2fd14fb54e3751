// The badge in headers that stand in the first paint: its code comes after that, and mostly there is nothing to show.
import { lazy, Suspense } from 'react'
import { untilIdle } from '../untilIdle.ts'

const OutboxButton = lazy(async () => {
  await untilIdle()
  return { default: (await import('./OutboxButton.tsx')).OutboxButton }
})

export function HeaderOutbox() {
  return (
    <Suspense>
      <OutboxButton compact />
    </Suspense>
  )
}

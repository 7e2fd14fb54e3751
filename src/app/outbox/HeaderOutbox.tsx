// The outbox's badge in headers of the first paint. Its code loads later; mostly there is nothing to show.
import { optionalPart } from '../parts/lazyPart.tsx'
import { untilIdle } from '../untilIdle.ts'

const OutboxButton = optionalPart(async () => {
  await untilIdle()
  return (await import('./OutboxButton.tsx')).OutboxButton
})

export function HeaderOutbox() {
  return <OutboxButton compact />
}

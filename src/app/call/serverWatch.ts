// Asks every few seconds whether the server answers, so that what waits for it leaves as soon as it does.
import { isRecord } from '../../domain/isRecord.ts'
import { findServerTime } from '../../offline/clock.ts'

/** rules/offline 1.3: every 8 s ± 2. */
const shortestGapMs = 6_000
const longestGapMs = 10_000

export interface ServerWatchOptions {
  /** Something waits, and somebody looks at the page. */
  isWanted(): boolean
  /** Whether our server answers just now. Never rejects. */
  isAnswering(): Promise<boolean>
  onAnswer(): void
  random?: () => number
}

/** Returns what to call whenever the answer of `isWanted` may have become yes. */
export function watchServer({
  isWanted,
  isAnswering,
  onAnswer,
  random = Math.random,
}: ServerWatchOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan(): void {
    if (timer !== undefined || !isWanted()) return
    timer = setTimeout(() => void ask(), shortestGapMs + (longestGapMs - shortestGapMs) * random())
  }

  async function ask(): Promise<void> {
    timer = undefined
    plan() // a question that hangs does not hold up the next
    if (isWanted() && (await isAnswering())) onAnswer()
  }

  return plan
}

/** The address answers without a database. A network's sign-in page is no answer of ours. */
export async function askServer(learnTime: (serverNow: number) => void): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestGapMs) })
    const body: unknown = await answer.json()
    if (!answer.ok || !isRecord(body) || body.ok !== true) return false
    const serverNow = findServerTime(answer.headers)
    if (serverNow !== undefined) learnTime(serverNow)
    return true
  } catch {
    return false // no network, or a page that is not ours
  }
}

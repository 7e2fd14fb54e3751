// How long the tasks of a page's main thread take, by the browser's own trace.
import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds: from start to end, and of them those on the processor. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export interface MainTask {
  /** Milliseconds on the processor, whatever else the machine does meanwhile. */
  readonly ms: number
  /** Milliseconds from its start to its end. */
  readonly wholeMs: number
}

/** The tasks while `act` ran, in the renderer that was busy the longest: the page's own. */
export async function traceTasks(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<readonly MainTask[]> {
  await browser.startTracing(page, {
    categories: ['-*', 'disabled-by-default-devtools.timeline'],
  })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const byThread = new Map<string, MainTask[]>()
  for (const { name, ph, pid, tid, dur = 0, tdur = dur } of trace.traceEvents) {
    const thread = `${pid} ${tid}`
    if (ph !== 'X' || !name.endsWith('RunTask') || !mainThreads.has(thread)) continue
    const tasks = byThread.get(thread) ?? []
    tasks.push({ ms: tdur / 1000, wholeMs: dur / 1000 })
    byThread.set(thread, tasks)
  }
  const [busiest] = [...byThread.values()].sort((a, b) => sum(b) - sum(a))
  if (busiest === undefined) throw new Error('the trace has no task of a page')
  return busiest
}

function sum(tasks: readonly MainTask[]): number {
  return tasks.reduce((total, { ms }) => total + ms, 0)
}

/** The value that `share` of them do not exceed. */
export function findShare(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

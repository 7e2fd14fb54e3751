// Judges who submit score sheets, in their own process. Run as `node sheetSender.ts` with a `SendingPlan` as
// JSON on its input; prints a `Sending` as JSON.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type LightClient, openLightClient } from './lightClient.ts'

/** What a judge needs to submit a sheet. `at` is the place of every score between minimum and maximum. */
export interface SendingPlan {
  port: number
  tenantId: number
  eventId: number
  formId: number
  criteria: readonly { id: number; minScore: number; maxScore: number }[]
  cars: readonly string[]
  judges: readonly { code: string; grant: string }[]
  /** For each judge, all at once. */
  sheets: number
  /** Entries per request. With 1, calls of `submit_judging_form` one after another. */
  perRequest: number
  /** Ends earlier after these milliseconds. */
  forMs?: number
}

export interface Sending {
  /** From the first request to the last answer. */
  ms: number
  accepted: number
  refused: string[]
  /** The keys of the accepted ones. */
  keys: string[]
  slowestMs: number
}

/** Runs in its own process, so that it takes no time from a server in this one. */
export async function sendSheets(plan: SendingPlan): Promise<Sending> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  return JSON.parse(await text(child.stdout)) as Sending
}

interface Answer {
  success: boolean
  code?: string
  receipt: { key: string } | null
}

async function run(plan: SendingPlan): Promise<Sending> {
  const sending: Sending = { ms: 0, accepted: 0, refused: [], keys: [], slowestMs: 0 }
  const clients = plan.judges.map(() => openLightClient(plan.port))
  const startedAt = performance.now()
  await Promise.all(
    plan.judges.map((judge, index) =>
      sendAll(plan, judge, clients[index] as LightClient, sending, startedAt),
    ),
  )
  sending.ms = performance.now() - startedAt
  for (const client of clients) client.close()
  return sending
}

async function sendAll(
  plan: SendingPlan,
  judge: SendingPlan['judges'][number],
  client: LightClient,
  sending: Sending,
  startedAt: number,
): Promise<void> {
  const { sheets, perRequest, tenantId, forMs = Number.POSITIVE_INFINITY } = plan
  for (let sent = 0; sent < sheets && performance.now() - startedAt < forMs; sent += perRequest) {
    const entries = Array.from({ length: Math.min(perRequest, sheets - sent) }, (_, index) =>
      toSheet(plan, judge, sent + index),
    )
    const [first] = entries
    const startedAt = performance.now()
    const { text: answer } = await client.call(
      perRequest === 1 ? { ...first, tenantId } : { action: 'submit_batch', tenantId, entries },
    )
    sending.slowestMs = Math.max(sending.slowestMs, performance.now() - startedAt)
    const parsed = JSON.parse(answer) as Answer & { results?: Answer[] }
    for (const [index, result] of (perRequest === 1 ? [parsed] : (parsed.results ?? [])).entries()) {
      const key = entries[index]?.key ?? ''
      if (result.success && result.receipt?.key === key) {
        sending.accepted += 1
        sending.keys.push(key)
      } else sending.refused.push(result.code ?? answer.slice(0, 200))
    }
  }
}

/** The judge's sheet of this number, as the request has it. */
export function toSheet(plan: SendingPlan, { code, grant }: SendingPlan['judges'][number], number: number) {
  return {
    action: 'submit_judging_form',
    key: randomUUID(),
    eventId: plan.eventId,
    judgeId: code,
    grant,
    formId: plan.formId,
    entryId: plan.cars[number % plan.cars.length] ?? '',
    scores: plan.criteria.map(({ id, minScore, maxScore }) => ({
      criteriaId: id,
      score: minScore + ((number + id) % (maxScore - minScore + 1)),
    })),
    notes: number % 5 === 0 ? 'Paint on the left door is not original.' : '',
    madeAt: new Date().toISOString(),
    sequence: 1 + Math.floor(number / plan.cars.length),
  }
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as SendingPlan)))
}

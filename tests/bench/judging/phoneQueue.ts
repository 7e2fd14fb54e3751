// A judge's phone that comes back with a full outbox: the product's own sender in its own process. The outbox
// is in memory, because the speed of a stand-in for IndexedDB says nothing. Run as `node phoneQueue.ts` with
// a `SendingPlan` as JSON on its input; prints a `Sending` as JSON.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Outbox } from '../../../src/offline/outbox.ts'
import { isSettled, type OutboxEntry } from '../../../src/offline/outboxRecords.ts'
import { type Sending, type SendingPlan, toSheet } from '../../support/processes/sheetSender.ts'
import { loadFrom } from '../subject.ts'

const dayMs = 24 * 60 * 60 * 1000

interface QueuePlan extends SendingPlan {
  readonly tenantUuid: string
  /** Of the checkout whose sender it is. */
  readonly root: string
}

/** All sheets of the plan's first judge. */
export async function sendQueue(plan: QueuePlan): Promise<Sending> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  return JSON.parse(await text(child.stdout)) as Sending
}

async function run(plan: QueuePlan): Promise<Sending> {
  const { createFlush } = await loadFrom<typeof import('../../../src/offline/flush.ts')>(
    plan.root,
    'src/offline/flush.ts',
  )
  const { toGrantId } = await loadFrom<typeof import('../../../src/offline/grants.ts')>(
    plan.root,
    'src/offline/grants.ts',
  )
  const [judge] = plan.judges
  if (judge === undefined) throw new Error('the plan has no judge')
  const principal = { kind: 'judge' as const, ref: judge.code }
  const entries = Array.from({ length: plan.sheets }, (_, order): OutboxEntry => {
    const { action: _action, key, grant: _grant, ...input } = toSheet(plan, judge, order)
    return {
      key,
      action: 'submit_judging_form',
      schema: 1,
      club: '',
      tenantId: plan.tenantUuid,
      eventId: plan.eventId,
      principal,
      input,
      inputHash: '',
      sequence: input.sequence,
      madeAt: Date.now(),
      clockOffset: 0,
      state: 'waiting',
      attempts: 0,
      nextAt: 0,
      savedAt: Date.now(),
      order,
    }
  })
  let slowestMs = 0
  const sender = createFlush({
    outbox: createMemoryOutbox(entries),
    grants: {
      list: async () => [
        {
          club: '',
          eventId: plan.eventId,
          judgeId: judge.code,
          judgeName: '',
          formId: 0,
          grant: judge.grant,
          until: new Date(Date.now() + dayMs).toISOString(),
          tenantId: plan.tenantUuid,
          id: toGrantId({ club: '', eventId: plan.eventId, judgeId: judge.code }),
          isCurrent: true,
          hasLeft: false,
        },
      ],
      sweep: async () => undefined,
    },
    async fetch(url, init) {
      const startedAt = performance.now()
      const answer = await fetch(url, init)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      return answer
    },
    origin: `http://127.0.0.1:${plan.port}`,
    clock: { learnTime: () => undefined },
    deviceNow: Date.now,
    random: Math.random,
    timeLimit: (ms) => AbortSignal.timeout(ms),
    locks: undefined,
  })
  // the app is open and has already used the network
  await (await fetch(`http://127.0.0.1:${plan.port}/healthz`)).text()
  const startedAt = performance.now()
  await sender.flush('hint')
  const ms = performance.now() - startedAt
  const accepted = entries.filter(({ state }) => state === 'accepted')
  const others = entries.filter(({ state }) => state !== 'accepted')
  return {
    ms,
    accepted: accepted.length,
    refused: others.map(({ state, fault }) => `${state} ${fault?.code ?? ''}`),
    keys: accepted.map(({ key }) => key),
    slowestMs,
  }
}

/** Only the parts that the sender uses. */
function createMemoryOutbox(entries: OutboxEntry[]): Outbox {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const refuse = async (): Promise<never> => {
    throw new Error('the sender never asks for this')
  }
  return {
    put: refuse,
    takeBack: refuse,
    dismiss: refuse,
    listDismissed: refuse,
    find: async (key) => byKey.get(key),
    list: async () => entries,
    recover: async () => entries.filter((entry) => !isSettled(entry)),
    async markSending(keys, now) {
      const marked = keys.flatMap((key) => byKey.get(key) ?? [])
      for (const entry of marked) Object.assign(entry, { state: 'sending', sentAt: now })
      return marked
    },
    async settle(settlements) {
      for (const { kind, key, ...rest } of settlements) {
        const state = kind === 'retry' ? 'waiting' : kind
        Object.assign(byKey.get(key) ?? {}, { ...rest, state })
      }
    },
    sweep: async () => undefined,
  }
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)))))
}

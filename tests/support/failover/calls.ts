// Calls as the app makes them: each waits only so long, and is made again with the same key until it is answered.
import { setTimeout as pause } from 'node:timers/promises'
import { endpointPath, tokenHeader } from '../../../src/contract/caller.ts'
import type { Random } from '../../chaos/random.ts'
import { sendRequest } from '../database/world.ts'

/** Longer than any call takes that is answered at all. */
const longestCallMs = 4000

export type Answer = { success: boolean; code?: string } & Record<string, unknown>

export interface Calls {
  /** The answer, of whichever server: a refusal that is none of the moment too. */
  call(action: string, input: object, token?: string): Promise<Answer>
  /** How often a call ended in which way: `ok`, a code, `no line`, `no answer`. */
  readonly outcomes: ReadonlyMap<string, number>
  /** What no caller may ever get. */
  readonly wrongs: string[]
  /** Of each call that waited for its answer at this moment: how long it still had to. */
  listWaits(from: number): number[]
}

export function openCalls(ports: readonly number[], tenantId: number, random: Random): Calls {
  const outcomes = new Map<string, number>()
  const wrongs: string[] = []
  const answered: { begunAt: number; at: number }[] = []
  const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

  async function tryOnce(action: string, input: object, token?: string): Promise<Answer | number> {
    const port = random.pick(ports)
    const peer = `10.${[0, 0, 0].map(() => random.between(0, 255)).join('.')}`
    const request = sendRequest(port, endpointPath, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': peer,
        ...(token === undefined ? {} : { [tokenHeader]: token }),
      },
      body: JSON.stringify({ tenantId, ...input, action }),
    }).catch(() => 'no line' as const)
    const silence = pause(longestCallMs, 'no answer' as const, { ref: false })
    const received = await Promise.race([request, silence])
    if (typeof received === 'string') {
      note(received)
      return 100
    }
    const answer = received.json() as Answer
    note(answer.success ? 'ok' : (answer.code ?? 'no code'))
    if (answer.code === 'unavailable') {
      const retryAfter = Number(received.headers['retry-after'])
      if (received.status !== 503 || !(retryAfter > 0)) wrongs.push(`${action}: ${received.text}`)
      // people's phones wait so long: here less, so that there are many calls
      return 100 * retryAfter
    }
    if (received.status >= 500) {
      wrongs.push(`${action}: ${received.status} ${received.text}`)
      return 100
    }
    return answer
  }

  return {
    outcomes,
    wrongs,
    async call(action, input, token) {
      const begunAt = performance.now()
      for (;;) {
        const answer = await tryOnce(action, input, token)
        if (typeof answer !== 'number') {
          answered.push({ begunAt, at: performance.now() })
          return answer
        }
        await pause(answer + random.between(0, 100))
      }
    },
    listWaits: (from) =>
      answered
        .filter(({ begunAt, at }) => begunAt < from && at > from)
        .map(({ at }) => Math.round(at - from))
        .toSorted((one, other) => one - other),
  }
}

// Text messages: posted to the club's service.
import { longestTextMessageMs } from '../limits/machine.ts'
import type { Config } from '../process/config.ts'
import { textMessages } from '../process/figures.ts'
import { JobFault } from '../queue/jobHandler.ts'

export interface TextMessage {
  /** Identifies this message. A repeat has the same. */
  readonly uuid: string
  readonly to: string
  readonly text: string
}

/** Refusals that may change with time. After other 4xx codes, sending again cannot help. */
const refusedForNow: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 425, 429])

/** Fails with a `JobFault` that quotes neither the message nor the answer. */
export async function postText(
  fetch: typeof globalThis.fetch,
  service: NonNullable<Config['sms']>,
  message: TextMessage,
): Promise<void> {
  try {
    await post(fetch, service, message)
    textMessages.inc({ outcome: 'sent' })
  } catch (error) {
    textMessages.inc({ outcome: 'failed' })
    throw error
  }
}

async function post(
  fetch: typeof globalThis.fetch,
  { url, token }: NonNullable<Config['sms']>,
  { uuid, to, text }: TextMessage,
): Promise<void> {
  let status: number
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': uuid,
      },
      body: JSON.stringify({ to, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestTextMessageMs),
    })
    status = response.status
    await response.body?.cancel()
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new JobFault(
      isSlow ? `no answer within ${longestTextMessageMs / 1000} seconds` : 'the service cannot be reached',
    )
  }
  if (status >= 200 && status <= 299) return
  const isFinal = status >= 400 && status <= 499 && !refusedForNow.has(status)
  throw new JobFault(`the service answered ${status}`, { isFinal })
}

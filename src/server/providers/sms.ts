// Text messages: posted to the club's service.
import type { Config } from '../config.ts'
import { JobFault } from '../jobs/jobHandler.ts'

/** A service that does not answer holds nobody up for longer. */
export const longestSendMs = 15_000

export interface TextMessage {
  /** Names this message among all; a repeat of it carries the same. */
  readonly uuid: string
  readonly to: string
  readonly text: string
}

/** Answers that do not change when the same is asked again; the others may be a matter of time. */
const refusedForNow: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 425, 429])

/** Fails with a `JobFault` that quotes nothing of the message and of the answer. */
export async function postText(
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
      signal: AbortSignal.timeout(longestSendMs),
    })
    status = response.status
    await response.body?.cancel()
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new JobFault(
      isSlow ? `no answer within ${longestSendMs / 1000} seconds` : 'the service cannot be reached',
    )
  }
  if (status >= 200 && status <= 299) return
  const isFinal = status >= 400 && status <= 499 && !refusedForNow.has(status)
  throw new JobFault(`the service answered ${status}`, { isFinal })
}

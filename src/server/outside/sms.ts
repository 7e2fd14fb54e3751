// Text messages: posted to the club's service, or kept in the sandbox outbox.
import { keepMessage } from '../db/sandboxMessage.ts'
import type { Services } from '../handler.ts'
import type { Log } from '../log.ts'

/** A service that does not answer holds nobody up for longer. */
export const longestSendMs = 15_000

/**
 * Returns at once, and never fails: whether a message leaves, and how fast, must not show in any answer.
 * To nobody (null) nothing is sent.
 */
export type SendText = (to: string | null, text: string) => void

export interface TextsParts {
  readonly services: Services
  readonly log: Log
  readonly fetch: typeof fetch
  /** Lets a stopping server wait for what is under way. */
  track<T>(work: Promise<T>): Promise<T>
}

export function createTexts({ services, log, fetch, track }: TextsParts): SendText {
  const { sms } = services.config
  const send = async (to: string | null, text: string): Promise<void> => {
    if (sms === null) {
      const at = new Date(services.now())
      await services.database.asOwner((tx) =>
        keepMessage(tx, to === null ? null : { kind: 'sms', to, text, at }),
      )
      if (to !== null) log.info('a text message waits in the sandbox outbox')
    } else if (to !== null) await post(fetch, sms, { to, text })
  }
  return (to, text) => {
    // nothing that is thrown here may quote the number or the text
    track(send(to, text)).catch((error: unknown) => {
      const reason = error instanceof SendFault ? error.message : 'the message could not be handed over'
      log.error({ reason }, 'a text message was not sent')
    })
  }
}

/** Why the service did not take a message, without anything of the message. */
class SendFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SendFault'
  }
}

async function post(
  fetch: TextsParts['fetch'],
  { url, token }: { url: string; token: string },
  message: { to: string; text: string },
): Promise<void> {
  let status: number
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestSendMs),
    })
    status = response.status
    await response.body?.cancel()
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new SendFault(
      isSlow ? `no answer within ${longestSendMs / 1000} seconds` : 'the service cannot be reached',
    )
  }
  if (status < 200 || status > 299) throw new SendFault(`the service answered ${status}`)
}

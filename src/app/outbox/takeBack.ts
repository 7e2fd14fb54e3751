// Takes back what waits on this phone, also when a person asks in the middle of an attempt to send it.
import type { Outbox } from '../../offline/outbox.ts'
import type { DraftId } from '../../offline/outboxRecords.ts'

const lookAgainMs = 200

/** False if it may have left: then it stays. An attempt ends by itself within half a minute. */
export async function takeBackWhenStill(
  outbox: Pick<Outbox, 'takeBack' | 'find'>,
  key: string,
  draft?: { id: DraftId; value: unknown },
): Promise<boolean> {
  for (;;) {
    if (await outbox.takeBack(key, draft)) return true
    if ((await outbox.find(key))?.state !== 'sending') return false
    await new Promise((resolve) => window.setTimeout(resolve, lookAgainMs))
  }
}

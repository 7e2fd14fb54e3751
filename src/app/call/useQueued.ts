// A write that may wait: it is saved on the device first and sent from there.
import { useCallback } from 'react'
import type { Input, QueuedActionName } from '../../contract/index.ts'
import { NotSaved } from '../../offline/notSaved.ts'
import {
  carriesSequence,
  type DraftId,
  type OutboxEntry,
  type OutboxEntryAbout,
  type OutboxPrincipal,
} from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openOutbox } from './outboxStore.ts'
import { useWrite } from './useWrite.ts'

export interface OutboxIntent<N extends QueuedActionName> {
  /** Made when the form was opened, so that pressing twice makes one entry (rules/offline 1.1). */
  key: string
  /** Without key, grant, `madeAt` and `sequence`, which are added here. */
  input: Input<N>
  eventId: number
  principal: OutboxPrincipal
  /** One more than the highest sequence that this device knows for the item. */
  sequence: number
  /** The draft to delete in the same transaction. */
  draft?: DraftId
  about?: OutboxEntryAbout
  /** The key of the refused entry that this one corrects. */
  replaces?: string
  /** If the newest entry for the same item says the same, nothing is stored. */
  onlyIfChanged?: boolean
  /** When entries of this kind end to be taken, for a clock that is unsure. */
  endsAt: number | undefined
  /** The club's uuid, if the screen knows it better than the session. */
  tenantId?: string
}

export interface Queueing<N extends QueuedActionName> {
  /** Resolves with the saved entry; with undefined if it was not saved (`error` says why). Never rejects. */
  queue(entry: OutboxIntent<N>): Promise<OutboxEntry<N> | undefined>
  busy: boolean
  /** A NotSaved; undefined after a success. */
  error: unknown
  forgetError(): void
}

export function useQueued<N extends QueuedActionName>(action: N): Queueing<N> {
  const session = useSession()

  const put = useCallback(
    async (entry: OutboxIntent<N>) => {
      const { draft, tenantId, about, replaces, endsAt, ...made } = entry
      const store = openOutbox(session)
      const madeAt = Date.now()
      const correctedAt = session.findMadeAt(endsAt)
      try {
        const saved = await store.outbox.put<N>(
          {
            ...made,
            action,
            club: session.slug ?? '',
            tenantId: tenantId ?? session.getState().club?.tenant.uuid ?? '',
            input: {
              ...made.input,
              madeAt: new Date(correctedAt).toISOString(),
              ...(carriesSequence[action] ? { sequence: made.sequence } : {}),
            },
            madeAt,
            clockOffset: correctedAt - madeAt,
            ...(about === undefined ? {} : { about }),
            ...(replaces === undefined ? {} : { replaces }),
          },
          draft,
        )
        store.noteOutboxEntry()
        return saved
      } catch (failure) {
        throw failure instanceof NotSaved ? failure : new NotSaved(failure)
      }
    },
    [action, session],
  )
  const { write: queue, ...rest } = useWrite(put)

  return { queue, ...rest }
}

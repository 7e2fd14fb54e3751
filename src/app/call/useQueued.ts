// A write that may wait: saved on the device first, sent from there.
import { useCallback, useRef, useState } from 'react'
import type { Input, QueuedActionName } from '../../contract/index.ts'
import { NotSaved } from '../../offline/notSaved.ts'
import type { DraftId, OutboxEntry, OutboxPrincipal } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openOutbox } from './outboxStore.ts'

export interface QueuedEntry<N extends QueuedActionName> {
  /** Made when the form was opened for this item: pressing twice is one entry (rules/offline 1.1). */
  key: string
  /** Without key, grant, `madeAt` and `sequence`, which are joined here. */
  input: Input<N>
  eventId: number
  principal: OutboxPrincipal
  /** One more than the highest that this device knows of for the item. */
  sequence: number
  /** Cleared in the same transaction. */
  draft?: DraftId
  about?: { title: string; number?: string }
  /** The key of the refused entry that this one corrects. */
  replaces?: string
  /** The club's uuid, where the screen knows it better than the session. */
  tenantId?: string
}

export interface Queueing<N extends QueuedActionName> {
  /** The entry, once it is saved on this device; undefined when it is not, and `error` says why. Never rejects. */
  queue(entry: QueuedEntry<N>): Promise<OutboxEntry<N> | undefined>
  busy: boolean
  /** A NotSaved; undefined after a success. */
  error: unknown
  forgetError(): void
}

/** `sendsSequence`: the server too has to know which entry for an item is the newest. */
export function useQueued<N extends QueuedActionName>(
  action: N,
  { sendsSequence = false }: { sendsSequence?: boolean } = {},
): Queueing<N> {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const isBusy = useRef(false)

  const queue = useCallback(
    async (entry: QueuedEntry<N>) => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setBusy(true)
      const { draft, tenantId, about, replaces, ...made } = entry
      const store = openOutbox(session)
      const madeAt = Date.now()
      const correctedAt = session.now()
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
              ...(sendsSequence ? { sequence: made.sequence } : {}),
            },
            madeAt,
            clockOffset: correctedAt - madeAt,
            ...(about === undefined ? {} : { about }),
            ...(replaces === undefined ? {} : { replaces }),
          },
          draft,
        )
        setError(undefined)
        store.noteEntry()
        return saved
      } catch (failure) {
        setError(failure instanceof NotSaved ? failure : new NotSaved(failure))
        return undefined
      } finally {
        isBusy.current = false
        setBusy(false)
      }
    },
    [action, sendsSequence, session],
  )

  return { queue, busy, error, forgetError: useCallback(() => setError(undefined), []) }
}

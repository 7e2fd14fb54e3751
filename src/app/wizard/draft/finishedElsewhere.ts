// What another tab has finished with the same draft: told from tab to tab, and never stored.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DoneOrder } from '../wizardContext.ts'

const channelName = 'showfield-purchases'

interface Finished {
  draftId: string
  key: string
  receiptId: number | undefined
}

/** Tells the other tabs of this page's order, once it is done, and keeps what they have told. */
export function useFinishedElsewhere(
  draftId: string,
  done: DoneOrder | undefined,
): RefObject<DoneOrder | undefined> {
  const heard = useRef<DoneOrder>(undefined)
  // an order that was done before this page was opened is no news
  const [first] = useState(done)
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const opened = new BroadcastChannel(channelName)
    channel.current = opened
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isFinished(data) && data.draftId === draftId) {
        heard.current = { key: data.key, receiptId: data.receiptId }
      }
    })
    return () => {
      channel.current = undefined
      opened.close()
    }
  }, [draftId])
  useEffect(() => {
    if (done === undefined || done === first) return
    const { key, receiptId } = done
    channel.current?.postMessage({ draftId, key, receiptId } satisfies Finished)
  }, [draftId, done, first])
  return heard
}

function isFinished(data: unknown): data is Finished {
  if (typeof data !== 'object' || data === null) return false
  const { draftId, key } = data as Partial<Finished>
  return typeof draftId === 'string' && typeof key === 'string'
}

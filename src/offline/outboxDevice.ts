// The real database, network, locks and channel for the outbox. Page and worker use the same.
import type { Clock } from './clock.ts'
import { giveUpPictures } from './device.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createFlush, type Sender } from './flush.ts'
import { createGrants, type Grants } from './grants.ts'
import { type Announcement, channelName, findPart, isAnnouncement } from './messages.ts'
import { newKey } from './newKey.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createOutboxDatabase, type OutboxSpan } from './outboxDatabase.ts'

export interface OutboxDevice {
  outbox: Outbox
  drafts: Drafts
  grants: Grants
  sender: Sender
  close(): Promise<void>
}

export interface OutboxDeviceParts {
  clock: Pick<Clock, 'learnTime'>
  /** Delays a new version of the app while something is sent. */
  holdBusy(): () => void
  /** The outbox changed: here, in another tab or in the worker. `part` is where, if nothing else changed. */
  onChange(part: OutboxSpan | undefined, isOwn: boolean): void
}

export function openOutboxDevice({ clock, holdBusy, onChange }: OutboxDeviceParts): OutboxDevice {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isAnnouncement(data) && data.type === 'outbox-changed') onChange(findPart(data), false)
  })
  const announce = (part?: OutboxSpan) => {
    const told: Announcement = { type: 'outbox-changed', ...(part === undefined ? {} : { part }) }
    channel?.postMessage(told)
    // without a channel nobody tells this page what other tabs do
    onChange(channel === undefined ? undefined : part, true)
  }
  const database = createOutboxDatabase({ makeRoom: giveUpPictures })
  const deviceNow = () => Date.now()
  const outbox = createOutbox(database, { newKey, deviceNow, hash, announce })
  const grants = createGrants(database, announce)
  const { locks } = navigator
  const sender = createFlush({
    outbox,
    grants,
    fetch: (url, init) => fetch(url, init),
    origin: '',
    clock,
    deviceNow,
    random: Math.random,
    timeLimit: (ms) => AbortSignal.timeout(ms),
    // Some browsers have no locks, which the declared type does not say.
    locks: (locks as LockManager | undefined) && {
      request: (name, options, body) => locks.request(name, options, body),
    },
    hasNoNetwork: () => !navigator.onLine,
    holdBusy,
  })
  return {
    outbox,
    drafts: createDrafts(database, deviceNow),
    grants,
    sender,
    async close() {
      channel?.close()
      await database.close()
    },
  }
}

/** Empty where the browser has no cryptography, as on plain http: the server makes its own hash. */
async function hash(text: string): Promise<string> {
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

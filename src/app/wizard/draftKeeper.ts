// A half-filled flow on this device: kept with every change, found again after a reload, a kill or in another tab.
import { type Drafts, purchaseLifeMs } from '../../offline/drafts.ts'

/** An order that the server has been asked to take money for. */
export interface StartedOrder {
  /** The order's own UUID, by which its state is asked for. */
  key: string
  /** What was ordered, so that a change of it is noticed. */
  text: string
  receiptId: number | undefined
  /** An earlier order of this draft that this one takes the place of. */
  replaces: { receiptId: number | undefined; key: string } | undefined
}

export interface KeptDraft {
  values: unknown
  order: StartedOrder | undefined
}

/** A draft as it was found; `isInherited` when it was begun before signing in. */
export interface OpenedDraft extends KeptDraft {
  isInherited: boolean
}

interface StoredDraft extends KeptDraft {
  /** Differs with every writing, so that a tab sees whether another one wrote. */
  revision: string
  /** Epoch milliseconds by the device's clock. */
  at: number
}

/** What another tab has done to the draft since this one looked. */
export type OtherTab = 'nothing' | 'gone' | KeptDraft

export interface DraftKeeper {
  /** Undefined when there is none. Rejects where the browser keeps nothing. */
  open(): Promise<OpenedDraft | undefined>
  keep(draft: KeptDraft): Promise<void>
  forget(): Promise<void>
  /** Only what belongs to this order: meanwhile another tab may have begun the next one. */
  forgetOrder(key: string): Promise<void>
  /** Nothing where the device took no draft: then only the open page has what was typed. */
  look(): Promise<OtherTab>
}

export interface DraftKeeperOptions {
  drafts: Drafts
  id: string
  /** Taken over when there is none under `id`: a visitor has signed in on the way. */
  inherits: string | undefined
  /** Epoch milliseconds by the device's clock. */
  deviceNow(): number
  newRevision(): string
  /** False once the sign-in has ended: its drafts have left the device, and none comes back by the open form. */
  mayKeep(): boolean
}

export function createDraftKeeper(options: DraftKeeperOptions): DraftKeeper {
  const { drafts, id, inherits, deviceNow, newRevision, mayKeep } = options
  let known: string | undefined
  let writing = 0
  /** What the form holds is newer than what the device could take. */
  let isAhead = false

  async function find(at: string): Promise<StoredDraft | undefined> {
    const value = await drafts.find(at)
    if (!isStored(value)) return undefined
    if (deviceNow() - value.at <= purchaseLifeMs) return value
    await drafts.forget(at)
    return undefined
  }

  function forget(): Promise<void> {
    known = undefined
    return drafts.forget(id)
  }

  return {
    async open() {
      const own = await find(id)
      known = own?.revision
      if (own !== undefined) return { ...own, isInherited: false }
      const inherited = inherits === undefined ? undefined : await find(inherits)
      if (inherits === undefined || inherited === undefined) return undefined
      known = newRevision()
      await drafts.change([
        { id, value: { ...inherited, revision: known } satisfies StoredDraft },
        { id: inherits, value: undefined },
      ])
      return { ...inherited, isInherited: true }
    },
    async keep({ values, order }) {
      if (!mayKeep()) return
      const revision = newRevision()
      known = revision
      const stored: StoredDraft = { values, order, revision, at: deviceNow() }
      writing += 1
      let isKept = false
      try {
        await drafts.keep(id, stored)
        isKept = true
      } finally {
        writing -= 1
        if (known === revision) isAhead = !isKept
      }
    },
    forget,
    async forgetOrder(key) {
      const order = (await find(id))?.order
      if (order?.key === key || order?.replaces?.key === key) await forget()
    },
    async look() {
      if (writing > 0 || isAhead) return 'nothing'
      const found = await find(id)
      if (writing > 0 || found?.revision === known) return 'nothing'
      known = found?.revision
      return found ?? 'gone'
    },
  }
}

function isStored(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { revision, at, values } = value as Partial<StoredDraft>
  return (
    typeof revision === 'string' && typeof at === 'number' && typeof values === 'object' && values !== null
  )
}

/** What was kept over what a form begins with, part by part, so that a draft of an older build fits. */
export function mergeValues<V>(defaults: V, kept: unknown): V {
  if (defaults === null || defaults === undefined) return (kept ?? defaults) as V
  if (Array.isArray(defaults)) return (Array.isArray(kept) ? kept : defaults) as V
  if (typeof defaults !== 'object') return (typeof kept === typeof defaults ? kept : defaults) as V
  if (typeof kept !== 'object' || kept === null) return defaults
  const parts = Object.entries(defaults).map(([name, value]) => [
    name,
    mergeValues<unknown>(value, (kept as Record<string, unknown>)[name]),
  ])
  return Object.fromEntries(parts) as V
}

// The draft of a flow on this device: saved with every change, found again after a reload or in another tab.
import type { Clock } from '../../../offline/clock.ts'
import { type Drafts, purchaseLifeMs } from '../../../offline/drafts.ts'

/** An order for which the server has been asked to take money, or what it has been sent. */
export interface StartedOrder {
  /** The order's own UUID, by which its state is requested. */
  key: string
  /** The content of the order, to notice when it changes. */
  text: string
  receiptId: number | undefined
  /** An earlier order of this draft that this one replaces. */
  replaces: { receiptId: number | undefined; key: string } | undefined
  /** Until when it can be paid, whatever ends meanwhile; epoch milliseconds by the server's clock. */
  payUntil?: number | undefined
  /** Only of a flow that sends: what the server answered. Nothing is left to send. */
  answer?: unknown
}

export interface DraftContent {
  values: unknown
  order: StartedOrder | undefined
}

/** A draft as it was found. `isInherited` if it was begun before signing in. */
export interface OpenedDraft extends DraftContent {
  isInherited: boolean
}

interface SavedDraft extends DraftContent {
  /** Differs with every save, so that a tab sees whether another tab saved. */
  revision: string
  /** When it was last written; epoch milliseconds by the server's clock, as far as it was known. */
  at: number
}

/**
 * What another tab has done to the draft since this tab last read it. `aged`: nothing, but the draft is so old
 * that it goes, or has gone, from the device. The open form is written again.
 */
export type OtherTab = 'nothing' | 'aged' | 'gone' | DraftContent

/** What the device has not kept: anything at all, or only what changed last. */
export type Unsaved = 'all' | 'changes'

export interface DraftStore {
  readonly id: string
  /** Undefined if there is none. Rejects if the browser saves nothing. */
  open(): Promise<OpenedDraft | undefined>
  /** The order of the draft that would be opened. Takes over none. */
  peekOrder(): Promise<StartedOrder | undefined>
  save(draft: DraftContent): Promise<void>
  forget(): Promise<void>
  /** Deletes only what belongs to this order: another tab may have begun the next one. */
  forgetOrder(key: string): Promise<void>
  /** `nothing` if the device saved no draft: then only the open page has the typed values. */
  readOtherTab(): Promise<OtherTab>
}

export interface DraftStoreOptions {
  drafts: Drafts
  id: string
  /** The draft to take over if there is none under `id`: a visitor has signed in meanwhile. */
  inherits: string | undefined
  clock: Pick<Clock, 'now' | 'findEarliestNow' | 'findServerNow' | 'untilHeard'>
  newRevision(): string
  /** How long an old draft waits for the server's time. */
  hearLimitMs?: number
  /** False after the sign-in has ended: its drafts are deleted, and the open form must not save again. */
  maySave(): boolean
}

export function createDraftStore(options: DraftStoreOptions): DraftStore {
  const { drafts, id, inherits, clock, newRevision, hearLimitMs = 3_000, maySave } = options
  let known: string | undefined
  /** When the known draft was written. */
  let knownAt: number | undefined
  let writing = 0
  /** The form holds newer values than the device could save. */
  let isAhead = false

  async function read(from: string): Promise<SavedDraft | undefined> {
    const value = await drafts.find(from)
    return isSavedDraft(value) ? value : undefined
  }

  /** Only for a form that is about to open: one that is open keeps its draft, whatever the clock says. */
  async function findYoung(from: string): Promise<SavedDraft | undefined> {
    const draft = await read(from)
    if (draft === undefined) return undefined
    const isYoung = () => clock.findEarliestNow() - draft.at <= purchaseLifeMs
    if (isYoung()) return draft
    // the device's clock alone may be wrong
    if (clock.findServerNow() === undefined) await Promise.race([clock.untilHeard(), waitFor(hearLimitMs)])
    if (isYoung()) return draft
    if (clock.findServerNow() !== undefined) await drafts.forget(from)
    return undefined
  }

  function note(draft: Pick<SavedDraft, 'revision' | 'at'> | undefined): void {
    known = draft?.revision
    knownAt = draft?.at
  }

  function forget(): Promise<void> {
    note(undefined)
    return drafts.forget(id)
  }

  return {
    id,
    async open() {
      const own = await findYoung(id)
      note(own)
      if (own !== undefined) return { ...own, isInherited: false }
      const inherited = inherits === undefined ? undefined : await findYoung(inherits)
      if (inherits === undefined || inherited === undefined) return undefined
      const taken: SavedDraft = { ...inherited, revision: newRevision() }
      note(taken)
      await drafts.change([
        { id, value: taken },
        { id: inherits, value: undefined },
      ])
      return { ...inherited, isInherited: true }
    },
    async peekOrder() {
      const draft = (await findYoung(id)) ?? (inherits === undefined ? undefined : await findYoung(inherits))
      return draft?.order
    },
    async save({ values, order }) {
      if (!maySave()) return
      const revision = newRevision()
      const draft: SavedDraft = { values, order, revision, at: clock.now() }
      note(draft)
      writing += 1
      let isSaved = false
      try {
        await drafts.save(id, draft)
        isSaved = true
      } finally {
        writing -= 1
        if (known === revision) isAhead = !isSaved
      }
    },
    forget,
    async forgetOrder(key) {
      const order = (await read(id))?.order
      if (order?.key === key || order?.replaces?.key === key) await forget()
    },
    async readOtherTab() {
      if (writing > 0 || isAhead) return 'nothing'
      const found = await read(id)
      if (writing > 0) return 'nothing'
      const isOld = knownAt !== undefined && clock.now() - knownAt > purchaseLifeMs
      if (found?.revision === known) return isOld ? 'aged' : 'nothing'
      if (found === undefined && isOld) return 'aged'
      note(found)
      return found ?? 'gone'
    },
  }
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

function isSavedDraft(value: unknown): value is SavedDraft {
  if (typeof value !== 'object' || value === null) return false
  const { revision, at, values } = value as Partial<SavedDraft>
  return (
    typeof revision === 'string' && typeof at === 'number' && typeof values === 'object' && values !== null
  )
}

/** The saved values over the form's defaults, part by part, so that a draft of an older build fits. */
export function mergeValues<V>(defaults: V, saved: unknown): V {
  if (defaults === null || defaults === undefined) return (saved ?? defaults) as V
  if (Array.isArray(defaults)) return (Array.isArray(saved) ? saved : defaults) as V
  if (typeof defaults !== 'object') return (typeof saved === typeof defaults ? saved : defaults) as V
  if (typeof saved !== 'object' || saved === null) return defaults
  // without names of its own it is open: the answers to questions that each event has
  if (Object.keys(defaults).length === 0) return saved as V
  const parts = Object.entries(defaults).map(([name, value]) => [
    name,
    mergeValues<unknown>(value, (saved as Record<string, unknown>)[name]),
  ])
  return Object.fromEntries(parts) as V
}

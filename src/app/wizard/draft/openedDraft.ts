// Opens the draft of a flow. On the first visit the draft is read before the first screen is drawn, so that
// the form stands where the document has shown it.
import { useEffect, useMemo, useState } from 'react'
import { toPurchasePrefix } from '../../../offline/drafts.ts'
import { newKey } from '../../../offline/newKey.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { Session } from '../../session/session.ts'
import { createDraftStore, type DraftStore, type StartedOrder } from './draftStore.ts'
import type { OpenedWizardDraft } from './useWizardDraft.ts'

/** A device that answers later shows the form as loading. */
const aheadLimitMs = 1_000

const openedAhead = new WeakMap<Session, Map<string, OpenedWizardDraft>>()

/** Never rejects. */
export async function openDraftAhead(session: Session, flowId: string): Promise<void> {
  const memberId = findMemberId(session)
  const store = createFlowStore(session, memberId, flowId)
  const opened = await Promise.race([open(store), new Promise<undefined>(endLate)])
  if (opened !== undefined) openedAhead.set(session, new Map([[toName(memberId, flowId), opened]]))
}

function endLate(resolve: (late: undefined) => void): void {
  setTimeout(() => resolve(undefined), aheadLimitMs)
}

/** The order that was begun in this flow's draft, where its form is not open. */
export function peekStarted(session: Session, flowId: string): Promise<StartedOrder | undefined> {
  return createFlowStore(session, findMemberId(session), flowId).peekOrder()
}

export interface FlowDraft {
  memberId: number
  /** Undefined while the device reads it. */
  opened: OpenedWizardDraft | undefined
  /** The flow begins again, without a draft. */
  restart(): void
}

export function useOpenedDraft(flowId: string): FlowDraft {
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  const memberId = (member ?? lapsedMember)?.id ?? 0
  const first = useMemo(() => findAhead(session, memberId, flowId), [session, memberId, flowId])
  const [opened, setOpened] = useState(first)
  const draftStore = useMemo(
    () => first?.draftStore ?? createFlowStore(session, memberId, flowId),
    [first, session, memberId, flowId],
  )

  useEffect(() => {
    openedAhead.delete(session)
    let isWanted = true
    const opening = first === undefined ? open(draftStore) : Promise.resolve(first)
    void opening.then((draft) => {
      if (isWanted) setOpened(draft)
    })
    return () => {
      isWanted = false
    }
  }, [session, first, draftStore])

  return {
    memberId,
    opened: opened?.draftStore === draftStore ? opened : undefined,
    restart: () => setOpened((shown) => shown && { ...shown, draft: undefined }),
  }
}

function findMemberId(session: Session): number {
  const { member, lapsedMember } = session.getState()
  return (member ?? lapsedMember)?.id ?? 0
}

function toName(memberId: number, flowId: string): string {
  return `${memberId}/${flowId}`
}

function findAhead(session: Session, memberId: number, flowId: string): OpenedWizardDraft | undefined {
  if (import.meta.env.SSR) return { draftStore: noStore, draft: undefined, isUnsaved: false }
  return openedAhead.get(session)?.get(toName(memberId, flowId))
}

function createFlowStore(session: Session, memberId: number, flowId: string): DraftStore {
  const toId = (owner: number) => `${toPurchasePrefix(session.slug, owner)}${flowId}`
  return createDraftStore({
    drafts: openOutbox(session).drafts,
    id: toId(memberId),
    inherits: memberId === 0 ? undefined : toId(0),
    clock: session,
    newRevision: newKey,
    maySave: () => !session.getState().isLapsed,
  })
}

async function open(draftStore: DraftStore): Promise<OpenedWizardDraft> {
  try {
    return { draftStore, draft: await draftStore.open(), isUnsaved: false }
  } catch {
    return { draftStore, draft: undefined, isUnsaved: true }
  }
}

/** On the server there is no device. */
const noStore: DraftStore = {
  id: '',
  open: async () => undefined,
  peekOrder: async () => undefined,
  save: async () => {},
  forget: async () => {},
  forgetOrder: async () => {},
  readOtherTab: async () => 'nothing',
}

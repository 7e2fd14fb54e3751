// The ways out of a flow: Cancel, which asks first if something would be lost, and Finished.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { findRedirect } from '../../domain/redirect.ts'
import { useClub, useSession } from '../session/SessionContext.tsx'
import type { Session } from '../session/session.ts'
import type { StartedOrder } from './draft/draftStore.ts'
import type { WizardDraft } from './draft/useWizardDraft.ts'
import type { Flow, WizardValues } from './flow.ts'
import { giveUpOrder } from './order/orderState.ts'
import type { DoneOrder } from './wizardContext.ts'

/** A device may never answer. */
const forgetLimitMs = 1_000

function waitAtMost(): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, forgetLimitMs)
  })
}

/** What it holds is free for others at once. Without an answer, that happens when the hold runs out. */
async function giveUpAll(session: Session, { key, receiptId, replaces }: StartedOrder): Promise<void> {
  for (const order of [{ key, receiptId }, ...(replaces === undefined ? [] : [replaces])]) {
    await giveUpOrder(session, order).catch(() => undefined)
  }
}

export interface WizardLeaving {
  cancel(): void
  leave(): void
  finish(): void
  /** The person pressed Cancel and has not answered yet. */
  isCancelling: boolean
  stay(): void
  clearAndLeave(): void
}

export interface WizardLeavingOptions<V extends WizardValues> {
  flow: Flow<V>
  draft: WizardDraft
  started: StartedOrder | undefined
  done: DoneOrder | undefined
  /** The address's own target for Finished, if any. */
  redirect: string | undefined
}

export function useWizardLeaving<V extends WizardValues>(options: WizardLeavingOptions<V>): WizardLeaving {
  const { flow, draft, started, done, redirect } = options
  const session = useSession()
  const club = useClub()
  const navigate = useNavigate()
  const [isCancelling, setIsCancelling] = useState(false)
  const leaveTo = (path: string) => void navigate({ href: session.toAddress(path) })

  return {
    leave: () => leaveTo(flow.cancelTo),
    cancel: () => (draft.isTouched ? setIsCancelling(true) : leaveTo(flow.cancelTo)),
    finish() {
      const forgotten = done === undefined ? Promise.resolve() : draft.forgetOrder(done.key)
      const target = findRedirect(
        redirect,
        window.location.origin,
        club?.tenant.settings.redirectHosts ?? [],
        (text, base) => new URL(text, base),
      )
      if (target === undefined) leaveTo(flow.finishTo)
      // another page would cut the deletion off
      else void Promise.race([forgotten, waitAtMost()]).then(() => window.location.assign(target))
    },
    isCancelling,
    stay: () => setIsCancelling(false),
    clearAndLeave() {
      setIsCancelling(false)
      draft.forget()
      if (flow.ending.is === 'order' && started !== undefined && done === undefined) {
        void giveUpAll(session, started)
      }
      leaveTo(flow.cancelTo)
    },
  }
}

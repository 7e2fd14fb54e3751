// Who has begun to pay keeps their form, whatever ends meanwhile, until the time of their order is over.
import { createContext, useContext, useEffect, useState } from 'react'
import { useSession } from '../../session/SessionContext.tsx'
import type { Session } from '../../session/session.ts'
import type { StartedOrder } from '../draft/draftStore.ts'
import { findOrder, isUnpaid } from '../order/orderState.ts'
import { useWizardAddress } from '../useWizardAddress.ts'
import type { WizardOrder } from '../useWizardOrder.ts'

/** What an open form tells the screen around it. */
export type ToldOrder = Pick<WizardOrder, 'started' | 'isEnding' | 'done' | 'finishWith'>

export const PayTimeContext = createContext<(order: ToldOrder) => void>(() => {})

/** For the form: the screen around it may have to close it. */
export function useToldOrder({ started, isEnding, done, finishWith }: WizardOrder): void {
  const tell = useContext(PayTimeContext)
  useEffect(() => tell({ started, isEnding, done, finishWith }), [tell, started, isEnding, done, finishWith])
}

/** What the server has said of an order whose time is over. */
interface Verdict {
  key: string
  /** `unknown`: it did not answer, or the provider has not told it whether the card was charged. */
  is: 'kept' | 'over' | 'unknown'
  /** When it is asked again; epoch milliseconds by the server's clock. */
  until: number
}

const retryMs = 15_000

export interface PayTime {
  /** Undefined while nobody knows. */
  isPaying: boolean | undefined
  /** For `PayTimeContext`. */
  tell(order: ToldOrder): void
}

/** For the screen around a flow's form. `isOver`: nobody can begin an order any more. */
export function usePayTime(flowId: string, isOver: boolean): PayTime {
  const session = useSession()
  const { goTo } = useWizardAddress()
  const [told, setTold] = useState<ToldOrder>()
  const [found, setFound] = useState<{ started: StartedOrder | undefined }>()
  const [verdict, setVerdict] = useState<Verdict>()

  const mustFind = isOver && told === undefined && found === undefined
  useEffect(() => {
    if (!mustFind) return
    let isWanted = true
    void findStarted(session, flowId).then((started) => isWanted && setFound({ started }))
    return () => {
      isWanted = false
    }
  }, [mustFind, session, flowId])

  const { started } = told ?? found ?? {}
  const { key, receiptId, payUntil } = started ?? {}
  const known = verdict?.key === key ? verdict : undefined
  const until = known?.until ?? payUntil
  const isEnding = told?.isEnding === true
  const isDone = told?.done !== undefined
  const finishWith = told?.finishWith
  const isJudged = known?.is === 'over'
  useEffect(() => {
    if (!isOver || isEnding || isDone || isJudged || key === undefined || until === undefined) return
    let isWanted = true
    const check = async () => {
      const answer = await findOrder(session, key, receiptId)
      if (!isWanted) return
      if (typeof answer === 'object' && !isUnpaid(answer)) {
        if (finishWith === undefined) goTo('complete', { replace: true, key })
        else finishWith({ key, receiptId: answer.receiptId })
      } else setVerdict({ key, ...judge(answer, session.now()) })
    }
    const timer = window.setTimeout(() => void check(), Math.max(0, until - session.now()))
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [session, isOver, isEnding, isDone, isJudged, key, receiptId, until, finishWith, goTo])

  return { isPaying: isStillPaying(), tell: setTold }

  function isStillPaying(): boolean | undefined {
    if (told === undefined && found === undefined) return undefined
    if (isEnding || isDone) return true
    if (payUntil === undefined || isJudged) return false
    // an open form stays until the server has answered
    if (told !== undefined || known?.is === 'kept') return true
    if (known?.is === 'unknown') return false
    return payUntil > session.now() ? true : undefined
  }
}

/** The forms' own code is loaded only where a form may be open. */
async function findStarted(session: Session, flowId: string): Promise<StartedOrder | undefined> {
  try {
    const { peekStarted } = await import('../draft/openedDraft.ts')
    return await peekStarted(session, flowId)
  } catch {
    return undefined // no code or no storage: then no form can be shown either
  }
}

/** Of an order that is not paid. */
function judge(answer: Awaited<ReturnType<typeof findOrder>>, now: number): Pick<Verdict, 'is' | 'until'> {
  const order = typeof answer === 'object' ? answer : undefined
  const held = order?.state === 'pending' ? Date.parse(order.holdUntil ?? '') : 0
  if (held > now) return { is: 'kept', until: held }
  const isUnsure = answer === 'unknown' || (order?.state === 'pending' && !order.uncharged)
  return { is: isUnsure ? 'unknown' : 'over', until: now + retryMs }
}

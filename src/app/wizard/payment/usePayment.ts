// Makes the order at the server when Pay is opened, or takes up the one that was begun, and asks what became of it once the card was charged.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import type { Quote } from '../../../domain/order.ts'
import { newKey } from '../../../offline/newKey.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { StartedOrder } from '../draftKeeper.ts'
import { isUnpaid, type OrderView, readOrder } from '../order/orderState.ts'
import { useWizard } from '../wizardContext.ts'

export type PaymentState =
  | { is: 'preparing' }
  | {
      is: 'ready'
      /** The order's own, to which the card form belongs. */
      key: string
      clientSecret: string
      receiptId: number
      quote: Quote
      holdUntil: string | null
      keepsCard: string | null
    }
  /** Nothing was charged; somebody has to agree to the new total first. */
  | { is: 'price-changed'; quote: Quote; before: number }
  | { is: 'fault'; error: unknown }

export type ReadyState = Extract<PaymentState, { is: 'ready' }>

/** A key that turned out to be spent gives way to a fresh one; more than this is a fault. */
const mostKeys = 3

/** What the last try came to; only the server can say that nothing was charged. */
export interface Refused {
  message: string
  isUncharged: boolean
  /** Its order takes no card any more. */
  hasEnded: boolean
}

export interface Payment {
  state: PaymentState
  refused: Refused | undefined
  /** Asks again; with a total, agrees to that one. */
  prepare(agreedCents?: number): void
  /** The same without a press: what is on the screen stays until there is an answer. */
  askAgain(): void
  /** The card is asked now: what came of it before is over. */
  begin(): void
  /** The card brought no money, as far as is known; where the order has ended with it, a fresh one is asked for. */
  refuse(message: string, order: OrderView | undefined): void
  /** How the order stands after the card was asked, settled by the server for this; undefined when it is not known. */
  readOutcome(): Promise<OrderView | undefined>
}

export function usePayment(): Payment {
  const session = useSession()
  const wizard = useWizard()
  const [state, setState] = useState<PaymentState>({ is: 'preparing' })
  const [refused, setRefused] = useState<Refused>()
  const latest = useRef(wizard)
  latest.current = wizard
  const turn = useRef(0)
  const receipt = useRef<{ key: string; receiptId: number }>(undefined)

  const makeOrder = useCallback(
    async (agreedCents: number | undefined, isMine: () => boolean) => {
      const { flow, values, started, price, keepStarted, finishWith, mend } = latest.current
      const amount = agreedCents ?? price.quote?.grandTotalCents ?? 0
      const order = flow.toOrder(values)
      const text = JSON.stringify(order)

      let before = started
      if (before?.receiptId !== undefined) {
        const known = await readOrder(session, before.key, before.receiptId)
        if (!isMine()) return
        if (known !== undefined && !isUnpaid(known)) {
          finishWith({ key: before.key, receiptId: known.receiptId })
          return
        }
        // an order that has ended takes nothing along
        if (known !== undefined && known.state !== 'pending') before = undefined
      }

      let current = takeUp(text, before)
      for (let count = 0; count < mostKeys; count++) {
        if (current !== before) await keepStarted(current)
        if (!isMine()) return
        try {
          const answer = await session.caller.call('create_payment_intent', {
            description: flow.description,
            amount,
            category: flow.category,
            ...flow.toPayer(values),
            order,
            key: current.key,
            ...(current.replaces === undefined ? {} : { replaces: current.replaces }),
          })
          const { clientSecret, receiptId, quote, holdUntil, keepsCard } = answer
          if (!isMine()) return
          await keepStarted({ ...current, receiptId })
          receipt.current = { key: current.key, receiptId }
          if (!isMine()) return
          const { key } = current
          setState({ is: 'ready', key, clientSecret, receiptId, quote, holdUntil, keepsCard })
          return
        } catch (error) {
          if (!isMine()) return
          session.noteFailure(error)
          const code = error instanceof Failure ? error.code : undefined
          if (code === 'already-paid') {
            // it was this one, or the one that it would have taken the place of
            const own = await readOrder(session, current.key, current.receiptId)
            if (!isMine()) return
            const isOwn = own !== undefined && !isUnpaid(own)
            const { key, receiptId } = isOwn ? current : (current.replaces ?? current)
            finishWith({ key, receiptId })
            return
          }
          if (code === 'order-expired' || code === 'key-reused') {
            // given up for good, with what it holds
            current = toFreshOrder(text, current)
            continue
          }
          const { quote: changed, wasCents = amount } = error instanceof Failure ? error.details : {}
          if (code === 'price-changed' && changed !== undefined) {
            setState({ is: 'price-changed', quote: changed, before: wasCents })
            price.refetch()
            return
          }
          // what was lost is said before anything is taken out of the order
          if (code === 'sold-out' || !mend(error)) setState({ is: 'fault', error })
          return
        }
      }
      setState({ is: 'fault', error: new Failure('internal', 'No key was taken for this order.') })
    },
    [session],
  )
  /** Quietly, what is on the screen stays until there is an answer. */
  const prepare = useCallback(
    async (agreedCents?: number, isQuiet = false) => {
      turn.current += 1
      const mine = turn.current
      const isMine = () => turn.current === mine
      if (!isQuiet) setState({ is: 'preparing' })
      try {
        await makeOrder(agreedCents, isMine)
      } catch (error) {
        if (isMine()) setState({ is: 'fault', error })
      }
    },
    [makeOrder],
  )

  useEffect(() => {
    void prepare()
    return () => {
      turn.current += 1
    }
  }, [prepare])

  const readOutcome = useCallback(async () => {
    const order = receipt.current
    return order && readOrder(session, order.key, order.receiptId)
  }, [session])

  const begin = useCallback(() => setRefused(undefined), [])
  const refuse = useCallback(
    (message: string, order: OrderView | undefined) => {
      const hasEnded = order !== undefined && order.state !== 'pending'
      setRefused({ message, isUncharged: order?.uncharged === true, hasEnded })
      if (hasEnded) void prepare()
    },
    [prepare],
  )
  const prepareAnew = useCallback(
    (cents?: number) => {
      begin()
      void prepare(cents)
    },
    [begin, prepare],
  )
  const askAgain = useCallback(() => void prepare(undefined, true), [prepare])
  return { state, refused, prepare: prepareAnew, askAgain, begin, refuse, readOutcome }
}

/** An order that got no answer goes on under its key: only the server knows whether it was placed, and as what. */
function takeUp(text: string, before: StartedOrder | undefined): StartedOrder {
  if (before?.text === text) return before
  return before !== undefined && before.receiptId === undefined
    ? { ...before, text }
    : toFreshOrder(text, before)
}

function toFreshOrder(text: string, before: StartedOrder | undefined): StartedOrder {
  const replaces = before && { receiptId: before.receiptId, key: before.key }
  return { key: newKey(), text, receiptId: undefined, replaces }
}

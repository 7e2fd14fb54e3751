// Makes the order at the server when Pay opens, or continues the one that was begun, and gets its state after
// the card was charged.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { holdMs, type Quote } from '../../../domain/order.ts'
import { newKey } from '../../../offline/newKey.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { StartedOrder } from '../draft/draftStore.ts'
import { isUnpaid, type OrderView, readOrder } from '../order/orderState.ts'
import { useOrderWizard } from '../wizardContext.ts'

export type PaymentState =
  | { is: 'preparing' }
  | {
      is: 'ready'
      /** The key of the order that the card form belongs to. */
      key: string
      clientSecret: string
      receiptId: number
      quote: Quote
      holdUntil: string | null
      /** ISO instant: from then on somebody else can get the last of it. */
      sureUntil: string | undefined
      cardConsent: string | null
    }
  /** Nothing was charged. The person must first agree to the new total. */
  | { is: 'price-changed'; quote: Quote; before: number }
  | { is: 'fault'; error: unknown }

export type ReadyState = Extract<PaymentState, { is: 'ready' }>

/** A used-up key is replaced by a new one. More keys than this are a fault. */
const mostKeys = 3

/** The result of the last try. Only the server can say that nothing was charged. */
export interface RefusedPayment {
  message: string
  isUncharged: boolean
  /** Its order takes no card any more. */
  hasEnded: boolean
  /** Because it had the last of something, and somebody else wanted it. */
  gaveWay: boolean
}

export interface Payment {
  state: PaymentState
  refused: RefusedPayment | undefined
  /** Tries again; with a total, the person agrees to it. */
  prepare(agreedCents?: number): void
  /** The same without a press: the screen does not change until there is an answer. */
  autoRetry(): void
  /** The card is charged now: the result of an earlier try is removed. */
  begin(): void
  /** As far as known, the card brought no money. If the order has ended too, a new one is made. */
  refuse(message: string, order: OrderView | undefined): void
  /** The order's state after the card was charged, settled by the server just now; undefined if unknown. */
  readOutcome(): Promise<OrderView | undefined>
}

export function usePayment(): Payment {
  const session = useSession()
  const wizard = useOrderWizard()
  const [state, setState] = useState<PaymentState>({ is: 'preparing' })
  const [refused, setRefused] = useState<RefusedPayment>()
  const latest = useRef(wizard)
  latest.current = wizard
  const turn = useRef(0)
  const receipt = useRef<{ key: string; receiptId: number }>(undefined)

  const makeOrder = useCallback(
    async (agreedCents: number | undefined, isMine: () => boolean) => {
      const { ending, values, started, price, priceNews, saveStarted, finishWith, mend } = latest.current
      const amount = agreedCents ?? price.quote?.grandTotalCents ?? 0
      const order = ending.toOrder(values)
      const text = JSON.stringify(order)

      let before = started
      if (before?.receiptId !== undefined) {
        const known = await readOrder(session, before.key, before.receiptId)
        if (!isMine()) return
        if (known !== undefined && !isUnpaid(known)) {
          finishWith({ key: before.key, receiptId: known.receiptId })
          return
        }
        // an order that has ended is not replaced
        if (known !== undefined && known.state !== 'pending') before = undefined
      }

      let current = takeUp(text, before, session.now())
      for (let count = 0; count < mostKeys; count++) {
        if (current !== before) await saveStarted(current)
        if (!isMine()) return
        try {
          const answer = await session.caller.call('create_payment_intent', {
            description: ending.description,
            amount,
            category: ending.category,
            ...ending.toPayer(values),
            order,
            key: current.key,
            ...(current.replaces === undefined ? {} : { replaces: current.replaces }),
          })
          const {
            clientSecret,
            receiptId,
            quote,
            holdUntil = null,
            sureUntil,
            keepsCard: cardConsent,
          } = answer
          if (!isMine()) return
          if (receiptId === undefined || quote === undefined) throw new Error('the order has no number')
          const placedUntil = current.receiptId === undefined ? session.now() + holdMs : current.payUntil
          const payUntil = holdUntil === null ? placedUntil : Date.parse(holdUntil)
          await saveStarted({ ...current, receiptId, payUntil })
          receipt.current = { key: current.key, receiptId }
          if (!isMine()) return
          const { key } = current
          setState({ is: 'ready', key, clientSecret, receiptId, quote, holdUntil, sureUntil, cardConsent })
          return
        } catch (error) {
          if (!isMine()) return
          session.noteFailure(error)
          const code = error instanceof Failure ? error.code : undefined
          // the server has not placed it
          if (code !== undefined && current.receiptId === undefined) {
            current = { ...current, payUntil: 0 }
            await saveStarted(current)
            if (!isMine()) return
          }
          if (code === 'already-paid') {
            // the paid order is this one, or the one that it would have replaced
            const own = await readOrder(session, current.key, current.receiptId)
            if (!isMine()) return
            const isOwn = own !== undefined && !isUnpaid(own)
            const { key, receiptId } = isOwn ? current : (current.replaces ?? current)
            finishWith({ key, receiptId })
            return
          }
          if (code === 'order-expired' || code === 'key-reused') {
            // this key is given up for good, with what its order holds
            current = toFreshOrder(text, current, session.now())
            continue
          }
          const { quote: changed, wasCents = amount } = error instanceof Failure ? error.details : {}
          if (code === 'price-changed' && changed !== undefined) {
            setState({ is: 'price-changed', quote: changed, before: wasCents })
            if (changed.grandTotalCents === 0) priceNews.tell(wasCents)
            else price.refetch()
            return
          }
          // tell the person what is sold out before it is taken out of the order
          if (code === 'sold-out' || !mend(error)) setState({ is: 'fault', error })
          return
        }
      }
      setState({ is: 'fault', error: new Failure('internal', 'No key was taken for this order.') })
    },
    [session],
  )
  /** With `isQuiet` the screen does not change until there is an answer. */
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
      setRefused({
        message,
        isUncharged: order?.uncharged === true,
        hasEnded,
        gaveWay: order?.gaveWay === true,
      })
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
  const autoRetry = useCallback(() => void prepare(undefined, true), [prepare])
  return { state, refused, prepare: prepareAnew, autoRetry, begin, refuse, readOutcome }
}

/** An order without an answer continues under its key: only the server knows whether it was placed. */
function takeUp(text: string, before: StartedOrder | undefined, now: number): StartedOrder {
  if (before?.text === text) return before
  return before !== undefined && before.receiptId === undefined
    ? { ...before, text }
    : toFreshOrder(text, before, now)
}

function toFreshOrder(text: string, before: StartedOrder | undefined, now: number): StartedOrder {
  const replaces = before && { receiptId: before.receiptId, key: before.key }
  return { key: newKey(), text, receiptId: undefined, replaces, payUntil: now + holdMs }
}

// What the engine provides to its own parts of a flow.
import { createContext, useContext } from 'react'
import type { Quote } from '../../domain/order.ts'
import type { StartedOrder, Unsaved } from './draft/draftStore.ts'
import type { Flow, OrderEnding, SendEnding, WizardValues } from './flow.ts'
import type { OrderView } from './order/orderState.ts'
import type { Money } from './order/useMoney.ts'
import type { PriceNews } from './order/usePriceNews.ts'
import type { PriceReading } from './order/useQuote.ts'

/** The order whose state decides all that follows, or what was sent. */
export interface DoneOrder {
  key: string
  receiptId: number | undefined
  /** The provider has just told this page that the card was charged. */
  isConfirmed?: boolean
  /** Only of a flow that sends: what the server answered. */
  answer?: unknown
}

export interface WizardContextValue {
  flow: Flow<WizardValues>
  values: WizardValues
  price: PriceReading
  priceNews: PriceNews
  /** The price of the order that was made. From then on it is shown. */
  orderQuote: Quote | undefined
  showOrder(order: OrderView): void
  /** Whether the order that was begun took money, as far as the server has said. */
  money: Money
  /** The form was opened with an order that was begun before, and it has not ended. */
  isResumed: boolean
  /** The form was opened after it was sent, and no answer has come. */
  isUnanswered: boolean
  started: StartedOrder | undefined
  /** Saved on the device before the server is asked. */
  saveStarted(order: StartedOrder | undefined): Promise<void>
  /** Saves what the server answered, in place of what was typed. */
  saveAnswer(order: StartedOrder): void
  done: DoneOrder | undefined
  /** The order is paid or was free: from now on only Complete is shown. */
  finishWith(order: DoneOrder): void
  /** False after the draft is gone, and on another device, which has only the address. */
  hasDraft: boolean
  /** What the device has not kept of the form, if anything. */
  unsaved: Unsaved | undefined
  /** While the card is charged, or the form is sent, no address leads away from there. */
  setEnding(isEnding: boolean): void
  isEnding: boolean
  /** Whether the flow could change the form after this failure. */
  mend(error: unknown): boolean
  /** Nothing is left to wait for: Finished is shown. */
  setCompleted(isCompleted: boolean): void
  isCompleted: boolean
  /** Shows another step, as far as it is in reach. */
  goTo(stepId: string): void
  /** Undefined if there is no earlier step. */
  goBack: (() => void) | undefined
  /** From a Complete step that could not make the order. */
  reopen(): void
  /** From a Complete step whose order is not paid. */
  payAgain(): void
  forgetOrder(key: string): Promise<void>
  cancel(): void
  /** To where Cancel leads, with the draft kept. */
  leave(): void
  finish(): void
}

export const WizardContext = createContext<WizardContextValue | undefined>(undefined)

export function useWizard(): WizardContextValue {
  const wizard = useContext(WizardContext)
  if (wizard === undefined) throw new Error('useWizard needs a Wizard above it')
  return wizard
}

/** For the parts of a flow that ends with an order. */
export function useOrderWizard(): WizardContextValue & { ending: OrderEnding<WizardValues> } {
  const wizard = useWizard()
  const { ending } = wizard.flow
  if (ending.is !== 'order') throw new Error('this flow has no order')
  return { ...wizard, ending }
}

/** For the parts of a flow that ends with one call. */
export function useSendWizard(): WizardContextValue & { ending: SendEnding<WizardValues> } {
  const wizard = useWizard()
  const { ending } = wizard.flow
  if (ending.is !== 'send') throw new Error('this flow has nothing to send')
  return { ...wizard, ending }
}

// What the engine hands to the parts of a flow that it draws itself.
import { createContext, useContext } from 'react'
import type { Quote } from '../../domain/order.ts'
import type { StartedOrder } from './draftKeeper.ts'
import type { Flow, WizardValues } from './flow.ts'
import type { OrderView } from './order/orderState.ts'
import type { PriceReading } from './order/useQuote.ts'

/** An order whose state decides everything from here on. */
export interface DoneOrder {
  key: string
  receiptId: number | undefined
  /** The provider has just told this page that the card was charged. */
  isConfirmed?: boolean
}

export interface WizardContextValue {
  flow: Flow<WizardValues>
  values: WizardValues
  price: PriceReading
  /** Of the order that was made; from then on its own price is shown. */
  orderQuote: Quote | undefined
  showOrder(order: OrderView): void
  started: StartedOrder | undefined
  /** Remembered on the device before the server is asked. */
  keepStarted(order: StartedOrder | undefined): Promise<void>
  done: DoneOrder | undefined
  /** The order is paid, or was free: from now on there is only Complete. */
  finishWith(order: DoneOrder): void
  /** False once the draft is gone, or where there never was one: another device has the address alone. */
  hasDraft: boolean
  /** While the card is charged no address leads away from Pay. */
  setPaying(isPaying: boolean): void
  isPaying: boolean
  /** Whether the flow knew what to change in the form after this failure. */
  mend(error: unknown): boolean
  /** Nothing is waited for any more: Finished leads on. */
  setCompleted(isCompleted: boolean): void
  isCompleted: boolean
  /** Undefined where nothing lies behind. */
  goBack: (() => void) | undefined
  /** From a Complete step that could not make the order. */
  reopen(): void
  /** From a Complete step whose order nobody has paid. */
  payAgain(): void
  forgetOrder(key: string): void
  cancel(): void
  finish(): void
}

export const WizardContext = createContext<WizardContextValue | undefined>(undefined)

export function useWizard(): WizardContextValue {
  const wizard = useContext(WizardContext)
  if (wizard === undefined) throw new Error('useWizard needs a Wizard above it')
  return wizard
}

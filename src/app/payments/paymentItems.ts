// Payments as the server lists them: texts of JSON, each read into what a screen shows.
import { isRecord } from '../../domain/isRecord.ts'
import { isPaymentStatus, type PaymentStatus } from '../../domain/sales/payment.ts'

export interface PaymentItem {
  id: number
  /** Epoch milliseconds. */
  at: number
  amountCents: number
  refundedCents: number
  description: string
  status: PaymentStatus | undefined
  /** It was paid in a sandbox: no money was moved. */
  isSandbox: boolean
}

export function readPayments(texts: readonly string[]): PaymentItem[] {
  return texts.flatMap((text) => {
    const { id, created, amount, description, status, refunded, money } = readEntry(text) ?? {}
    if (typeof id !== 'number' || typeof created !== 'number' || typeof amount !== 'number') return []
    return [
      {
        id,
        at: created * 1000,
        amountCents: amount,
        refundedCents: typeof refunded === 'number' ? refunded : 0,
        description: String(description ?? ''),
        status: typeof status === 'string' && isPaymentStatus(status) ? status : undefined,
        isSandbox: money === 'sandbox',
      },
    ]
  })
}

/** Undefined for what is no record. */
export function readEntry(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

// The saved cards as the server lists them: texts of JSON, each read into what a screen shows.

import { isRecord } from '../../../domain/isRecord.ts'
import { toBrandName } from '../../../domain/sales/cardBrand.ts'
import { readEntry } from '../../payments/paymentItems.ts'

export interface SavedMethod {
  id: string
  brand: string
  last4: string
  /** '12/2034' */
  expires: string
  /** Renewals charge it. */
  isDefault: boolean
}

/** Leaves out what a newer server may list and this page cannot read. */
export function readMethods(texts: readonly string[]): SavedMethod[] {
  return texts.flatMap((text) => {
    const entry = readEntry(text)
    const { id, card, isDefault } = entry ?? {}
    if (typeof id !== 'string' || !isRecord(card)) return []
    const { brand, last4, exp_month: month, exp_year: year } = card
    return [
      {
        id,
        brand: toBrandName(String(brand)),
        last4: String(last4),
        expires: `${String(month).padStart(2, '0')}/${String(year)}`,
        isDefault: isDefault === true,
      },
    ]
  })
}

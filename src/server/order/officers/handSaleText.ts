// What an officer reads after a sale for cash or a cheque.
import type { HandMode } from '../../../domain/order.ts'
import { toAmount } from '../../mail/language.ts'
import { toVisibleLine } from '../../officers/words.ts'
import type { StoredOrder } from '../db/order.ts'
import type { SoldByHand } from './handSale.ts'
import { handWords, toGivenText, toLineName } from './orderWords.ts'

/** "$20.00 in cash", or that there is nothing to take. */
export function toPriceText(cents: number, paid: HandMode): string {
  return cents === 0 ? 'nothing: it is free' : `${toAmount(cents)} ${handWords[paid]}`
}

/** '' where nothing is. */
export function toLetOffText({ letOffCents }: Pick<SoldByHand, 'letOffCents'>): string {
  return letOffCents === 0 ? '' : ` (${toAmount(letOffCents)} is let off)`
}

/** The things with their order, where its receipt goes, and how to undo it. */
export function toSoldText({
  id,
  lines,
  email,
  sameNote,
}: StoredOrder & Partial<Pick<SoldByHand, 'sameNote'>>): string {
  const things = lines.map((line) => {
    const given = toGivenText(line)
    return `  ${toLineName(line)}${given === '' ? '' : `: ${given}`}  (order ${id}, line ${line.line})\n`
  })
  const receipt =
    email === ''
      ? 'No receipt is mailed: no address was given.\n'
      : `The receipt goes to ${toVisibleLine(email)}.\n`
  return `${things.join('')}${toSameNoteText(sameNote)}${receipt}If it was typed wrongly: npm run club -- orders ${id} --refund --back mistake --reason TEXT --yes\n`
}

/** That it may be one cheque; '' where no other order has the note. */
export function toSameNoteText(sameNote: SoldByHand['sameNote']): string {
  if (sameNote === undefined) return ''
  const undone = sameNote.isUndone ? ', of which all the money went back' : ''
  return `Note: ${toVisibleLine(sameNote.note)} is also on order ${sameNote.orderId}${undone}.\n`
}

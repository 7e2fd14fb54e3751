// One word for each state of an order, of what is in it, and of its payment: no other file has words of its own.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findPaymentWord, paymentStatuses } from '../../../src/domain/sales/payment.ts'
import { findOrderStanding, findPartStanding, standingWords } from '../../../src/domain/sales/standing.ts'

const place = 'src/domain/sales/standing.ts'
const code = globSync('src/**/*.{ts,tsx}').filter((path) => path !== place)
const words = Object.values(standingWords).flatMap(({ part, order, paid, disputed, used }) => [
  ...Object.values(part),
  ...Object.values(order),
  ...[paid, disputed, used],
])

/** Words of screens that are no state of an order: of a sheet, and before an amount. */
const otherMeanings = ['sent', 'enviado', 'paid', 'pagado']

describe('the words for the states of orders', () => {
  it('differ from each other, in each language', () => {
    for (const { part, order } of Object.values(standingWords)) {
      const all = [...Object.values(part), ...Object.values(order)]
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('stand in no other file, in neither language', () => {
    const phrases = words.filter((word) => word.includes(' '))
    const found = code.flatMap((path) => {
      const text = readFileSync(path, 'utf8').toLowerCase()
      return phrases
        .filter((word) =>
          [`'${word}'`, `\`${word}\``, `"${word}"`, `>${word}<`].some((own) => text.includes(own)),
        )
        .map((word) => `${path}: ${word}`)
    })
    expect(found).toEqual([])
  })

  it('are no text of a screen’s own', () => {
    const found = ['en', 'es'].flatMap((language) => {
      const texts = readFileSync(`src/locales/${language}.po`, 'utf8').matchAll(/^msg(?:id|str) "(.*)"$/gm)
      return [...texts].map(([, text = '']) => text.toLowerCase().replace(/\.$/, ''))
    })
    expect(words.filter((word) => found.includes(word) && !otherMeanings.includes(word))).toEqual([])
  })

  it('have no second table: nothing else gives words to a state that only orders and payments have', () => {
    const table =
      /^\s*'?(fulfilled|fulfilled_partial|refunding|to-be-sent|refund_pending|partially_refunded|in_review)'?:\s*(?:['"`<(]|msg|t`).*/gm
    const found = code.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(table)].map(([line]) => `${path}: ${line.trim()}`),
    )
    // an entry of the history: what happened, not what is
    expect(found).toEqual(["src/server/order/officers/orderWords.ts: fulfilled: 'settled',"])
  })

  it('call nothing of the store delivered before it was sent', () => {
    const waiting = findPartStanding('delivered', null)
    expect([
      waiting,
      findPartStanding('delivered', new Date()),
      findPartStanding('delivered', undefined),
    ]).toEqual(['to-be-sent', 'sent', 'delivered'])
    expect(findOrderStanding('fulfilled', ['delivered', waiting])).toBe('to-be-sent')
    expect(findOrderStanding('fulfilled', ['delivered', 'sent'])).toBe('fulfilled')
  })

  it('are the order’s in the payment history, where its money is on its way back or has to be decided about', () => {
    for (const all of Object.values(standingWords)) {
      const said = paymentStatuses.map((status) => findPaymentWord(all, status, '$5.00'))
      expect(said).toEqual([
        all.paid,
        all.paidAndReturned('$5.00'),
        all.order.refunding,
        all.order.refunded,
        all.order.review,
        all.disputed,
      ])
    }
  })
})

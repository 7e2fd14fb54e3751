// The number of an order, which stands on the receipt.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { donating, setUpShop } from '../../support/buying/shop.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine("a club's orders", (engine) => {
  const shop = setUpShop(engine)

  const give = async (club: SeededClub, key = randomUUID()): Promise<number> => {
    const { kind, payload, category, email } = donating('giver@numbers.example')
    const order = { kind, payload }
    const quoted = await shop.request(club, 'quote_order', { order })
    const amount = quoted.answer.quote?.grandTotalCents
    const answer = await shop.ask(club, 'create_payment_intent', {
      amount,
      receiptEmail: email,
      category,
      key,
      order,
    })
    return answer.receiptId ?? 0
  }

  it('have numbers in a row, whatever other clubs sell meanwhile', async () => {
    const { a, b } = shop.clubs
    const first = await give(a)
    for (let sold = 0; sold < 3; sold += 1) await give(b)
    const key = randomUUID()
    expect(await give(a, key)).toBe(first + 1)
    expect(await give(a, key)).toBe(first + 1)
    expect(await give(a)).toBe(first + 2)
  })

  it('have each a number of its own when many are placed at once', async () => {
    const { a } = shop.clubs
    const before = await give(a)
    const numbers = await Promise.all(Array.from({ length: 12 }, () => give(a)))
    expect(numbers.toSorted((x, y) => x - y)).toEqual(numbers.map((_, index) => before + 1 + index))
  })
})

// `club -- reconcile`: money without goods, goods without money, differences from the provider's books.

import { type Finding, findingTexts, isEven } from '../../../../domain/moneyReconciliation.ts'
import { toAmount } from '../../../mail/language.ts'
import { type Command, clubWay } from '../../../officers/command.ts'
import { day, newFile } from '../../../officers/options.ts'
import { toDayText } from '../../../officers/timeFormat.ts'
import { right, type TableColumn, toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { type Books, compareBooks } from './bookActs.ts'

export const reconcileCommand: Command = {
  takes: 'club',
  alone: clubWay({
    options: { since: day, until: day, json: newFile },
    help: `reconcile [--since DAY] [--until DAY] [--json FILE]
                                          finds money without goods, goods without money, differences from
                                          the card provider's books, and disputes; see docs/money.md;
                                          with --until only orders that were placed until that day`,
    async run({ steps, save, print }, { json, ...days }) {
      const books = await steps(compareBooks, days)
      const { since, until, orders, payments, result, buyers, cash, cheques, sandbox, away } = books
      await save({ json }, 'The findings are', {
        json: () => ({ since, until, providerAway: away, ...result, cash, cheques, sandbox }),
      })
      const many =
        toCountText(orders, 'order') + (away === null ? ` and ${toCountText(payments, 'payment')}` : '')
      print(`${many} since ${toDayText(since)}${until === null ? '' : `, until ${toDayText(until)}`}.\n`)
      if (cash.orders > 0) print(toHandText('In cash', cash))
      if (cheques.orders > 0) print(toHandText('By cheque', cheques))
      if (sandbox.orders > 0) print(toSandboxText(sandbox))
      const parts = [
        ['Money without goods', result.moneyWithoutGoods],
        ['Goods without money', result.goodsWithoutMoney],
        ['At the card provider, not in the books', result.notInBooks],
        ['In the books, not at the card provider', result.notAtProvider],
        ["Disputed by the buyer's bank", result.disputed],
        ['Still on its way; check again later', result.onTheWay],
      ] as const
      for (const [title, findings] of parts) {
        if (findings === result.onTheWay && findings.length === 0) continue
        if (away !== null && (findings === result.notInBooks || findings === result.notAtProvider)) continue
        print(`${title}: ${findings.length === 0 ? 'nothing' : findings.length}\n`)
        if (findings.length > 0) print(toFindingsTable(findings, buyers))
      }
      if (isEven(result)) print('Money and goods agree.\n')
      if (away !== null) print(toAwayText(books.mode, away))
      if (isEven(result)) return away === null ? 0 : 1
      print(
        'Money and goods DO NOT AGREE. npm run club -- orders NUMBER shows an order; docs/money.md says what to do.\n',
      )
      return 1
    },
  }),
}

function toAwayText(mode: string, message: string): string {
  const hint =
    mode === 'sandbox' ? ' The sandbox runs only with the server: start it, and run this again.' : ''
  return `The card provider was NOT ASKED, since it does not answer (${toVisibleLine(message.replace(/\.$/, ''))}): what it has may differ from the books.${hint}\n`
}

function toHandText(how: string, { orders, takenCents, returnedCents }: Books['cash']): string {
  const left = toAmount(takenCents - returnedCents)
  return `${how}: ${toCountText(orders, 'order')}, ${toAmount(takenCents)} taken, ${toAmount(returnedCents)} given back. So ${left} of it should be there.\n`
}

function toSandboxText({ orders, takenCents, returnedCents }: Books['sandbox']): string {
  return `In the sandbox: ${toCountText(orders, 'order')}, ${toAmount(takenCents)} paid, ${toAmount(returnedCents)} given back. This is NO MONEY: none of it is at the bank.\n`
}

const columns: readonly TableColumn[] = [right('Order'), right('Amount'), 'Buyer', 'Bought', 'What is wrong']

function toFindingsTable(findings: readonly Finding[], buyers: Books['buyers']): string {
  const rows = findings.map(({ orderId, intentId, kind, cents }) => {
    const buyer = orderId === null ? undefined : buyers.get(orderId)
    return [
      orderId === null ? '-' : String(orderId),
      toAmount(cents),
      buyer === undefined ? '-' : `${buyer.name} <${buyer.email}>`,
      buyer?.description ?? `payment ${intentId}`,
      findingTexts[kind],
    ]
  })
  return toTable(columns, rows).replace(/^/gm, '  ').trimEnd().concat('\n')
}

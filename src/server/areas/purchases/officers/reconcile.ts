// `club -- reconcile`: money without goods, goods without money, differences from the provider's books.

import { type Finding, findingTexts, isEven } from '../../../../domain/moneyReconciliation.ts'
import { toAmount } from '../../../mail/language.ts'
import { type Command, clubWay } from '../../../officers/command.ts'
import { day, newFile } from '../../../officers/options.ts'
import { toDayText } from '../../../officers/timeFormat.ts'
import { right, type TableColumn, toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { toBuyerText, toCorrectedText, toMistakesText } from '../../../order/officers/orderWords.ts'
import { type Books, compareBooks } from './bookActs.ts'

export const reconcileCommand: Command = {
  takes: 'club',
  alone: clubWay({
    options: { since: day, until: day, json: newFile },
    help: `reconcile [--since DAY] [--until DAY] [--json FILE]
                                          finds money without goods, goods without money, differences from
                                          the card provider's books, and disputes; see docs/money.md;
                                          with --until only orders that were placed until that day, and
                                          the money that came and went until then`,
    async run({ steps, save, print }, { json, ...days }) {
      const books = await steps(compareBooks, days)
      const { since, until, orders, payments, result, buyers, cash, cheques, sandbox, taxes, away } = books
      await save({ json }, 'The findings are', {
        json: () => ({
          ...{ since, until, providerAway: away, ...result, cash, cheques, sandbox, taxes },
          corrected: books.corrected.map(({ orderId, way, cents, at, undoneAt }) => ({
            ...{ orderId, way, cents: 0 - cents, at, undoneAt },
          })),
        }),
      })
      const many =
        toCountText(orders, 'order') + (away === null ? ` and ${toCountText(payments, 'payment')}` : '')
      print(`${many} since ${toDayText(since)}${until === null ? '' : `, until ${toDayText(until)}`}.\n`)
      print(toHandText('In cash', cash))
      print(toHandText('By cheque', cheques))
      for (const one of books.corrected) print(toCorrectedText(one, books.timeZone))
      if (taxes.takenCents > 0 || taxes.returnedCents > 0) print(toTaxText(taxes))
      if (hasMoved(sandbox)) print(toSandboxText(sandbox))
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
      // no card was used, and without keys of its own none could be: there is nothing to ask about
      const isNeedless = !books.hasCards && books.mode === 'sandbox'
      if (away !== null) print(isNeedless ? noCardText : toAwayText(books.mode, away))
      if (isEven(result)) return away === null || isNeedless ? 0 : 1
      print(
        'Money and goods DO NOT AGREE. npm run club -- orders NUMBER shows an order; docs/money.md says what to do.\n',
      )
      return 1
    },
  }),
}

const noCardText = 'Nothing was paid by card in these days, so the card provider was not asked.\n'

function toAwayText(mode: string, message: string): string {
  const hint =
    mode === 'sandbox' ? ' The sandbox runs only with the server: start it, and run this again.' : ''
  const said = message === '' ? '' : ` (${toVisibleLine(message.replace(/\.$/, ''))})`
  return `The card provider was NOT ASKED, since it does not answer${said}: what it has may differ from the books.${hint}\n`
}

function hasMoved({ orders, mistakeCents, bouncedCents, returnedCents }: Books['cash']): boolean {
  return orders > 0 || mistakeCents !== 0 || bouncedCents !== 0 || returnedCents !== 0
}

function toHandText(how: string, sum: Books['cash']): string {
  if (!hasMoved(sum)) return ''
  const { orders, takenCents, mistakeCents, bouncedCents, returnedCents } = sum
  const leftCents = takenCents - bouncedCents - returnedCents
  const left = `So it changed by ${leftCents > 0 ? '+' : ''}${toAmount(leftCents)} in these days.`
  const bounced = bouncedCents === 0 ? '' : `, ${toAmount(bouncedCents)} not honoured by the bank`
  const mistakes = mistakeCents === 0 ? '\n' : ` ${toMistakesText(mistakeCents)}`
  return `${how}: ${toCountText(orders, 'order')}, ${toAmount(takenCents)} taken${bounced}, ${toAmount(returnedCents)} given back. ${left}${mistakes}`
}

function toTaxText({ takenCents, returnedCents }: Books['taxes']): string {
  return `Taxes: ${toAmount(takenCents)} in what was paid, ${toAmount(returnedCents)} in what went back; that leaves ${toAmount(takenCents - returnedCents)}.\n`
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
      buyer === undefined ? '-' : toBuyerText(buyer),
      buyer?.description ?? `payment ${intentId}`,
      findingTexts[kind],
    ]
  })
  return toTable(columns, rows).replace(/^/gm, '  ').trimEnd().concat('\n')
}

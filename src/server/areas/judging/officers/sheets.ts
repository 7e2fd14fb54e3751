// `club -- sheets`: the score sheets with their receipts. An officer voids one, and makes it count again.
import { findKeyPrefix, toReceiptCode } from '../../../../domain/receiptCode.ts'
import type { StoredSubmission } from '../../../../domain/results.ts'
import type { SheetChange } from '../../../../domain/scoring.ts'
import { toState } from '../../../contest/officers/receiptText.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import {
  CommandRefused,
  type EventCommandContext,
  readReason,
  UsageFault,
} from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { type ChangedSheet, changeByReceipt, listSheets } from './sheetsWork.ts'

const ways: Ways<EventCommandContext> = {
  void: { allowed: ['reason'], run: (context) => change(context, 'voided', context.flags.void) },
  restore: { allowed: ['reason'], run: (context) => change(context, 'restored', context.flags.restore) },
  plain: { allowed: ['judge', 'car', 'csv', 'overwrite'], run: showSheets },
}

export function runSheets(context: EventCommandContext): Promise<number> {
  return runWay(context, ways, { command: 'sheets' })
}

const headings = ['Receipt', 'Car', 'Judge', 'Form', 'State', 'Received']

async function showSheets(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const { sheets: shown, forms } = await services.database.inTenant(tenant.id, async (tx) => ({
    sheets: await listSheets(tx, event.id, flags),
    forms: await listForms(tx, event.id),
  }))
  const titles = new Map(forms.map(({ id, title }) => [id, title]))
  const toCells = (sheet: StoredSubmission, toMoment: TimeFormat) => [
    toReceiptCode(sheet.key),
    sheet.carNumber ?? '',
    sheet.judgeId ?? '',
    toVisibleLine(titles.get(sheet.formId ?? 0) ?? ''),
    toState(sheet),
    toMoment(new Date(sheet.at)),
  ]
  if (flags.csv !== undefined) {
    const toMoment = createCellTimeFormat(event.time_zone)
    await writeOutput(flags, flags.csv, toCsv([headings, ...shown.map((sheet) => toCells(sheet, toMoment))]))
    print(`${toCountText(shown.length, 'sheet')} in ${flags.csv}.\n`)
    return 0
  }
  const counted = shown.filter(({ current }) => current).length
  print(
    `Score sheets of ${toVisibleLine(event.name)}: ${counted} counted, ${shown.length - counted} not. Times are in ${event.time_zone}.\n`,
  )
  const toMoment = createTimeFormat(event.time_zone)
  if (shown.length === 0) return 0
  print(
    toTable(
      headings.map((heading) => ({ heading })),
      shown.map((sheet) => toCells(sheet, toMoment)),
    ),
  )
  return 0
}

async function change(
  { services, tenant, event, flags, print }: EventCommandContext,
  what: SheetChange['what'],
  code = '',
): Promise<number> {
  const prefix = findKeyPrefix(code)
  if (prefix === undefined) throw new UsageFault('A receipt code is like 4QX2-9KJ7.')
  const reason = readReason(flags, 'A score sheet is changed only with a --reason, which is stored with it.')
  const at = new Date(services.now()).toISOString()
  const wanted = { eventId: event.id, prefix, what, reason, at }
  const after = await services.database.inTenant(tenant.id, (tx) => changeByReceipt(tx, wanted))
  if (typeof after === 'string') throw new CommandRefused(toRefusal(after, what))
  const name = `The sheet of judge ${after.judgeId} for car ${after.carNumber}`
  print(
    what === 'voided'
      ? `${name} is void; it is not counted any more. The judge can send another one.\n`
      : after.current
        ? `${name} counts again.\n`
        : `${name} is not void any more. It is not counted: ${toState(after)}.\n`,
  )
  return 0
}

function toRefusal(code: Extract<ChangedSheet, string>, what: SheetChange['what']): string {
  if (code === 'unknown-receipt') return 'No score sheet of this event has this receipt code.'
  if (code === 'several-receipts') return 'Several score sheets have this receipt code.'
  return what === 'voided'
    ? 'This sheet is void already. Nothing was changed.'
    : 'This sheet is not void. Nothing was changed.'
}

// `club -- sheets`: the score sheets with their receipts. An officer voids one, and makes it count again.
import { findKeyPrefix, toReceiptCode } from '../../../domain/receiptCode.ts'
import type { StoredSubmission } from '../../../domain/results.ts'
import type { SheetChange } from '../../../domain/scoring.ts'
import { listForms } from '../../db/contest/judgingForm.ts'
import { changeSheet } from '../../db/contest/sheet.ts'
import { listSubmissions } from '../../db/contest/submission.ts'
import type { Tx } from '../../db/open.ts'
import { CommandRefused, type EventCommandContext, readReason, UsageFault } from '../command.ts'
import { toCsv } from '../csv.ts'
import { writeOutput } from '../outputFile.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../timeFormat.ts'
import { runWay, type Ways } from '../ways.ts'
import { toCountText, toTable, toVisibleLine } from '../words.ts'
import { toState } from './receiptText.ts'

const ways: Ways<EventCommandContext> = {
  void: { allowed: ['reason'], run: (context) => change(context, 'voided', context.flags.void) },
  restore: { allowed: ['reason'], run: (context) => change(context, 'restored', context.flags.restore) },
  plain: { allowed: ['judge', 'car', 'csv', 'overwrite'], run: showSheets },
}

export function runSheets(context: EventCommandContext): Promise<number> {
  return runWay(context, ways, { command: 'sheets' })
}

async function listSheets(tx: Tx, eventId: number): Promise<StoredSubmission[]> {
  return (await listSubmissions(tx, eventId)).filter(({ action }) => action === 'submit_judging_form')
}

const headings = ['Receipt', 'Car', 'Judge', 'Form', 'State', 'Received']

async function showSheets(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const { sheets, forms } = await services.database.inTenant(tenant.id, async (tx) => ({
    sheets: await listSheets(tx, event.id),
    forms: await listForms(tx, event.id),
  }))
  const titles = new Map(forms.map(({ id, title }) => [id, title]))
  const shown = sheets
    .filter(
      ({ judgeId }) => flags.judge === undefined || judgeId?.toLowerCase() === flags.judge.toLowerCase(),
    )
    .filter(({ carNumber }) => flags.car === undefined || carNumber === flags.car)
    .sort((a, b) => (a.carNumber ?? '').localeCompare(b.carNumber ?? '', 'en', { numeric: true }))
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
  const after = await services.database.inTenant(tenant.id, async (tx) => {
    const sheet = await findSheet(tx, event.id, prefix)
    if (!(await changeSheet(tx, { eventId: event.id, key: sheet.key }, { what, reason, at }))) {
      throw new CommandRefused(
        what === 'voided'
          ? 'This sheet is void already. Nothing was changed.'
          : 'This sheet is not void. Nothing was changed.',
      )
    }
    return findSheet(tx, event.id, prefix)
  })
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

/** A moved sheet and what it took back have one receipt: the sheet is meant. */
async function findSheet(tx: Tx, eventId: number, prefix: string): Promise<StoredSubmission> {
  const found = (await listSheets(tx, eventId)).filter(
    ({ key, scores }) => key.replaceAll('-', '').startsWith(prefix) && (scores?.length ?? 0) > 0,
  )
  const [sheet] = found
  if (sheet === undefined) throw new CommandRefused('No score sheet of this event has this receipt code.')
  if (found.length > 1) throw new CommandRefused('Several score sheets have this receipt code.')
  return sheet
}

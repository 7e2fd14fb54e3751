// `club -- sheets`: the score sheets with their receipts. An officer voids one, and makes it count again.

import { toReceiptCode } from '../../../../domain/receiptCode.ts'
import { receiptCode, toState } from '../../../contest/officers/receiptText.ts'
import * as acts from '../../../contest/officers/sheetActs.ts'
import { type Command, type EventCall, eventWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { naming, newFile, reason, text } from '../../../officers/options.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'

const headings = ['Receipt', 'Car', 'Judge', 'Form', 'State', 'Received']

const given = reason('A score sheet is changed only with a --reason, which is stored with it.')

export const sheetsCommand: Command = {
  takes: 'event',
  alone: {
    plain: eventWay({
      options: { judge: text, car: text, csv: newFile },
      help: `sheets EVENT [--judge ID] [--car NUMBER] [--csv FILE]
                                          the score sheets with their receipts, and whether each counts`,
      async run({ act, event, save, print }, { csv, ...wanted }) {
        const { sheets: shown, forms } = await act(acts.listSheets, wanted)
        const titles = new Map(forms.map(({ id, title }) => [id, title]))
        const toRows = (toMoment: TimeFormat) =>
          shown.map((sheet) => [
            ...[toReceiptCode(sheet.key), sheet.carNumber ?? '', sheet.judgeId ?? ''],
            ...[
              toVisibleLine(titles.get(sheet.formId ?? 0) ?? ''),
              toState(sheet),
              toMoment(new Date(sheet.at)),
            ],
          ])
        const toSaved = () => toCsv([headings, ...toRows(createCellTimeFormat(event.time_zone))])
        if (await save({ csv }, toCountText(shown.length, 'sheet'), { csv: toSaved })) return
        const counted = shown.filter(({ current }) => current).length
        print(
          `Score sheets of ${toVisibleLine(event.name)}: ${counted} counted, ${shown.length - counted} not. Times are in ${event.time_zone}.\n`,
        )
        print(toTable(headings, toRows(createTimeFormat(event.time_zone))))
      },
    }),
    byOption: {
      void: eventWay({
        options: { void: naming(receiptCode), reason: given },
        run: (call, { void: prefix, reason: why }) => change(call, { what: 'voided', prefix, reason: why }),
      }),
      restore: eventWay({
        options: { restore: naming(receiptCode), reason: given },
        help: `sheets EVENT --void RECEIPT --reason TEXT
  sheets EVENT --restore RECEIPT --reason TEXT
                                          voids a sheet, or counts a void one again`,
        run: (call, { restore: prefix, reason: why }) =>
          change(call, { what: 'restored', prefix, reason: why }),
      }),
    },
  },
}

async function change({ act, print }: EventCall, wanted: acts.SheetWish): Promise<void> {
  const after = await act(acts.changeSheet, wanted)
  const name = `The sheet of judge ${after.judgeId} for car ${after.carNumber}`
  print(
    wanted.what === 'voided'
      ? `${name} is void; it is not counted any more. The judge can send another one.\n`
      : after.current
        ? `${name} counts again.\n`
        : `${name} is not void any more. It is not counted: ${toState(after)}.\n`,
  )
}

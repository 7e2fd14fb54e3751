import { largestMembersTableMegabytes } from '../../../../limits/sizes.ts'
import { clubWay } from '../../../../officers/command.ts'
import { dateOrders } from '../../../../officers/dayWords.ts'
import { printLineFaults, printLines, readTextFile } from '../../../../officers/inputFile.ts'
import { choice, file, flag, newFile, text } from '../../../../officers/options.ts'
import { lastDay } from '../endText.ts'
import { importMembers as takeMembers } from './importActs.ts'
import { columnMap } from './memberColumns.ts'
import { printPlan, toReportCsv, toSummary } from './memberReport.ts'

export const importMembersWay = clubWay({
  words: { file },
  options: {
    map: columnMap,
    'dry-run': flag,
    update: flag,
    'default-type': text,
    until: lastDay,
    dates: choice(dateOrders),
    csv: newFile,
  },
  help: `members import FILE [--dry-run] [--update] [--map 'First Name=fname,Notes='] [--default-type TYPE]
          [--until DAY] [--dates month-first|day-first] [--csv FILE]
      a CSV table of another program: all of it, or nothing; finds members by e-mail address
        --dry-run       says what would happen to each row; --csv FILE writes that for a spreadsheet
        --update        the file wins; without it only what is empty is filled in
        --map           which value a column has; nothing behind the = leaves it out
        --default-type, --until   for new members of whom the file does not say it`,
  async run({ services, act, write, print }, { file: path, 'dry-run': isDry, csv, ...given }) {
    const input = {
      ...given,
      isDry,
      defaultType: given['default-type'],
      table: await readTextFile(path, largestMembersTableMegabytes),
    }
    const { plan, faults, notes, types } = await act(takeMembers, input)
    const written = plan.members.filter(({ kind }) => kind !== 'unchanged').length
    if (!isDry && faults.length === 0 && written > 100) await services.database.analyze()
    if (csv !== undefined) await write(csv, toReportCsv(plan, faults, types))
    if (faults.length > 0) printLineFaults(faults, print)
    if (notes.length > 0) {
      print('Please note:\n')
      printLines(notes, print)
    }
    if (csv !== undefined) print(`The report is in ${csv}. Only you can read the file.\n`)
    else printPlan(plan, types, print)
    const begin = isDry ? 'Dry run, nothing was changed' : faults.length > 0 ? 'Nothing was changed' : 'Done'
    print(`${begin}: ${toSummary(plan, faults)}\n`)
    return faults.length > 0 ? 1 : 0
  },
})

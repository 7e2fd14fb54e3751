import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { flag, newFile, text } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toHeadings, toTable, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './newsletterActs.ts'

const headings = toHeadings('id, title, first name, last name, partner, address, city, state, zip, country')

export const newsletterCommand: Command = {
  takes: 'club',
  things: 'newsletters',
  alone: clubActWay({
    help: 'newsletter                              which files were mailed as newsletters, and to how many',
    act: acts.listNewsletters,
    says({ sent, timeZone }) {
      const toTime = createTimeFormat(timeZone)
      const table = toTableOf(sent, [
        ['No.', ({ fileId }) => String(fileId)],
        ['File', ({ name }) => name],
        ['First sent', ({ firstAt }) => toTime(firstAt)],
        [right('To'), ({ count }) => String(count)],
      ])
      return `${table}${toCountText(sent.length, 'newsletter')}. Times are the club's (${timeZone}).`
    },
  }),
  byWord: {
    send: clubWay({
      words: { file: text },
      options: { 'dry-run': flag },
      help: `newsletter send FILE [--dry-run]        mails a file of 'files', by number or name, to those who want it by e-mail
                                          and to their additional addresses that have confirmed; nobody gets it
                                          twice, so that a run that broke off is simply repeated`,
      async run({ steps, print }, { file: typed, 'dry-run': isDry }) {
        const { file, sent, before, asked, waiting } = await steps(acts.sendNewsletter, {
          file: typed,
          isDry,
        })
        print(
          [
            `${isDry ? 'Would be sent' : 'Sent'}: file ${file.id}, ${toVisibleLine(file.name)}, to ${toCountText(sent, 'address', 'addresses')}.`,
            ...(before > 0 ? [`${toCountText(before, 'address', 'addresses')} had it already.`] : []),
            ...(asked > 0
              ? [
                  `${toCountText(asked, 'additional address', 'additional addresses')} ${isDry ? 'would be' : asked === 1 ? 'is' : 'are'} asked to confirm first.`,
                ]
              : []),
            ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'has' : 'have'} not confirmed yet.`] : []),
          ].join(' '),
        )
        print('\n')
      },
    }),
    addresses: clubWay({
      options: { csv: newFile },
      help: 'newsletter addresses [--csv FILE]       the postal addresses of those who want it by mail',
      async run({ act, save, print }, { csv }) {
        const readers = await act(acts.listAddresses)
        const rows = readers.map((one) => [
          ...[String(one.memberId), one.title, one.fname, one.lname, one.partner],
          ...[one.address, one.city, one.state, one.zip, one.country],
        ])
        const missing = readers.filter(
          ({ address, city }) => address.trim() === '' || city.trim() === '',
        ).length
        const said = `${toCountText(readers.length, 'member')} ${readers.length === 1 ? 'wants' : 'want'} the newsletter by mail${missing === 0 ? '' : `; ${missing} ${missing === 1 ? 'has' : 'have'} no whole address`}.`
        const toSaved = () => toCsv([headings, ...rows])
        if (await save({ csv }, `${said} They are`, { csv: toSaved, personal: true })) return
        print(`${toTable(headings, rows)}${said}\n`)
      },
    }),
  },
}

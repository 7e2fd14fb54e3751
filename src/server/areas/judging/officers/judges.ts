// `club -- judges`: adds judges, gives them links and QR codes, and revokes them.
import type { JudgingForm } from '../../../../domain/event.ts'
import { mostJudgeIdLength } from '../../../../domain/scoring.ts'
import { type Command, type EventCall, eventWay } from '../../../officers/command.ts'
import { flag, kindOf, naming, newFile, text, UsageFault } from '../../../officers/options.ts'
import { toPrintedPage } from '../../../officers/printedLinks.ts'
import { toCountText, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './judgeActs.ts'

const judgeId = kindOf((typed) => {
  if (/^[A-Za-z0-9]+$/.test(typed) && typed.length <= mostJudgeIdLength) return typed
  throw new UsageFault(`A judge's id has up to ${mostJudgeIdLength} letters and digits.`)
})

const phone = kindOf((typed, name) => {
  if (/^\+[1-9]\d{6,14}$/.test(typed)) return typed
  throw new UsageFault(`${name} must be like +15555550141.`)
})

const values = { name: text, phone, form: text }

export const judgesCommand: Command = {
  takes: 'event',
  help: `judges EVENT                            the judges and what they may judge on
      --add ID [--name NAME] [--phone +15555550141] [--form FORM]
                                          a revoked judge comes back as before, but for what you name;
                                          --form "every form" is for all forms
      --change ID [--name NAME] [--phone +15555550141] [--form FORM]
                                          corrects what you name
      --links [--judge ID] [--page FILE]  new links; each works once. --page prints QR codes
      --revoke ID                         revokes a judge; sheets that arrive later are refused`,
  alone: {
    plain: eventWay({
      async run({ act, event, print }) {
        const { judges, forms } = await act(acts.listJudges)
        const table = toTableOf(judges, [
          ['Judge', ({ code }) => code],
          ['Name', ({ name }) => name || '-'],
          ['Telephone', ({ phone }) => phone || 'no telephone'],
          ['May judge', ({ formId }) => toFormText(formId, forms)],
        ])
        print(table || `${toVisibleLine(event.name)} has no judges yet. --add ID adds one.\n`)
      },
    }),
    byOption: {
      add: eventWay({
        options: { add: naming(judgeId), ...values, links: flag, page: newFile },
        check({ links, page }) {
          if (page !== undefined && !links) throw new UsageFault('--page needs --links.')
        },
        async run(call, { add: code, links, page, ...given }) {
          const { act, event, print } = call
          const { forms, before, now } = await act(acts.addJudge, { code, ...given })
          if (before === undefined) print(`Judge ${code} is added: ${describe(now, forms)}.\n`)
          else {
            const changes = listChanges({ before, now, forms })
            const as = changes.length === 0 ? ', as before' : ''
            print(`Judge ${code} is back${as}: ${describe(now, forms)}.\n`)
            if (changes.length > 0) print(`Changed: ${changes.join('; ')}.\n`)
            if (!links) print(`They need a new link: judges ${event.id} --links --judge ${code}.\n`)
          }
          if (links) await giveLinks(call, code, page)
        },
      }),
      change: eventWay({
        options: { change: naming(text), ...values },
        async run({ act, print }, { change: typed, ...given }) {
          if (Object.values(given).every((value) => value === undefined)) {
            throw new UsageFault('--change needs --name, --phone or --form.')
          }
          const changed = await act(acts.changeJudge, { code: typed, ...given })
          const { forms, before, now } = changed
          const { code } = before
          const changes = listChanges(changed)
          if (changes.length === 0) return print(`Judge ${code} is so already: ${describe(now, forms)}.\n`)
          print(`Judge ${code} is changed: ${changes.join('; ')}.\n`)
          if (now.phone !== before.phone) {
            print(
              `A phone that is verified already stays verified. If it is not the judge's, --revoke ${code} ends it.\n`,
            )
          }
        },
      }),
      revoke: eventWay({
        options: { revoke: naming(text) },
        async run({ act, print }, { revoke: code }) {
          await act(acts.revokeJudge, { code })
          print(`Judge ${code} is revoked. Sheets of this judge that arrive from now on are refused.\n`)
        },
      }),
      links: eventWay({
        options: { links: flag, judge: text, page: newFile },
        run: (call, { judge, page }) => giveLinks(call, judge, page),
      }),
    },
  },
}

function describe({ name, phone, formId }: acts.JudgeDetails, forms: readonly JudgingForm[]): string {
  return [toVisibleLine(name) || 'no name', phone || 'no telephone', toFormText(formId, forms)].join(', ')
}

function toFormText(formId: number | null, forms: readonly JudgingForm[]): string {
  if (formId === null) return acts.everyForm
  return `only ${toVisibleLine(forms.find(({ id }) => id === formId)?.title ?? '')}`
}

function listChanges({ before, now, forms }: acts.ChangedJudge): string[] {
  const changes = [
    before.name !== now.name &&
      `name ${toVisibleLine(before.name) || 'none'} became ${toVisibleLine(now.name)}`,
    before.phone !== now.phone && `telephone ${before.phone || 'none'} became ${now.phone}`,
    before.formId !== now.formId &&
      `${toFormText(before.formId, forms)} became ${toFormText(now.formId, forms)}`,
  ]
  return changes.filter((change) => change !== false)
}

async function giveLinks(
  { act, event, write, print }: EventCall,
  judge: string | undefined,
  path: string | undefined,
): Promise<void> {
  const made = await act(acts.makeLinks, { judge })
  if (path === undefined) {
    for (const { code, link } of made) print(`Judge ${code}  ${link}\n`)
  } else {
    const printed = made.map(({ code, name, link }) => ({ number: code, subtitle: name, link }))
    const page = await toPrintedPage(printed, {
      pageTitle: event.name,
      englishThing: 'Judge',
      spanishThing: 'Juez',
      english: 'Scan the code with the phone on which you will judge. It works once, on one phone.',
      spanish:
        'Escanee el código con el teléfono con el que evaluará. Funciona una sola vez, en un solo teléfono.',
    })
    await write(path, page, 'The links were made; --links makes new ones.')
    const many = `${toCountText(made.length, 'link')} to print ${made.length === 1 ? 'is' : 'are'}`
    print(`${many} in ${path}.\n`)
  }
  print(
    'Each link works once. Earlier links no longer work. Phones that are verified already stay verified.\n',
  )
}

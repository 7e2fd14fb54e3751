// `club -- event EVENT --copy`, `--publish` and `--preview`: next year's event, until everybody sees it.
import { toPageAddress } from '../../../club/addresses.ts'
import { type Fault, toLine } from '../../../clubFile/faults.ts'
import type { ClubFormat } from '../../../clubFile/format.ts'
import { CommandRefused, type EventCall, eventWay } from '../../../officers/command.ts'
import { printLines } from '../../../officers/inputFile.ts'
import { choice, day, flag, label, naming, perhaps, text } from '../../../officers/options.ts'
import { createTimeFormat, toDayText } from '../../../officers/timeFormat.ts'
import { toCountText, toList, toVisibleLine } from '../../../officers/words.ts'
import { createEventCopy, type EventCopied } from './copyActs.ts'
import type { Price } from './prices.ts'
import { createPublishing, endPreview, type MissingPart, openPreview } from './publishActs.ts'

const sure = { yes: flag, 'dry-run': flag }

/** Ways of the command `event`, to put beside those of what an event sells. */
export function createNextYearWays(format: ClubFormat) {
  const copyEvent = createEventCopy(format)
  const publishEvent = createPublishing(format)
  return {
    copy: eventWay({
      options: { copy: naming(flag), start: day, name: label(), ref: text, ...sure },
      help: `    --copy [--start DAY] [--name NAME] [--ref REF] [--dry-run|--yes]
                                          next year's event from this one: shows what it has; --yes makes it,
                                          not published. Without --start it begins on the same weekday`,
      async run({ act, event, print }, { start, name, ref, yes, 'dry-run': isDry }) {
        const copied = await act(copyEvent, { start, name, ref, isDry: !yes })
        printCopy(copied, event, print)
        if (isDry) return print('Dry run, nothing was changed.\n')
        if (!yes) throw new CommandRefused('Nothing was changed. The same command with --yes makes it.')
        print(
          `It is event ${copied.id}, and nobody sees it yet. 'event ${copied.id} --preview' gives a link to look at it, 'event ${copied.id} --publish' shows it to everybody.\n`,
        )
      },
    }),
    publish: eventWay({
      options: { publish: naming(flag), ...sure },
      help: `    --publish [--dry-run|--yes]         says what is missing and who will hear of it; --yes shows the event
                                          to everybody`,
      async run({ act, event, print }, { yes, 'dry-run': isDry }) {
        const { missing, warnings, prices, told } = await act(publishEvent, { isDry: !yes })
        printPart(
          print,
          'Missing',
          missing.map((part) => missingTexts[part]),
        )
        printWarnings(print, warnings)
        printPart(print, 'Prices', prices.map(toPriceText))
        const whom = toCountText(told, 'member')
        print(`${whom} ${yes ? 'will hear' : 'would hear'} of the new event within some minutes.\n`)
        if (isDry) return print('Dry run, nothing was changed.\n')
        if (!yes) throw new CommandRefused('Nothing was changed. The same command with --yes publishes it.')
        print(`${toVisibleLine(event.name)} is published.\n`)
      },
    }),
    preview: eventWay({
      words: { off: perhaps({ ...choice(['off']), shown: 'off' }) },
      options: { preview: naming(flag) },
      help: `    --preview [off]                     a link for thirty days to look at an event that is not published; a
                                          new one ends the one before, and off ends it at once`,
      async run({ act, event, print, services, tenant }, { off }) {
        if (off !== undefined) {
          await act(endPreview)
          return print(`Nobody can look at ${toVisibleLine(event.name)} by a link any more.\n`)
        }
        const { secret, until } = await act(openPreview)
        const address = toPageAddress(services.config, tenant, `/dart/preview/${event.id}/${secret}`)
        const end = createTimeFormat(event.time_zone)(until)
        print(
          `${address}\nWhoever has this link looks at ${toVisibleLine(event.name)} until ${end} (${event.time_zone}). 'event ${event.id} --preview off' ends it.\n`,
        )
      },
    }),
  }
}

const missingTexts: Readonly<Record<MissingPart, string>> = {
  place: 'the place (place)',
  description: 'a description (description)',
  picture: 'a picture (images)',
  'gate-time': 'when the gates open (gateTime)',
  schedule: 'a schedule (schedule)',
  'nothing-on-sale': 'anything to buy: no registration, no tickets and no spaces',
  agreement: 'what who registers a car agrees to (agreement)',
  classes: 'classes',
  spaces: 'spaces on the maps that are for sale',
  ballots: "ballots: 'voters EVENT --create N' makes them",
  'judging-form': 'a judging form (judgingForms)',
  judges: "judges: 'judges EVENT --add ID' adds them",
  contact: "whom people may ask: the club's contactEmail",
}

function printCopy(copied: EventCopied, event: EventCall['event'], print: (text: string) => void): void {
  const { name, ref, startDate, endDate, days, records, leftOut, prices, textsOfYear, warnings } = copied
  const span = (from: string, to: string) => `${toDayText(from)} to ${toDayText(to)}`
  print(
    `${toVisibleLine(event.name)}, ${span(event.start_on, event.end_on)},\nas ${toVisibleLine(name)}, ${span(startDate, endDate)} (ref ${ref}, not published).\n`,
  )
  if (days % 7 !== 0) print('The weekdays are other ones.\n')
  const counts = Map.groupBy(records, ({ kind }) => kind.name)
  const toCounts = (of: ReadonlyMap<string, number>) =>
    countedKinds.flatMap(([kind, one, many]) => {
      const count = of.get(kind) ?? 0
      return count === 0 ? [] : [toCountText(count, one, many)]
    })
  const kept = new Map([...counts].map(([kind, each]) => [kind, each.length]))
  printPart(print, `Copied, all days and times ${Math.abs(days)} days ${days < 0 ? 'earlier' : 'later'}`, [
    toList(['its texts, pictures, schedule and settings', ...toCounts(kept)]),
  ])
  printPart(print, 'Prices, copied as they are', prices.map(toPriceText))
  const year = event.start_on.slice(0, 4)
  printPart(print, `Texts that name ${year}, copied as they are`, textsOfYear)
  printWarnings(print, warnings)
  const people = toCounts(leftOut)
  printPart(print, 'Never copied', [
    ...(people.length === 0 ? [] : [toList(people)]),
    'what was sold, links, votes and score sheets',
  ])
}

/** Kinds of the club file below an event. */
const countedKinds = [
  ['ticket', 'ticket', 'tickets'],
  ['class', 'class', 'classes'],
  ['map', 'map', 'maps'],
  ['element', 'space', 'spaces'],
  ['place', 'place', 'places'],
  ['shift', 'shift', 'shifts'],
  ['judgingForm', 'judging form', 'judging forms'],
  ['judge', 'judge', 'judges'],
  ['entry', 'car', 'cars'],
  ['vendor', 'vendor', 'vendors'],
  ['reservation', 'taken space', 'taken spaces'],
  ['worker', 'volunteer', 'volunteers'],
  ['voter', 'ballot', 'ballots'],
] as const

function printWarnings(print: (text: string) => void, warnings: readonly Fault[]): void {
  printPart(print, 'Perhaps not meant', warnings.map(toLine))
}

function printPart(print: (text: string) => void, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  print(`${title}:\n`)
  printLines(lines, print)
}

function toPriceText({ of, from, to }: Price): string {
  const dollars = (amount: number) => `$${amount.toFixed(2)}`
  const price = from === to ? dollars(from) : `${dollars(from)} to ${dollars(to)}`
  return `${of === null ? 'Registration of a car' : toVisibleLine(of)}: ${price}`
}

// `club -- event EVENT --copy`, `--publish` and `--preview`: next year's event, until everybody sees it.
import { toPageAddress } from '../../../club/addresses.ts'
import { type Fault, toLine } from '../../../clubFile/faults.ts'
import type { ClubFormat } from '../../../clubFile/format.ts'
import { toKindCount } from '../../../clubFile/kindWords.ts'
import { daysToNextShow } from '../../../limits/sizes.ts'
import { CommandRefused, type EventCall, eventWay } from '../../../officers/command.ts'
import { printLines } from '../../../officers/inputFile.ts'
import { choice, day, flag, label, naming, perhaps, text } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toList, toVisibleLine } from '../../../officers/words.ts'
import { createEventCopy, type EventCopied } from './copyActs.ts'
import type { DatedText } from './datedTexts.ts'
import { toDaysText } from './eventsCommand.ts'
import type { Price } from './prices.ts'
import {
  createPublishing,
  endPreview,
  type MissingPart,
  openPreview,
  removeEvent,
  unpublishEvent,
} from './publishActs.ts'

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
        const found = await act(publishEvent, { isDry: !yes })
        print(
          `Event ${event.id}: ${toVisibleLine(event.name)}, ${toDaysText(event.start_on, event.end_on)}.\n`,
        )
        const missing = found.missing.map((part) => missingTexts[part])
        printPart(print, 'Missing', missing.length === 0 ? ['nothing that a show usually has'] : missing)
        printWarnings(print, found.warnings)
        printDatedTexts(print, 'Texts that say a day or a price (are they right?)', found.datedTexts)
        printPrices(print, 'Prices, and when it is sold', found.prices, event.time_zone)
        printPart(print, 'Times', found.times)
        if (found.oldEntries !== undefined) {
          const { count, of } = found.oldEntries
          print(
            `LAST YEAR'S SCHEDULE: ${toCountText(count, 'entry is', 'entries are')} still as in ${toVisibleLine(of)}. 'schedule ${event.id} --from FILE --prune' brings this year's.\n`,
          )
        }
        const whom = toCountText(found.told, 'member')
        print(
          found.isOver
            ? 'The event is over, so nobody will hear of it.\n'
            : `${whom} ${yes ? 'will hear' : 'would hear'} of the new event within some minutes.\n`,
        )
        if (isDry) return print('Dry run, nothing was changed.\n')
        if (!yes) throw new CommandRefused('Nothing was changed. The same command with --yes publishes it.')
        print(`${toVisibleLine(event.name)} is published.\n`)
      },
    }),
    remove: eventWay({
      options: { remove: naming(flag), ...sure },
      help: `    --remove [--dry-run|--yes]          removes an event that is not published and of which nobody has anything`,
      async run({ act, event, print }, { yes, 'dry-run': isDry }) {
        await act(removeEvent, { isDry: !yes })
        const named = `${event.id}, ${toVisibleLine(event.name)}, ${toDaysText(event.start_on, event.end_on)}`
        if (yes) return print(`The event ${named}, is removed.\n`)
        print(`It would remove event ${named}, with its tickets, maps, schedule and shifts.\n`)
        if (isDry) return print('Dry run, nothing was changed.\n')
        throw new CommandRefused('Nothing was changed. The same command with --yes removes it.')
      },
    }),
    unpublish: eventWay({
      options: { unpublish: naming(flag), ...sure },
      help: `    --unpublish [--dry-run|--yes]       hides a published event again, as long as nobody has anything of it`,
      async run({ act, event, print }, { yes, 'dry-run': isDry }) {
        await act(unpublishEvent, { isDry: !yes })
        const named = toVisibleLine(event.name)
        const said = `Nobody is told. A phone that has saved it keeps what it has saved, and when it is published again, members hear of it again.\n`
        if (yes) return print(`${named} is hidden from everybody. ${said}`)
        print(`It would hide ${named} from everybody. ${said}`)
        if (isDry) return print('Dry run, nothing was changed.\n')
        throw new CommandRefused('Nothing was changed. The same command with --yes hides it.')
      },
    }),
    preview: previewWay,
  }
}

const previewWay = eventWay({
  words: { off: perhaps({ ...choice(['new', 'off']), shown: 'new|off' }) },
  options: { preview: naming(flag) },
  help: `    --preview [new|off]                 a link for thirty days to look at an event that is not published; new
                                          makes another one and ends the one before, off ends it at once`,
  async run({ act, event, print, services, tenant }, { off: word }) {
    if (word === 'off') {
      await act(endPreview)
      return print(`Nobody can look at ${toVisibleLine(event.name)} by a link any more.\n`)
    }
    const { secret, until } = await act(openPreview, { isNew: word === 'new' })
    const address = toPageAddress(services.config, tenant, `/dart/preview/${event.id}/${secret}`)
    const end = createTimeFormat(event.time_zone)(until)
    print(
      `${address}\nWhoever opens this link sees ${toVisibleLine(event.name)} in the viewer until ${end} (${event.time_zone}), with what will be sold, and can buy nothing. Keep it: it is not shown again. 'event ${event.id} --preview off' ends it.\n`,
    )
  },
})

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
  const {
    name,
    ref,
    startDate,
    endDate,
    days,
    records,
    leftOut,
    alike,
    prices,
    times,
    datedTexts,
    warnings,
  } = copied
  const moved = `${toCountText(Math.abs(days), 'day')} ${days < 0 ? 'earlier' : 'later'}`
  print(
    `${toVisibleLine(event.name)}, ${toDaysText(event.start_on, event.end_on)},\nas ${toVisibleLine(name)}, ${toDaysText(startDate, endDate)} (ref ${ref}, not published).\n`,
  )
  if (days % 7 !== 0) print('The weekdays are other ones.\n')
  if (Math.abs(days) < daysToNextShow) {
    print(`LESS THAN HALF A YEAR AWAY: it begins ${moved} than ${toVisibleLine(event.name)}.\n`)
  }
  if (alike !== undefined) {
    const when = toDaysText(alike.start_on, alike.end_on)
    print(`A COPY ALREADY? There is event ${alike.id}, ${toVisibleLine(alike.name)}, ${when}.\n`)
  }
  const counts = Map.groupBy(records, ({ kind }) => kind.name)
  const toCounts = (of: ReadonlyMap<string, number>) =>
    countedKinds.flatMap((kind) => {
      const count = of.get(kind) ?? 0
      return count === 0 ? [] : [toKindCount(kind, count)]
    })
  const kept = new Map([...counts].map(([kind, each]) => [kind, each.length]))
  printPart(print, `Copied, all days and times ${moved}`, [
    toList(['its texts, pictures, schedule and settings', ...toCounts(kept)]),
  ])
  printPrices(print, 'Prices, copied as they are, and when it will be sold', prices, event.time_zone)
  printPart(print, 'Times', times)
  printDatedTexts(print, 'Texts that say a day or a price, copied as they are', datedTexts)
  printWarnings(print, warnings)
  const people = toCounts(leftOut)
  printPart(print, 'Never copied', [
    ...(people.length === 0 ? [] : [toList(people)]),
    'what was sold, links, votes and score sheets',
  ])
}

/** Kinds of the club file below an event, of which it is said how many there are. */
const countedKinds = [
  ...['ticket', 'class', 'map', 'element', 'place', 'shift', 'judgingForm', 'judge'],
  ...['entry', 'vendor', 'reservation', 'worker', 'voter'],
]

function printWarnings(print: (text: string) => void, warnings: readonly Fault[]): void {
  printPart(print, 'Perhaps not meant', warnings.map(toLine))
}

function printPart(print: (text: string) => void, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  print(`${title}:\n`)
  printLines(lines, print)
}

function printDatedTexts(print: (text: string) => void, title: string, texts: readonly DatedText[]): void {
  printPart(
    print,
    title,
    texts.map(({ place, words }) => `${place}: ${words.join(', ')}`),
  )
}

function printPrices(
  print: (text: string) => void,
  title: string,
  prices: readonly Price[],
  timeZone: string,
): void {
  const toTime = createTimeFormat(timeZone)
  const lines = prices.map(({ of, from, to, sold }) => {
    const [begins, ends] = sold.map((instant) => toTime(new Date(instant)))
    const price = from === to ? toDollarText(from) : `${toDollarText(from)} to ${toDollarText(to)}`
    return `${of ?? 'Registration of a car'}: ${price}, from ${begins} to ${ends}`
  })
  printPart(print, title, lines)
}

const toDollarText = (amount: number) => `$${amount.toFixed(2)}`

// What the command line says of each refusal. Nothing else makes words of their codes.
import type {
  AlreadySo,
  NamedThing,
  NeedsYes,
  NotFound,
  NotPossible,
  OfficerFailures,
  PersonName,
  Refusal,
  SeveralFit,
  Taken,
} from '../../contract/officerFailures.ts'
import { findHandMode } from '../../domain/order.ts'
import { toVotesText } from '../areas/ballot/officers/paperInput.ts'
import { toEnd, toEndText, toValidText } from '../areas/members/officers/endText.ts'
import { toAmount } from '../mail/language.ts'
import { toMemberText, toTypesText } from '../member/officers/memberChoice.ts'
import { createTimeFormat, toDayText } from '../officers/timeFormat.ts'
import { toCountText, toList, toVisibleLine } from '../officers/words.ts'
import { disputeText, handWords, toExtendedHint, toKeptText } from '../order/officers/orderWords.ts'
import type { Sentences } from './sentences.ts'
import { inTable } from './tableTexts.ts'

const unchanged = 'Nothing was changed.'
const toOtherTags = (isAmong: 'officerTags' | 'tags' | undefined) =>
  isAmong === undefined
    ? ''
    : isAmong === 'tags'
      ? ' The roster shows one: leave out --officers.'
      : " It is among the officers' tags: say --officers."
const who = ({ member }: { member: PersonName }) => toMemberText(member)
const show = (typed: string | number) => toVisibleLine(String(typed))
const listNames = (known: readonly NamedThing[]) => known.map(({ label }) => toVisibleLine(label)).join(', ')

const notFound: Sentences<NotFound, 'thing'> = {
  activity: ({ typed }) => `The club has no activity ${typed}. ${unchanged}`,
  ballot: () => 'This event has no such ballot.',
  car: ({ typed }) => `The event has no car ${typed}. ${unchanged}`,
  class: ({ typed, known }) =>
    `The event has no class ${typed}; it has ${toList(known.map(({ id }) => id))}. ${unchanged}`,
  'class-on-sale': ({ typed, known }) =>
    `The event has no class ${typed}; it has ${toList(known.map(({ id, label }) => `${id} ${toVisibleLine(label)}`))}. Nothing was sold.`,
  'failed-job': ({ typed }) => `The club has no failed job ${typed}.`,
  file: ({ typed }) => `The club has no file ${typed}. ${unchanged}`,
  folder: ({ typed, known }) =>
    `The club has no folder '${show(typed)}'. ${known.length === 0 ? 'It has none yet.' : `It has: ${listNames(known)}.`} 'files folder NAME' makes one. ${unchanged}`,
  form: ({ typed, known }) =>
    `There is no judging form '${typed}' here; there are: ${known.map(({ id, label }) => `${id} (${label})`).join(', ') || 'none'}.`,
  judge: ({ typed }) => `This event has no judge ${typed}. --add ${typed} adds one.`,
  'judge-to-invite': () => 'There is no such judge.',
  'judge-to-revoke': ({ typed }) => `This event has no judge ${typed}, or they are revoked already.`,
  line: ({ order, typed, known }) => {
    const lines = `${known.length === 1 ? 'line' : 'lines'} ${toList(known)}`
    return `Order ${order} has no line ${typed}; it has ${known.length === 0 ? 'no lines yet' : lines}. ${unchanged}`
  },
  member: ({ typed }) =>
    `The club has no member '${show(typed)}'. Give an id, an e-mail address or a whole name; 'members --find TEXT' finds a part of it. ${unchanged}`,
  'member-type': ({ typed, known }) =>
    `The club has no single membership type '${show(typed)}'. Its types, each with its id: ${toTypesText(known)}. ${unchanged}`,
  order: ({ typed }) => `The club has no order ${typed}.`,
  paper: ({ typed }) => `This event has no paper ballot ${typed}.`,
  post: ({ typed }) => `The club has no post or comment ${typed}. ${unchanged}`,
  product: ({ typed }) => `The store has nothing with number ${typed}. ${unchanged}`,
  ride: ({ typed }) => `The club has no ride ${typed}. ${unchanged}`,
  'shared-file': ({ typed }) =>
    `The club shares no file '${show(typed)}'. 'files' lists them. Nothing was sent.`,
  sheet: () => 'No score sheet of this event has this receipt code.',
  'sold-things': ({ typed }) => `There is nothing to send of an order ${typed}. ${unchanged}`,
  space: ({ typed, vendor }) =>
    `${vendor === null ? 'The event' : toVisibleLine(vendor)} has no space '${show(typed)}'. ${unchanged}`,
  submission: () => 'No submission of this event has this receipt code.',
  ticket: ({ typed, known }) => {
    const tickets = known.map(({ id, label }) => `ticket:${id} for ${toVisibleLine(label)}`)
    return `The event has no ticket '${show(typed)}'; it has ${tickets.length === 0 ? 'no tickets' : toList(tickets)}. Nothing was sold.`
  },
  'ticket-code': ({ typed }) => `No ticket has the code ${typed}. Nobody was admitted.`,
  trail: ({ typed }) => `No moderator and no officer has changed a post or comment ${typed}.`,
  vendor: ({ typed }) => `The event has no vendor ${typed}. ${unchanged}`,
}

const severalFit: Sentences<SeveralFit, 'thing'> = {
  member: ({ known }) =>
    `${known.length} members have this name. Give the id or the e-mail address. ${unchanged}${known.map((member) => `\n  ${member.id}  ${toMemberText(member)}`).join('')}`,
  'shared-file': ({ typed, known }) =>
    `Several files are named '${show(typed)}'. Name one by its number: ${known.map(({ id }) => id).join(', ')}. Nothing was sent.`,
  sheet: () => 'Several score sheets have this receipt code.',
  space: ({ typed, known }) => {
    const choices = known.map(({ id, label }) => `${id} for ${toVisibleLine(label)}`)
    return `${known.length} spaces are called ${show(typed)}. Name one by its id: ${toList(choices)}. ${unchanged}`
  },
  'space-to-leave': ({ vendor, known }) =>
    `${toVisibleLine(vendor)} has ${toList(known.map(({ label }) => toVisibleLine(label)))}: name the one to leave with --leave.`,
}

const alreadySo: Sentences<AlreadySo, 'is'> = {
  'as-wanted': (of) => `All of this is stored of ${who(of)} already. ${unchanged}`,
  'ballot-void': ({ ballot }) => `Ballot ${ballot} is void already.`,
  folder: ({ name }) => `The club has a folder ${toVisibleLine(name)} already. ${unchanged}`,
  'for-life': (of) => `${who(of)} is a life member already. ${unchanged}`,
  hidden: ({ post }) => `${post} is hidden already and has no open reports. ${unchanged}`,
  'in-class': ({ car, carClass }) => `Car ${car} is in class ${carClass} already. ${unchanged}`,
  judge: ({ code }) =>
    `This event already has a judge ${code}. --change ${code} corrects their --name, --phone or --form.`,
  moderator: (of) => `${who(of)} is a moderator already. ${unchanged}`,
  muted: (of) => `${who(of)} is muted already. ${unchanged}`,
  'not-for-life': (of) => `${who(of)} is no life member already. ${unchanged}`,
  'not-moderator': (of) => `${who(of)} is no moderator already. ${unchanged}`,
  'not-muted': (of) => `${who(of)} is not muted. ${unchanged}`,
  'not-sent': ({ order }) => `Order ${order} was not sent yet. ${unchanged}`,
  'not-suspended': (of) => `${who(of)} is not suspended. ${unchanged}`,
  'not-tagged': (of) =>
    `${who(of)} has no tag '${toVisibleLine(of.tag)}'.${toOtherTags(of.isAmong)} ${unchanged}`,
  'not-published': ({ event }) => `${show(event.label)} is not published. ${unchanged}`,
  'of-type': (of) => `${who(of)} has the type ${toVisibleLine(of.type)} already. ${unchanged}`,
  'on-space': ({ vendor, space }) =>
    `${toVisibleLine(vendor)} is on ${toVisibleLine(space)} already. ${unchanged}`,
  'paper-not-void': ({ paper }) => `Paper ${paper} is not void. ${unchanged}`,
  'paper-void': ({ paper }) => `Paper ${paper} is void already. ${unchanged}`,
  previewed: ({ event, until, timeZone }) =>
    `There is a link to ${show(event.label)} already, which opens until ${createTimeFormat(timeZone)(new Date(until))} (${timeZone}). Only its hash is stored, so it cannot be shown again. 'event ${event.id} --preview new' makes another one and ends it. ${unchanged}`,
  published: ({ event }) => `${show(event.label)} is published already. ${unchanged}`,
  sent: ({ order }) => `Order ${order} was sent already. ${unchanged}`,
  'sheet-not-void': () => `This sheet is not void. ${unchanged}`,
  'sheet-void': () => `This sheet is void already. ${unchanged}`,
  shown: ({ post }) => `${post} is shown already and has no open reports. ${unchanged}`,
  suspended: (of) => `${who(of)} is suspended already. ${unchanged}`,
  tagged: (of) => `${who(of)} has the tag '${of.tag}' already. ${unchanged}`,
  'valid-until': (of) =>
    `The membership of ${who(of)} is valid until ${toEndText(toEnd(of.expiration))} already. ${unchanged}`,
  'with-these-votes': ({ paper }) => `Paper ${paper} has these votes already. ${unchanged}`,
}

const taken: Sentences<Taken, 'what'> = {
  'car-number': ({ number }) => `Another car has the number ${number}. ${unchanged}`,
  email: (of) =>
    `Member ${of.member.id} has this e-mail address already: ${who(of)}. ${unchanged} If their membership is over and they join anew: npm run club -- dues take ${of.member.id} --joining --paid cash or cheque.`,
  'email-for-now': ({ email }) =>
    `Another member has changed from ${toVisibleLine(email)} and can still take that back. ${unchanged} Try again later.`,
  'email-just-now': () =>
    `Somebody with one of these e-mail addresses has joined just now. ${unchanged} Run the command again.`,
  'event-ref': ({ ref, event }) =>
    `There is an event with the ref ${ref} already: ${event.id}, ${show(event.label)}. ${unchanged} --ref gives the copy another one.`,
  'event-name': ({ name, event }) =>
    `There is an event ${show(name)} on this day already: ${event.id}. ${unchanged} --name gives the copy another name.`,
  link: ({ paper, other }) => `Paper ${paper}: the ballot with this link is on paper ${other} already.`,
  'link-just-now': ({ paper }) => `Paper ${paper}: its ballot has just been used. ${unchanged}`,
  'link-on-phone': ({ paper }) =>
    `Paper ${paper}: somebody voted on a phone with this link, and that ballot counts.`,
  space: ({ space }) =>
    `${toVisibleLine(space)} is not free: somebody has it or is paying for it, or it is not for sale. ${unchanged}`,
  'voted-number': ({ number }) => `A vote names ${number} already, which was no car's number. ${unchanged}`,
}

const withYes = 'The same command with --yes does it.'

/** "order 17, in cash, Jun 5, 2026, 10:03". */
function toSameNote({ sameNote }: { readonly sameNote: string }): string {
  return sameNote === ''
    ? ''
    : ` It has the same note, ${toVisibleLine(sameNote)}: perhaps it is the same cheque.`
}

function toSaleText({
  order,
  mode,
  at,
  timeZone,
}: {
  order: number
  mode: string
  at: string
  timeZone: string
}) {
  const hand = findHandMode({ mode })
  const how = hand === undefined ? 'online' : handWords[hand]
  return `order ${order}, ${how}, ${createTimeFormat(timeZone)(new Date(at))}`
}

const needsYes: Sentences<NeedsYes, 'why'> = {
  disputed: () =>
    `${disputeText}${unchanged} The same command with --disputed --yes refunds it all the same.`,
  'dues-paid': (of) =>
    `${toVisibleLine(of.name)} has paid for their membership already: ${toSaleText(of)}.${toSameNote(of)} Nothing was taken. ${withYes}`,
  'free-dues': ({ name, mode }) =>
    `The dues of ${toVisibleLine(name)} are free, so there is nothing to take ${handWords[findHandMode({ mode }) ?? 'cash']}: look at their membership type. Nothing was taken. ${withYes}`,
  'never-paid': (of) =>
    `${who(of)} has never paid: their joining, order ${of.order}, was undone. --joining takes the price for joining. Nothing was taken. The same command with --yes takes a renewal all the same.`,
  'over-at-once': (of) =>
    `This ends the membership of ${who(of)} at once: it would be ${toValidText(toEnd(of.to))}. ${unchanged} ${withYes}`,
  'refunded-just-now': ({ order, line, cents, at, timeZone }) =>
    `${toAmount(cents)} of line ${line} of order ${order} went back just now already: ${createTimeFormat(timeZone)(new Date(at))}. ${unchanged} The same command with --again gives it back once more.`,
  shorter: (of) =>
    `This makes the membership of ${who(of)} shorter: it is ${toValidText(toEnd(of.from))}, and would be ${toValidText(toEnd(of.to))}.${of.isOver ? ' It is over then.' : ''} ${unchanged} ${withYes}`,
  'sold-just-now': (of) =>
    `The same was sold to ${toVisibleLine(of.name)} just now: ${toSaleText(of)}.${toSameNote(of)} Nothing was sold. The same command with --yes sells it once more.`,
  'unknown-cars': ({ paper, cars }) =>
    cars.length === 1
      ? `Paper ${paper}: no car has the number ${cars[0]}. With --yes the vote is counted all the same.`
      : `Paper ${paper}: no cars have the numbers ${toList(cars)}. With --yes the votes are counted all the same.`,
}

const askTexts = {
  tags: 'The file has tags: say --tags roster if the roster shows them to members, or --tags officers.',
  roster: 'There are new members: say --roster show if the roster lists them, or --roster hide.',
} as const

const notPossible: Sentences<NotPossible, 'why'> = {
  'additional-login': (of) => {
    const login = `${who(of)} is an additional login of ${toVisibleLine(of.parent)}`
    const parent = toVisibleLine(of.parent)
    switch (of.wanted) {
      case 'extend':
        return `${login} and ends with that membership. Extend that one. ${unchanged}`
      case 'dues':
        return `${login} and ends with that membership. Take the dues of that one: npm run club -- dues take ${/\s/.test(parent) ? `"${parent}"` : parent} --paid cash or cheque. ${unchanged}`
      case 'nothing':
        return `${login} and has that membership. ${unchanged}`
    }
  },
  'bad-vote': ({ paper, vote }) => `Paper ${paper}: ${vote} does not belong to any class of this event.`,
  'ballot-ended': ({ paper }) =>
    `The ballot on paper ${paper} was ended with voters --void or --reissue, so its voter may have a new one. ${unchanged}`,
  'ballot-is-paper': ({ ballot, paper, event }) =>
    `Ballot ${ballot} is paper ${paper ?? 'N'}, which has no link. ballots ${event} --paper --void ${paper ?? 'N'} voids it.`,
  'car-judged': ({ car }) =>
    `A score sheet or a vote names car ${car}, so its number and class stay: judges and voters have receipts for them. ${unchanged}`,
  'counted-often': ({ paper, times }) =>
    `Paper ${paper} is counted ${times} times. --void ${paper} ends one.`,
  'extended-since': (of) =>
    `Order ${of.later} has extended the membership of member ${of.member} since, and still stands: what order ${of.order} gave cannot be taken back. Nothing was decided. ${toExtendedHint(of)}`,
  'file-not-here': ({ name }) =>
    `The content of ${toVisibleLine(name)} is not on this server. Nothing was sent.`,
  'file-too-large': ({ name, bytes, most }) =>
    `${toVisibleLine(name)} has ${(bytes / 1_000_000).toFixed(1)} MB. A newsletter is attached to the mails and has at most ${most} MB. Nothing was sent.`,
  'is-suspended': (of) =>
    `${who(of)} is suspended and would have nothing of it. 'members restore MEMBER' ends that. ${unchanged}`,
  'last-owner': (of) =>
    `${who(of)} is the only owner of the club. Make somebody else an owner first: 'owner MEMBER'. ${unchanged}`,
  'has-logins': (of) =>
    `${who(of)} has additional logins: ${toList(of.logins.map((login) => `${login.id} ${toMemberText(login)}`))}. Remove those first. ${unchanged}`,
  'import-asks': ({ asks }) => `${asks.map((ask) => askTexts[ask]).join(' ')} ${unchanged}`,
  'life-member': (of) =>
    `${who(of)} is a life member. 'members life MEMBER off --until DAY' ends that. ${unchanged}`,
  'newsletter-off': ({ setting }) =>
    `The club does not offer its newsletter ${setting === 'newsletter' ? 'by mail' : 'by e-mail'}, so nobody was asked: its setting ${setting} is off. Nothing was sent.`,
  'no-email': ({ order }) => `The buyer of order ${order} gave no e-mail address. Nothing was sent.`,
  'no-length': () => 'The activity ends when it starts. Name another end.',
  'day-far-away': ({ day, years }) =>
    `${toDayText(day)} is more than ${years} years away. ${unchanged} Correct the year.`,
  'day-is-today': ({ day }) =>
    `${toDayText(day)} is today, and a copy begins on a later day. ${unchanged} --start names one.`,
  'day-over': ({ day }) => `${toDayText(day)} is over. ${unchanged}`,
  'has-things': ({ event, count }) =>
    `People have ${toCountText(count, 'thing')} of ${show(event.label)}: tickets, cars, spaces, shifts, votes or judges' phones. ${unchanged}`,
  'is-published': ({ event }) =>
    `${show(event.label)} is published. 'event ${event.id} --unpublish' hides it, as long as nobody has anything of it. ${unchanged}`,
  'not-published': ({ event }) =>
    `${show(event.label)} is not published, so nothing of it is sold, counted or sent. 'event ${event.id} --publish' shows it to everybody.`,
  'no-number-left': ({ carClass }) => `Class ${carClass} has no number left. ${unchanged}`,
  'no-number-of-class': ({ number, carClass }) =>
    `${number} is no number for class ${carClass}: it must be the class's number with more digits behind it, not only zeros, and must not begin like another class. ${unchanged}`,
  'no-phone': ({ typed }) =>
    `'${show(typed)}' is no telephone number. Write only the number, with its area code. ${unchanged}`,
  'no-open-ballot': ({ paper }) => `Paper ${paper}: there is no open ballot with this UUID.`,
  'no-space': ({ vendor }) => `${toVisibleLine(vendor)} has no space. ${unchanged}`,
  'no-ticket-code': ({ typed }) =>
    `'${show(typed)}' is no ticket's code: a code has 16 letters and digits, like 7G2K-M4QX-1B9T-ZC3W. Nobody was admitted.`,
  'no-type': (of) =>
    `${who(of)} has no membership type, so there is no price. 'members type MEMBER TYPE' gives one. ${unchanged}`,
  'not-disputed': ({ order }) => `Order ${order} is not disputed. ${unchanged}`,
  'not-of-store': ({ order }) =>
    `Order ${order} is not of the store. npm run club -- orders ${order} --refund --reason TEXT --yes gives it back. ${unchanged}`,
  'more-than-price': ({ cents, restCents }) =>
    `It costs ${toAmount(cents)}. Take that without --amount; what is more is a donation: npm run club -- donations take --amount ${(restCents / 100).toFixed(2)}, with the same --note. Nothing was taken.`,
  'no-day-of-money': ({ first, last }) =>
    `--date is the day on which the money came: from ${toDayText(first)} to ${toDayText(last)}, today. Nothing was taken.`,
  'not-a-cheque': ({ order }) =>
    `Order ${order} was not paid by cheque, so no cheque can have bounced. ${unchanged}`,
  'not-by-hand': ({ order }) =>
    `Order ${order} was paid by card: its money goes back to the card, and the buyer is told. --back and --no-mail are for cash and cheques. ${unchanged}`,
  'return-unsaid': ({ order }) =>
    `Order ${order} was paid by cheque: say how the part goes back, --back cash or --back cheque; --back bounced if the bank did not pay it, --back mistake if it was typed wrongly and never came. ${unchanged}`,
  'not-over': (of) =>
    `The membership of ${who(of)} is not over, so they do not join anew: leave out --joining. Nothing was taken.`,
  'paid-unsaid': ({ cents }) =>
    `This costs ${toAmount(cents)}. Say how it was paid: --paid cash or --paid cheque. Nothing was sold.`,
  'not-taken-back': ({ order, lines }) => `${toKeptText(order, lines)} Nothing was decided.`,
  'nothing-delivered': ({ order, state }) =>
    `Order ${order} is ${state}: there is nothing to write a receipt for.`,
  'other-link': ({ paper }) => `Paper ${paper} was counted before, without this link or with another ballot.`,
  'other-votes': ({ paper, votes }) =>
    `Paper ${paper} was counted before, with ${toVotesText(votes)}. --correct ${paper} changes its votes.`,
  'paper-is-void': ({ paper }) => `Paper ${paper} is void. --restore ${paper} makes it count again.`,
  'ticket-of-other-event': ({ code, event }) =>
    `${code} is a ticket of another event: ${event.label === '' ? `event ${event.id}` : toVisibleLine(event.label)}. Nobody was admitted.`,
  'ticket-refunded': ({ code, order, line }) =>
    `${code} was refunded (order ${order}, line ${line}). Nobody was admitted.`,
  'ticket-used': ({ code, order, line, description, name, usedAt, timeZone }) => {
    const when = usedAt === null ? 'before' : createTimeFormat(timeZone)(new Date(usedAt))
    return `${code} was USED ALREADY: ${when}. ${toVisibleLine(`${description}, ${name}`)} (order ${order}, line ${line}). Nobody was admitted.`
  },
  'too-many-days': ({ most }) => `The schedule would have more than ${most} days. ${unchanged}`,
  'too-many-entries': ({ day, most }) =>
    `${toDayText(day)} would have more than ${most} entries. ${unchanged}`,
  'too-many-tags': ({ most, longest }) =>
    `A member has at most ${most} tags of ${longest} characters. ${unchanged}`,
  'too-many-votes': ({ paper, votesPerClass, carClass }) =>
    `Paper ${paper}: more than ${votesPerClass} cars are chosen in class ${carClass}.`,
  'until-before-since': () => '--until must not be before --since.',
}

function choose<Details, By extends keyof Details>(sentences: Sentences<Details, By>, by: By) {
  return (details: Details): string => {
    const sentence = sentences[details[by] as Details[By] & string] as (details: Details) => string
    return sentence(details)
  }
}

const texts: { readonly [C in keyof OfficerFailures]: (details: OfficerFailures[C]) => string } = {
  'not-found': choose(notFound, 'thing'),
  'several-fit': choose(severalFit, 'thing'),
  'already-so': choose(alreadySo, 'is'),
  taken: choose(taken, 'what'),
  'needs-yes': choose(needsYes, 'why'),
  'not-possible': choose(notPossible, 'why'),
  'in-table': choose(inTable, 'what'),
  'not-sold': ({ message, faults }) =>
    `${message}${faults.map((fault) => `\n  ${toVisibleLine(fault)}`).join('')} Nothing was sold.`,
}

export function toRefusalText({ code, details }: Refusal): string {
  return (texts[code] as (details: unknown) => string)(details)
}

const misunderstood: ReadonlySet<string> = new Set<
  NotFound['thing'] | SeveralFit['thing'] | NotPossible['why']
>(['form', 'no-length', 'no-phone', 'space-to-leave', 'until-before-since'])

/** Whether the fault is in the words of the command, so that it was not understood. */
export function isMisunderstood({ details }: Refusal): boolean {
  const kind = 'thing' in details ? details.thing : 'why' in details ? details.why : ''
  return misunderstood.has(kind)
}

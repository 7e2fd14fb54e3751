// What the command line says of what is in a table: of its faults, and of how it was read.
import type { InTable, PersonName, TableValue, WordInTable } from '../../contract/officerFailures.ts'
import { toVotesText } from '../areas/ballot/officers/paperInput.ts'
import { toEnd, toEndText } from '../areas/members/officers/endText.ts'
import { firstYearOfLastDays } from '../limits/sizes.ts'
import { toMemberText, toTypesText } from '../member/officers/memberChoice.ts'
import { dayExample } from '../officers/dayWords.ts'
import { toLinesText } from '../officers/inputFile.ts'
import { unendedQuote } from '../officers/table.ts'
import { toDayText } from '../officers/timeFormat.ts'
import { toCountText, toList, toVisibleLine } from '../officers/words.ts'
import type { Sentences } from './sentences.ts'

const show = (typed: string) => `'${toVisibleLine(typed)}'`
const leftOut = 'It is left out.'

/** As people say them. */
const valueWords: Readonly<Record<TableValue, string>> = {
  id: 'id',
  email_address: 'e-mail address',
  name: 'name',
  fname: 'first name',
  lname: 'last name',
  title: 'title',
  partner: 'partner',
  address: 'address',
  address2: "address's second line",
  city: 'city',
  state: 'state',
  zip: 'zip code',
  country: 'country',
  phone: 'telephone number',
  type: 'membership type',
  expiration: 'last valid day',
  memberSince: 'day since when they are a member',
  tags: 'tags',
  officerTags: "officers' tags",
  officerNote: "officers' note",
  altMemberId: 'alternate id',
  newsletter: 'newsletter by post',
  enewsletter: 'newsletter by e-mail',
}

const needs: Partial<Record<TableValue, string>> = {
  fname: 'a first name. For a firm, write its name as the last name and, for instance, The as the first.',
  lname: 'a last name.',
  expiration: 'the last day on which the membership is valid. Write it, or say --until DAY.',
  type: 'a membership type. Write it, or say --default-type TYPE.',
}

const ways: Partial<Record<TableValue, string>> = {
  expiration: ', or say --until DAY.',
  type: ', or say --default-type TYPE.',
}

const readAs = {
  'month-end': 'a month',
  serial: 'the number of a day in a spreadsheet',
  'short-year': 'written with a year of two digits',
} as const

export const inTable: Sentences<InTable, 'what'> = {
  'above-headings': ({ text }) => `Above the headings, and left out: ${show(text)}`,
  'address-of-member': ({ typed, member }) =>
    `${show(typed)} is the address of ${toNumbered(member)}, so this member gets none.`,
  'area-code': ({ typed, code }) => `${show(typed)} has no area code, and gets ${code} by --area-code.`,
  'borrowed-cell': ({ from }) =>
    `is a formula that takes the value of another row: ${toVisibleLine(from)}. Look whether it is this member's.`,
  'column-twice': () => 'is there twice. Remove one.',
  'country-read': ({ country }) => `The country is read as ${country}.`,
  'cut-tags': ({ typed, tags }) =>
    `${show(typed)} are ${tags.length} tags: ${toList(tags.map(show))}. A remark is kept as it is by --map 'HEADING=officerNote'.`,
  'dates-read': ({ monthFirst, proof }) =>
    `Days are read ${monthFirst ? 'month first' : 'day first'}, because ${show(proof)} is a day in no other way`,
  ditto: ({ typed }) => `${show(typed)} says that it is as above. Write it out in each row. ${leftOut}`,
  'early-day': ({ typed }) =>
    `${show(typed)} is no last day of a membership: it is before ${firstYearOfLastDays}. Correct it.`,
  'either-day': ({ typed, days, more }) =>
    `${show(typed)} could be ${days.join(' or ')}. Say --dates month-first or --dates day-first.${more === 0 ? '' : ` The same is true of ${more} more.`}`,
  'empty-word': ({ typed }) => `${show(typed)} is taken for empty.`,
  'end-word': ({ typed, expiration }) =>
    `${show(typed)} is read as ${toEndText(toEnd(expiration))}, by --ends.`,
  'far-day': ({ typed }) => `${show(typed)} is far from today. Look whether the year is right.`,
  'far-end': ({ typed, day }) =>
    `${show(typed)} is far from today. Look whether it is ${toDayText(day)}, and for a member for life write Life.`,
  filled: ({ value, by }) =>
    value === 'type'
      ? `no membership type; ${toVisibleLine(by)} by --default-type.`
      : `no last valid day; ${toEndText(toEnd(by))} by --until.`,
  'first-day': () => 'is a year or a month, and is read as its first day.',
  'foreign-zip': ({ typed }) =>
    `${show(typed)} is no zip code of the country, and stays as it is. Look whether the country is right.`,
  'future-day': ({ typed }) => `${show(typed)} is a day to come. ${leftOut}`,
  'headings-again': () => 'the headings once more. The line is left out.',
  'life-and-day': ({ typed }) =>
    `${show(typed)} is a day, and the type says that the membership is for life. Correct one of them.`,
  'life-and-far': ({ typed }) =>
    `${show(typed)} is far from today, and the type says for life, so it is for life.`,
  'lost-cell': ({ text }) =>
    `${show(text)} stands in a column without a heading. Put text with a comma in quotes, or name the column.`,
  'lost-vote': ({ text }) =>
    `${show(text)} stands in a column without a heading. The votes of a paper stand in one cell, with spaces between them.`,
  'mended-email': ({ typed, text }) => `${show(typed)} is no e-mail address, and is read as ${show(text)}.`,
  'mended-letters': ({ typed, text }) => `${show(typed)} is read as ${show(text)}.`,
  'name-read': ({ typed, fname, lname, title, partner, left }) => {
    const parts = [`first name ${show(fname)}`, `last name ${show(lname)}`]
    if (title !== '') parts.push(`title ${title}`)
    if (partner !== '') parts.push(`partner ${show(partner)}`)
    const lost = left.length === 0 ? '' : ` Left out: ${left.map(show).join(', ')}.`
    return `${show(typed)} is ${partner === '' ? '' : 'two people, and is '}read as ${toList(parts)}.${lost}`
  },
  needs: ({ value }) => `a new member needs ${needs[value] ?? valueWords[value]}`,
  'needs-column': ({ value, rows }) =>
    `no column is known as the ${valueWords[value]}, and ${toCountText(rows, 'new member needs', 'new members need')} it. Say which one has it: --map 'HEADING=${value}'${ways[value] ?? '.'}`,
  'no-day': ({ typed }) => `${show(typed)} is no day with its year. ${dayExample}`,
  'no-email': ({ typed }) => `${show(typed)} is no e-mail address. ${leftOut}`,
  'no-ends': ({ words }) =>
    `no days: ${toWordsText(words)}. Write days, or say what they mean: --ends '${toVisibleLine(words[0]?.typed ?? '')}=DAY' (or =life, or =skip, which leaves the rows out).${toNumbersText(words)}`,
  'no-headings': () =>
    "no line names the columns of a table of members. Name them in the first line, or say --map 'HEADING=email_address'.",
  'no-name': ({ typed }) =>
    `${show(typed)} is not read as a name. Write "Last, First", or of a firm its name and the word The: "Ford of Salem, The".`,
  'no-paper-headings': () => 'no line names the columns of a table of papers: number,votes,voter.',
  'no-paper-number': () => 'A paper ballot has its number as written on it: letters, digits and hyphens.',
  'no-phone': ({ typed, length }) =>
    length === 'long'
      ? `${show(typed)} has too many digits for a telephone number. ${leftOut}`
      : `${show(typed)} is no telephone number with its area code. ${leftOut}${length === undefined ? '' : ' --area-code 413 puts one in front.'}`,
  'no-real-phone': ({ typed }) => `${show(typed)} is nobody's telephone number. ${leftOut}`,
  'no-record': ({ text }) => `${show(text)} is none of the records. The line is left out.`,
  'no-state': ({ typed }) => `${show(typed)} is no state or province, and stays as it is.`,
  'no-such-column': ({ typed, known }) =>
    `--map names a column ${show(typed)}, which the file does not have. It has ${toList(known.map(toVisibleLine))}.`,
  'no-such-id': () => 'the club has no member with this id. The row is compared by e-mail address and name.',
  'no-title': ({ typed }) => `${show(typed)} is none of Mr, Mrs, Miss, Ms, Dr, and is left out`,
  'no-type': ({ typed, known }) =>
    `the club has no single membership type ${show(typed)}. Its types, each with its id: ${toTypesText(known)}. Say what it means: --types '${toVisibleLine(typed)}=TYPE'. A new type is added in the club file (memberTypes, docs/club-file.md).`,
  'no-types': ({ words, known }) =>
    `the club has no membership types ${toWordsText(words)}. Its types, each with its id: ${toTypesText(known)}. Say what they mean: --types '${words
      .slice(0, 2)
      .map(({ typed }) => `${toVisibleLine(typed)}=TYPE`)
      .join(
        ',',
      )}' (or =TYPE for life, or =skip, which leaves the rows out).${toNumbersText(words)} A new type is added in the club file (memberTypes, docs/club-file.md).`,
  'no-yes-no': ({ typed }) => `${show(typed)} is neither yes nor no. ${leftOut}`,
  'no-voter': ({ paper }) => `Paper ${paper}: the voter must be the UUID from the link.`,
  'no-votes': ({ paper }) =>
    `Paper ${paper} has no votes. If nothing is chosen on it, write ${toVotesText([])} as its votes.`,
  'one-case': () => 'is written in capitals or in small letters alone, and stays so.',
  'other-weekday': ({ typed }) => `${show(typed)} is another day of the week. Correct one of them.`,
  'paper-column': () => 'is no column of a table of papers, which has number,votes,voter. Remove it.',
  'phone-alone': ({ typed }) => `of ${show(typed)} only the telephone number is taken.`,
  'place-in-city': ({ typed, city, state, zip }) =>
    `${show(typed)} is read as the city ${show(city)}, the state ${show(state)} and the zip code ${show(zip)}.`,
  'postal-read': ({ typed, code }) => `${show(typed)} is read as ${code}.`,
  'read-day': ({ typed, day, as }) => `${show(typed)} is ${readAs[as]}, and is read as ${toDayText(day)}.`,
  'row-comment': () => 'has a comment at a cell, which is not read.',
  'row-hidden': () => 'is hidden, and is taken like the others.',
  'row-struck': () => 'has text that is crossed out, and is read like other text.',
  'same-address': ({ typed, line, isAlike }) =>
    `${show(typed)} is the address of line ${line} too, and goes to that member. This one gets none.${isAlike ? ' Look whether both lines are one person.' : ''}`,
  'same-number': ({ typed, line }) => `${show(typed)} is the alternate id of line ${line} too.`,
  'same-person': ({ typed, line, not }) =>
    `${show(typed)} is the same member as line ${line}. Only that line is taken.${not === '' ? '' : ` Not taken: ${toVisibleLine(not)}.`}`,
  'second-column': ({ of, place }) =>
    `column ${place} is a second column for the ${valueWords[of]}. Leave one out: --map '${place}='`,
  'short-year': ({ typed }) =>
    `${show(typed)} has a year of two digits. Write it with four, like 2026-06-12.`,
  'short-zip': ({ of }) =>
    `has less than ${of} digits, and stays as it is. A spreadsheet may have taken a 0 from its beginning.`,
  'shortened-number': ({ typed }) => `${show(typed)} is a number that a spreadsheet has cut. ${leftOut}`,
  'skip-word': ({ typed, name }) => `${show(name)} is left out, because ${show(typed)} is said to mean it.`,
  skipped: ({ typed }) => `${show(typed)} may be a member that the club has. The line is left out.`,
  'state-read': ({ typed, state }) => `${show(typed)} is read as ${state}.`,
  'swapped-zip': ({ typed, other }) =>
    `${show(typed)} is a zip code${other === '' ? '' : `, and ${show(other)} a state`}. They are read so.`,
  'title-in-name': ({ typed, title }) => `of ${show(typed)} ${title} is taken for the title.`,
  'too-long': ({ length, most }) => `has ${length} characters, and can have ${most}. ${leftOut}`,
  'too-many-phones': ({ most }) => `has more than ${most} telephone numbers. The last are left out.`,
  'too-many-tags': ({ most, longest }) =>
    `A member has at most ${most} tags of ${longest} characters. The others are left out.`,
  'two-addresses': ({ left }) =>
    `has more than one e-mail address. The first is taken, and ${toList(left.map(show))} left out.`,
  'two-people': ({ typed }) => `${show(typed)} may be two people. A partner has a column of its own.`,
  'typed-year': ({ typed, day }) =>
    `${show(typed)} is the year ${day.slice(0, 4)}, and is read as ${toDayText(day)}.`,
  'unended-quote': () => unendedQuote,
  'unstored-formula': () => 'is a formula without a value. Open the file in Excel and save it there.',
  'zip-of-other-state': ({ typed, state }) => `${show(typed)} is no zip code of ${state}.`,
  'zip-zero': () => 'had no 0 at its beginning, as zip codes of this state have, and gets it.',
  'unused-columns': ({ columns }) =>
    `Not used: ${columns.map(show).join(', ')}. --map 'HEADING=officerNote' keeps a remark that only officers see, and 'HEADING=altMemberId' the alternate id.`,
}

/** "'dec'd' (lines 53, 195 and 216)". */
function toWordsText(words: readonly WordInTable[]): string {
  return toList(words.map(({ typed, lines }) => `${show(typed)} (${toLinesText(lines)})`))
}

function toNumbersText(words: readonly WordInTable[]): string {
  const hasNumber = words.some(({ typed }) => /\p{L}.*\d\W*$/u.test(typed))
  return hasNumber ? ' The word without the numbers behind it means all of them.' : ''
}

function toNumbered(member: PersonName): string {
  return `${toMemberText(member)}, member ${member.id}`
}

// `club -- members add`: one member, who makes a password on the sign-in screen.
import { longestTag } from '../../../limits/sizes.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { clubWay } from '../../../officers/command.ts'
import type { Reading } from '../../../officers/dayWords.ts'
import { day, kind, needed, text, UsageFault } from '../../../officers/options.ts'
import { lastDay, toEnd, toValidText } from './endText.ts'
import {
  readCountry,
  readEmail,
  readPhones,
  readTags,
  readText,
  textLimits,
} from './incoming/memberValues.ts'
import { addMember as add } from './memberActs.ts'

/** A text with at most so many characters, '' if it is not given. */
const limited = (most: number) =>
  kind((typed, name) => {
    const line = readText(typed)
    if (line.length <= most) return line
    throw new UsageFault(`${name} has at most ${most} characters.`)
  })

const name = (most: number) =>
  kind((typed, option) => {
    const line = limited(most).read(typed, option)
    if (line === '') throw new UsageFault(`${option} must not be empty.`)
    return line
  })

/** What cells of a table are read with, too. */
const cell = <T>(read: (typed: string) => Reading<T>) =>
  kind((typed, option) => {
    const reading = read(typed)
    if ('value' in reading) return reading.value
    throw new UsageFault(`${option}: ${reading.message}`)
  })

const tags = kind((typed) => {
  const read = readTags(typed)
  if (read.every((tag) => tag.length <= longestTag)) return read
  throw new UsageFault(`A tag has at most ${longestTag} characters.`)
})

const whoMissing = "'members add' needs --first NAME, --last NAME and --email ADDRESS."
const whatMissing =
  "'members add' needs --type TYPE and --until DAY, the last day on which the membership is valid."

export const addMemberWay = clubWay({
  options: {
    first: needed(name(textLimits.fname), whoMissing),
    last: needed(name(textLimits.lname), whoMissing),
    email: needed(cell(readEmail), whoMissing),
    type: needed(text, whatMissing),
    until: needed(lastDay, whatMissing),
    since: day,
    partner: limited(textLimits.partner),
    address: limited(textLimits.address),
    city: limited(textLimits.city),
    state: limited(textLimits.state),
    zip: limited(textLimits.zip),
    country: limited(textLimits.country),
    phone: cell((typed) => readPhones([typed])),
    tag: tags,
  },
  help: `members add --first NAME --last NAME --email ADDRESS --type TYPE --until DAY [--since DAY]
          [--phone NUMBER] [--partner NAME] [--address TEXT] [--city TEXT] [--state TEXT] [--zip TEXT]
          [--country TEXT] [--tag "A, B"]
                                          mails nothing; they make their password on the sign-in page`,
  async run({ act, print }, { type: wanted, tag: own = [], phone: phones = [], ...given }) {
    const { first: fname, last: lname, email, until: expiration, since: memberSince } = given
    const { partner = '', address = '', city = '', state = '', zip = '' } = given
    const country = readCountry(given.country ?? '')
    const values = {
      ...{ fname, lname, partner, address, city, state, zip, phones, tags: own, expiration },
      ...(country === '' ? {} : { country }),
      ...(memberSince === undefined ? {} : { memberSince }),
    }
    const { id, type } = await act(add, { email, type: wanted, values })
    print(
      `${toMemberText({ fname, lname, email })} is member ${id}: ${type.label}, ${toValidText(toEnd(expiration))}. Nothing was mailed. They make their password on the club's sign-in page, with this e-mail address.\n`,
    )
  },
})

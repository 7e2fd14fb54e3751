// The options with which officers say what is to be stored of a member.
import { longestTag } from '../../../limits/sizes.ts'
import type { Reading } from '../../../officers/dayWords.ts'
import { choice, type Kind, kindOf, text, UsageFault } from '../../../officers/options.ts'
import { joinLines, readEmail, readTags, readText, readTitle, textLimits } from './incoming/memberValues.ts'

/** A text with at most so many characters, '' if it is not given. */
const limitedLine = (most: number) =>
  kindOf((typed, name) => {
    const line = readText(typed)
    if (line.length <= most) return line
    throw new UsageFault(`${name} has at most ${most} characters.`)
  })

export const personName = (most: number) =>
  kindOf((typed, option) => {
    const line = limitedLine(most).read(typed, option)
    if (line === '') throw new UsageFault(`${option} must not be empty.`)
    return line
  })

/** What cells of a table are read with, too. */
const cellOf = <T>(read: (typed: string) => Reading<T>) =>
  kindOf((typed, option) => {
    const reading = read(typed)
    if ('value' in reading) return reading.value
    throw new UsageFault(`${option}: ${reading.message}`)
  })

const tagList = kindOf((typed) => {
  const read = readTags(typed)
  if (read.every((tag) => tag.length <= longestTag)) return read
  throw new UsageFault(`A tag has at most ${longestTag} characters.`)
})

/** '' for none. */
export const optionalAddress = kindOf((typed, option) =>
  typed === '' ? '' : cellOf(readEmail).read(typed, option),
)

/** "Mr.", or '' for none. */
const optionalTitle = kindOf((typed, option) => (typed === '' ? '' : cellOf(readTitle).read(typed, option)))

const shown = choice(['show', 'hide'])

/** Whether the roster lists them. */
export const showHide: Kind<boolean> = {
  takes: 'text',
  read: (typed, option) => shown.read(typed, option) === 'show',
}

const said = choice(['yes', 'no'])

export const yesNo: Kind<boolean> = {
  takes: 'text',
  read: (typed, option) => said.read(typed, option) === 'yes',
}

/** Of North America. */
export const areaCode = kindOf((typed, option) => {
  if (/^[2-9]\d\d$/.test(typed)) return typed
  throw new UsageFault(`${option} takes three digits, as 413.`)
})

/** What `members add` and `members change` store as it is typed; '' for none. */
export const personOptions = {
  title: optionalTitle,
  partner: limitedLine(textLimits.partner),
  address: limitedLine(textLimits.address),
  address2: limitedLine(textLimits.address),
  city: limitedLine(textLimits.city),
  state: limitedLine(textLimits.state),
  zip: limitedLine(textLimits.zip),
  country: limitedLine(textLimits.country),
  phone: text,
  'alternate-id': limitedLine(textLimits.altMemberId),
  tag: tagList,
  'officer-tag': tagList,
  'officer-note': limitedLine(textLimits.officerNote),
  roster: showHide,
}

interface TypedAddress {
  readonly address?: string | undefined
  readonly address2?: string | undefined
}

/** Both lines are stored as one. */
export function joinAddress({ address: first = '', address2 = '' }: TypedAddress): string {
  const whole = joinLines(first, address2)
  if (whole.length <= textLimits.address) return whole
  throw new UsageFault(`--address and --address2 have at most ${textLimits.address} characters together.`)
}

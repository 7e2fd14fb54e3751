// `club -- members change`: corrects what is stored of a member.
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { clubWay } from '../../../officers/command.ts'
import { day, flag, kindOf, text, UsageFault } from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import { readCountry } from './incoming/countryNames.ts'
import { textLimits, valueWords } from './incoming/memberValues.ts'
import { type CorrectedMember, changeMember } from './memberChange.ts'
import { joinAddress, optionalAddress, personName, personOptions, yesNo } from './memberOptions.ts'

const optionalDay = kindOf((typed, option) => (typed === '' ? '' : day.read(typed, option)))

export const changeMemberWay = clubWay({
  words: { member: text },
  options: {
    first: personName(textLimits.fname),
    last: personName(textLimits.lname),
    email: optionalAddress,
    ...personOptions,
    type: text,
    since: optionalDay,
    newsletter: yesNo,
    'e-newsletter': yesNo,
    'dry-run': flag,
  },
  help: `members change MEMBER [--last NAME] [--email ADDRESS] … [--dry-run]
                                          corrects what 'members add' says of a member; '' empties it. A new
                                          address is asked by mail, and the old one is told how to undo it;
                                          'members extend' changes the last valid day.
                                          --officer-note TEXT is a remark that only officers see.
                                          --newsletter yes|no (by post) and --e-newsletter yes|no`,
  check({ address, address2 }) {
    if (address2 !== undefined && address === undefined) {
      throw new UsageFault('--address2 needs --address: both are stored as one line.')
    }
  },
  async run({ steps, print }, { member, 'dry-run': isDry, ...given }) {
    const { first: fname, last: lname, title, partner, city, state, zip } = given
    const changed = await steps(changeMember, {
      member,
      email: given.email,
      texts: {
        ...{ fname, lname, title, partner, city, state, zip },
        address: given.address === undefined ? undefined : joinAddress(given),
        country: given.country === undefined ? undefined : readCountry(given.country),
        altMemberId: given['alternate-id'],
        officerNote: given['officer-note'],
      },
      phone: given.phone,
      since: given.since,
      type: given.type,
      tags: given.tag,
      officerTags: given['officer-tag'],
      isListed: given.roster,
      newsletter: given.newsletter,
      enewsletter: given['e-newsletter'],
      isDry,
    })
    print(toChangeText(changed, isDry))
  },
})

const words: Readonly<Record<CorrectedMember['changes'][number]['name'], string>> = {
  ...valueWords,
  email: 'e-mail address',
  isListed: 'in the roster',
  newsletter: 'newsletter by post',
  enewsletter: 'newsletter by e-mail',
}

function toChangeText({ member, changes, address }: CorrectedMember, isDry: boolean): string {
  const lines = changes.map(
    ({ name, from, to }) =>
      `  ${words[name]}: ${toVisibleLine(from || '(empty)')} → ${toVisibleLine(to || '(empty)')}\n`,
  )
  const head = `${toMemberText(member)}, member ${member.id}:\n`
  const said = toAddressText(member.email, changes.find(({ name }) => name === 'email')?.to ?? '', address)
  const end = isDry ? 'Dry run, nothing was changed.\n' : ''
  return [head, ...lines, ...(said === '' ? [] : [`${said}\n`]), end].join('')
}

function toAddressText(from: string, to: string, address: CorrectedMember['address']): string {
  switch (address) {
    case 'none':
    case 'spelling':
      return ''
    case 'at-once':
      return `They sign in with ${to}, and make their password on the club's sign-in page. Nothing is mailed.`
    case 'when-confirmed':
      return `A mail asks ${to} to confirm, within 24 hours. Until then they sign in with ${from}, where a mail says how to undo it. If nobody reads ${from} any more, say --email '' first, and then --email ${to}.`
    case 'to-none':
      return 'They cannot sign in any more, are signed out everywhere, and are not charged automatically. Nothing is mailed.'
  }
}

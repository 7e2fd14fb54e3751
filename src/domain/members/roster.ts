// Sorting and searching the roster: thousands of members, and an answer for every key that is typed.
import { compareNames } from '../nameOrder.ts'
import { foldText, toWords } from '../search.ts'
import { toPhoneDigits } from '../shapes/personLengths.ts'
import { createPersonSearch, toPlainName } from './personSearch.ts'

export interface RosterMember {
  readonly id: number
  readonly avatar: string
  readonly name: string
  readonly partner: string
  readonly email: string
  readonly phone: string
  /** "Millbrook, OH" */
  readonly locale: string
  readonly tags: readonly { readonly text: string }[]
}

export const rosterSorts = ['name', 'name-down', 'city', 'city-down'] as const
export type RosterSort = (typeof rosterSorts)[number]

/** A member with what a search compares, made once for all searches. */
export interface FindableMember {
  readonly member: RosterMember
  readonly folded: string
  readonly digits: string
}

/** In the order of the server, which knows the last names. */
export function toFindable(members: readonly RosterMember[]): FindableMember[] {
  return members.map((member) => {
    const { name, partner, locale, email, phone, tags } = member
    const texts = [
      name,
      toPlainName(name),
      partner,
      toPlainName(partner),
      locale,
      email,
      ...tags.map(({ text }) => text),
    ]
    return { member, folded: foldText(texts.join(' ')), digits: toPhoneDigits(phone) }
  })
}

/** `members` as the server gave them. Whoever shows no city comes last, in both directions. */
export function sortRoster(members: readonly FindableMember[], sort: RosterSort): readonly FindableMember[] {
  if (sort === 'name') return members
  if (sort === 'name-down') return members.toReversed()
  const direction = sort === 'city' ? 1 : -1
  return members.toSorted(({ member: { locale: one } }, { member: { locale: other } }) =>
    one === '' || other === ''
      ? Number(one === '') - Number(other === '')
      : direction * compareNames(one, other),
  )
}

/** Every word stands somewhere in a member's name, partner, city, e-mail or tags, or in the phone number. */
export function searchRoster(members: readonly FindableMember[], query: string): readonly FindableMember[] {
  if (toWords(query).length === 0) return members
  const isFound = createPersonSearch(query)
  return members.filter(({ folded, digits }) => isFound({ folded, phones: digits === '' ? [] : [digits] }))
}

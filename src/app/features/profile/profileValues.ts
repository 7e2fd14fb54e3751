// The form of the profile: its values from the member, what was changed, and what is sent.
import type { Input } from '../../../contract/index.ts'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import type { ProfileField, ProfileTexts } from '../../../domain/shapes/profile.ts'
import type { SessionMember } from '../../session/sessionState.ts'

export type ProfileValues = Record<ProfileField | 'title', string>

export function toProfileValues(member: SessionMember): ProfileValues {
  const { fname, lname, title, partner, address, city, state, zip, country, email_address, altMemberId } =
    member
  const phone = member.phoneNumbers[0]?.longCode ?? ''
  return {
    fname,
    lname,
    title,
    partner,
    address,
    city,
    state,
    zip,
    country,
    email_address,
    phone,
    altMemberId,
  }
}

export function isChanged(before: ProfileValues, after: ProfileValues, field: keyof ProfileValues): boolean {
  return toPlainLine(before[field]) !== toPlainLine(after[field])
}

export function listChanged(before: ProfileValues, after: ProfileValues): (keyof ProfileValues)[] {
  return (Object.keys(before) as (keyof ProfileValues)[]).filter((field) => isChanged(before, after, field))
}

/** Only what was changed. Further telephone numbers stay. */
export function toProfileInput(
  member: SessionMember,
  after: ProfileValues,
  avatar: string | undefined,
): Input<'update_member'> {
  const changed = listChanged(toProfileValues(member), after)
  const texts = Object.fromEntries(
    changed.filter((field) => field !== 'phone').map((field) => [field, toPlainLine(after[field])]),
  ) as Partial<Input<'update_member'>>
  const others = member.phoneNumbers.slice(1).map(({ longCode }) => ({ longCode }))
  return {
    ...texts,
    id: member.id,
    ...(changed.includes('phone')
      ? { phoneNumbers: [{ longCode: toPlainLine(after.phone) }, ...others] }
      : {}),
    ...(avatar === undefined ? {} : { avatar }),
  }
}

/** The texts that have limits. */
export function toTexts({ title: _, ...texts }: ProfileValues): ProfileTexts {
  return texts
}

/** The id of a field's control. */
export function toFieldId(field: keyof ProfileValues): string {
  return `profile-${field}`
}

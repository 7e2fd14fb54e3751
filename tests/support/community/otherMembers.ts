// Members who are in no table of people: whose account or membership is not as usual, or who are listed in another way.
import { addDays, findDay } from '../../../src/domain/day.ts'
import { foldEmail } from '../../../src/domain/member.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'

export interface OtherMember {
  readonly isDeleted?: true
  readonly isSuspended?: true
  readonly hasExpired?: true
  /** An additional login of the parent. */
  readonly isAdditional?: true
  /** Default false. */
  readonly isListed?: true
  /** In the roster, if they are listed. Default false. */
  readonly showsEmail?: true
}

/** Makes this member of the club, or finds the one that was made before under this name. Returns the id. */
export async function takeOtherMember(
  world: ClubWorld,
  club: SeededClub,
  name: string,
  other: OtherMember,
): Promise<number> {
  const email = `${name.replace(/\W+/g, '.')}@${club.slug}.example`
  const now = new Date(world.now())
  const today = findDay(world.now(), club.timeZone)
  const found = await world.findRow(club, 'member', { email_folded: foldEmail(email) }, ['id'])
  if (found !== undefined) return found.id
  const { id } = await world.insertRow(club, 'member', {
    email,
    email_folded: foldEmail(email),
    email_proved_at: now,
    fname: 'Una',
    lname: name,
    expires_on: other.hasExpired ? today : addDays(today, 700),
    deleted_at: other.isDeleted ? now : null,
    suspended_at: other.isSuspended ? now : null,
    parent_id: other.isAdditional ? club.people.parent.id : null,
  })
  await world.insertRow(club, 'member_settings', {
    member_id: id,
    roster: other.isListed ?? false,
    roster_email: other.showsEmail ?? false,
  })
  return id
}

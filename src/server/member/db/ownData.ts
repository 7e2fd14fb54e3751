// What the file with a member's own data has of their account.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../db/ownData.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { isLifeMember, membershipEnd } from './membershipEnd.ts'
import { holdsRight } from './officer.ts'

export const ownData = {
  profile: (memberId) => sql`
    select member.id, jsonb_build_object('id', member.id, 'email', member.email, 'firstName', member.fname, 'lastName', member.lname,
      'title', member.title, 'partner', member.partner, 'address', member.address, 'city', member.city, 'state', member.state, 'zip', member.zip,
      'country', member.country, 'phoneNumbers', member.phone_numbers, 'memberNumber', member.alt_member_id,
      'membershipType', coalesce(t.label, ''), 'memberSince', member.joined_on, 'life', ${isLifeMember()},
      'lastValidDay', case when not ${isLifeMember()} then ${membershipEnd()} - 1 end,
      'tags', member.tags, 'officerTags', member.officer_tags, 'officerNote', member.officer_note, 'language', member.language, 'created', member.created_at, 'picture', member.avatar_hash,
      'additionalLogins', (select coalesce(jsonb_agg(jsonb_build_object('firstName', l.fname, 'lastName', l.lname,
        'email', l.email) order by l.id), '[]') from ${ofClub('member', 'l')}
        where l.parent_id = member.id and l.deleted_at is null)),
      case when member.avatar_hash is not null then jsonb_build_array(member.avatar_hash) end
    from ${ofClub('member')} left join ${ofClub('member_type', 't')} on t.id = member.member_type_id
    where member.id = ${memberId}`,
  settings: (member) => sql`
    select s.member_id, jsonb_build_object('roster', s.roster, 'rosterPartner', s.roster_partner,
      'rosterLocale', s.roster_locale, 'rosterEmail', s.roster_email, 'rosterPhone', s.roster_phone,
      'notifyNewFile', s.notify_new_file, 'notifyNewEvent', s.notify_new_event,
      'notifyNewProduct', s.notify_new_product, 'newsletter', s.newsletter, 'enewsletter', s.enewsletter,
      'additionalEmails', s.additional_emails, 'autoRenew', s.auto_renew, 'moderator', ${holdsRight('s.member_id', 'moderate')}), null::jsonb
    from ${ofClub('member_settings', 's')} where s.member_id = ${member}`,
} satisfies OwnDataSelects

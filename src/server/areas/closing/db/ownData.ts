// All SQL that reads what the club has of one member, for the file that they may take. Every record by the words that a
// person understands, times as ISO instants, money in cents.
import { type RawBuilder, sql } from 'kysely'
import type { OwnDataPart } from '../../../../contract/account.ts'
import type { Tx } from '../../../db/open.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'
import { ownDataPageSize } from '../../../limits/sizes.ts'
import { isLifeMember, membershipEnd } from '../../../member/db/membershipEnd.ts'
import { isOwnOrder, provedEmail } from '../../../order/db/ownOrder.ts'

export interface OwnDataPage {
  readonly records: readonly Record<string, unknown>[]
  readonly pictures: readonly string[]
  /** The place of the last record, if there are more after it. */
  readonly next: number | null
}

interface Row {
  /** Where the record stands among those of its part: they are read in its order. */
  readonly place: number
  readonly record: Record<string, unknown>
  readonly pictures: readonly string[] | null
}

/** What comes after the place `after`. */
export async function readOwnData(
  tx: Tx,
  { memberId, part, after }: { memberId: number; part: OwnDataPart; after: number },
): Promise<OwnDataPage> {
  const { rows } = await sql<Row>`
    select place, record, pictures from (${parts[part](memberId)}) as own (place, record, pictures)
    where place > ${after} order by place limit ${ownDataPageSize + 1}`.execute(tx)
  const page = rows.slice(0, ownDataPageSize)
  return {
    records: page.map(({ record }) => record),
    pictures: page.flatMap(({ pictures }) => pictures ?? []),
    next: rows.length > page.length ? (page.at(-1)?.place ?? null) : null,
  }
}

type Select = (memberId: number) => RawBuilder<unknown>

const ownOrders: Select = (member) =>
  sql`select o.id from ${ofClub('purchase_order', 'o')} where ${isOwnOrder(member, 'o')}`

/** Each selects a place, a record, and the hashes of its pictures. Secrets are no data of the member. */
const parts: Readonly<Record<OwnDataPart, Select>> = {
  profile: (memberId) => sql`
    select member.id, jsonb_build_object('id', member.id, 'email', member.email, 'firstName', member.fname, 'lastName', member.lname,
      'title', member.title, 'partner', member.partner, 'address', member.address, 'city', member.city, 'state', member.state, 'zip', member.zip,
      'country', member.country, 'phoneNumbers', member.phone_numbers, 'memberNumber', member.alt_member_id,
      'membershipType', coalesce(t.label, ''), 'memberSince', member.joined_on, 'life', ${isLifeMember()},
      'lastValidDay', case when not ${isLifeMember()} then ${membershipEnd()} - 1 end,
      'tags', member.tags, 'language', member.language, 'created', member.created_at, 'picture', member.avatar_hash,
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
      'additionalEmails', s.additional_emails, 'autoRenew', s.auto_renew, 'moderator', s.moderator), null::jsonb
    from ${ofClub('member_settings', 's')} where s.member_id = ${member}`,
  cards: (member) => sql`
    select c.id, jsonb_build_object('brand', c.brand, 'last4', c.last4, 'expMonth', c.exp_month,
      'expYear', c.exp_year, 'isDefault', c.is_default, 'consent', c.consent, 'created', c.created_at), null::jsonb
    from ${ofClub('saved_card', 'c')} where c.member_id = ${member}`,
  // the endpoint and the keys open the device to messages
  devices: (member) => sql`
    select d.id, jsonb_build_object('language', d.language, 'created', d.created_at,
      'follows', (select coalesce(jsonb_agg(v.name order by v.start_on, v.id), '[]')
        from ${ofClub('followed_event', 'f')} join ${ofClub('event', 'v')} on v.id = f.event_id
        where f.subscription_id = d.id),
      'favourites', (select coalesce(jsonb_agg(jsonb_build_object('event', v.name,
          'entry', coalesce((select s ->> 'label' from jsonb_array_elements(v.schedule) as day,
            jsonb_array_elements(day -> 'entries') as s where s ->> 'id' = f.entry_id limit 1), f.entry_id))
          order by v.start_on, v.id, f.entry_id), '[]')
        from ${ofClub('favourite', 'f')} join ${ofClub('event', 'v')} on v.id = f.event_id
        where f.subscription_id = d.id)), null::jsonb
    from ${ofClub('push_subscription', 'd')} where d.member_id = ${member}`,
  posts: (member) => sql`
    select p.id, jsonb_build_object('id', p.id, 'topic', t.topic, 'commentOn', p.parent_id, 'message', p.message,
      'pictures', p.pictures, 'created', p.created_at, 'edited', p.edited_at, 'hidden', p.hidden_at is not null),
      p.pictures
    from ${ofClub('post', 'p')} left join ${ofClub('topic', 't')} on t.id = p.topic_id
    where p.member_id = ${member} and p.deleted_at is null`,
  reactions: (member) => sql`
    select r.post_id, jsonb_build_object('post', r.post_id, 'reaction', r.reaction), null::jsonb
    from ${ofClub('post_reaction', 'r')} where r.member_id = ${member}`,
  reports: (member) => sql`
    select r.post_id, jsonb_build_object('post', r.post_id, 'reason', r.reason, 'note', r.note,
      'created', r.created_at), null::jsonb
    from ${ofClub('post_report', 'r')} where r.member_id = ${member}`,
  rides: (member) => sql`
    select r.id, jsonb_build_object('id', r.id, 'year', r.year, 'make', r.make, 'model', r.model,
      'engine', r.engine, 'trim', r.trim, 'story', r.description, 'pictures', r.pictures,
      'created', r.created_at), r.pictures
    from ${ofClub('ride', 'r')} where r.member_id = ${member}`,
  listings: (member) => sql`
    select c.id, jsonb_build_object('id', c.id, 'label', c.label, 'priceCents', c.price_cents,
      'description', c.description, 'pictures', c.pictures, 'created', c.created_at), c.pictures
    from ${ofClub('classified', 'c')} where c.member_id = ${member} and c.deleted_at is null`,
  orders: (member) => sql`
    select o.id, jsonb_build_object('number', o.id, 'description', o.description, 'state', o.state, 'mode', o.mode,
      'name', o.name, 'email', o.email, 'currency', o.currency, 'subTotalCents', o.sub_total_cents,
      'discountCents', o.discount_cents, 'serviceFeeCents', o.service_fee_cents, 'taxesCents', o.taxes_cents,
      'totalCents', o.total_cents, 'receivedCents', o.received_cents, 'created', o.created_at, 'paid', o.paid_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'label', l.label,
        'quantity', l.quantity, 'amountCents', l.amount_cents, 'state', l.state) order by l.line), '[]')
        from ${ofClub('order_line', 'l')} where l.order_id = o.id),
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amountCents', r.amount_cents, 'state', r.state,
        'reason', r.reason, 'asked', r.asked_at, 'done', r.done_at) order by r.asked_at), '[]')
        from ${ofClub('refund', 'r')} where r.order_id = o.id)), null::jsonb
    from ${ofClub('purchase_order', 'o')} where ${isOwnOrder(member, 'o')}`,
  deliveries: (member) => sql`
    select s.id, jsonb_build_object('order', s.order_id, 'product', s.product, 'size', s.size, 'name', s.name,
      'address', s.address, 'city', s.city, 'state', s.state, 'zip', s.zip, 'country', s.country, 'phone', s.phone,
      'email', s.email, 'created', s.created_at, 'shipped', s.shipped_at, 'void', s.void_at), null::jsonb
    from ${ofClub('sold_product', 's')} join ${ofClub('purchase_order', 'o')} on o.id = s.order_id
    where ${isOwnOrder(member, 'o')}`,
  registrations: (member) => sql`
    select e.id, jsonb_build_object('event', v.name, 'start', v.start_on, 'carNumber', e.car_number, 'year', e.year,
      'make', e.make, 'model', e.model, 'trim', e.trim, 'color', e.color, 'engine', e.engine,
      'options', e.option_values, 'firstName', e.fname, 'lastName', e.lname, 'address', e.address, 'city', e.city,
      'state', e.state, 'zip', e.zip, 'country', e.country, 'phone', e.phone, 'email', e.email,
      'allowsMarketing', e.allow_email_marketing, 'notes', e.notes, 'created', e.created_at, 'order', e.order_id),
      null::jsonb
    from ${ofClub('entry', 'e')} join ${ofClub('event', 'v')} on v.id = e.event_id
    where e.member_id = ${member} or e.order_id in (${ownOrders(member)})`,
  tickets: (member) => sql`
    select s.id, jsonb_build_object('event', v.name, 'start', v.start_on, 'description', s.description,
      'code', s.code, 'options', s.option_values, 'name', s.name, 'address', s.address, 'city', s.city,
      'state', s.state, 'zip', s.zip, 'phone', s.phone, 'email', s.email,
      'allowsMarketing', s.allow_email_marketing, 'created', s.created_at, 'used', s.used_at, 'void', s.void_at,
      'order', s.order_id), null::jsonb
    from ${ofClub('sold_ticket', 's')} join ${ofClub('event', 'v')} on v.id = s.event_id
    where s.member_id = ${member} or s.order_id in (${ownOrders(member)})`,
  spaces: (member) => sql`
    select d.id, jsonb_build_object('event', v.name, 'start', v.start_on, 'name', d.name, 'goods', d.goods,
      'description', d.description, 'contact', d.contact_name, 'address', d.address, 'city', d.city,
      'state', d.state, 'zip', d.zip, 'phone', d.phone, 'email', d.email, 'taxId', d.tax_id,
      'allowsMarketing', d.allow_email_marketing, 'created', d.created_at, 'order', d.order_id,
      'spaces', (select coalesce(jsonb_agg(jsonb_build_object('row', m.row, 'number', m.num) order by m.id), '[]')
        from ${ofClub('reservation', 'r')} join ${ofClub('map_element', 'm')} on m.id = r.map_element_id
        where r.vendor_id = d.id)), null::jsonb
    from ${ofClub('vendor', 'd')} join ${ofClub('event', 'v')} on v.id = d.event_id
    where d.member_id = ${member} or d.order_id in (${ownOrders(member)})`,
  shifts: (member) => sql`
    select w.id, jsonb_build_object('event', v.name, 'schedule', g.name, 'day', s.shift_on,
      'startHour', s.start_hour, 'startMinute', s.start_minute, 'minutes', s.duration_minutes,
      'firstName', w.fname, 'lastName', w.lname, 'phone', w.phone, 'email', w.email,
      'allowsMarketing', w.allow_email_marketing, 'gift', w.swag, 'notes', w.notes, 'created', w.created_at,
      'askedUntil', w.asked_until),
      null::jsonb
    from ${ofClub('shift_worker', 'w')}
    join ${ofClub('shift', 's')} on s.id = w.shift_id
    join ${ofClub('shift_schedule', 'g')} on g.id = s.shift_schedule_id
    join ${ofClub('event', 'v')} on v.id = g.event_id
    where w.member_id = ${member} or (w.member_id is null and w.email_folded = ${provedEmail(member)})`,
}

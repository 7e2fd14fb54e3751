// What the file with a member's own data has of what they bought for events.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'
import { selectOwnOrders } from '../../../order/db/ownOrder.ts'

export const ownData = {
  registrations: (member) => sql`
    select e.id, jsonb_build_object('event', v.name, 'start', v.start_on, 'carNumber', e.car_number, 'year', e.year,
      'make', e.make, 'model', e.model, 'trim', e.trim, 'color', e.color, 'engine', e.engine,
      'options', e.option_values, 'firstName', e.fname, 'lastName', e.lname, 'address', e.address, 'city', e.city,
      'state', e.state, 'zip', e.zip, 'country', e.country, 'phone', e.phone, 'email', e.email,
      'allowsMarketing', e.allow_email_marketing, 'notes', e.notes, 'created', e.created_at, 'order', e.order_id),
      null::jsonb
    from ${ofClub('entry', 'e')} join ${ofClub('event', 'v')} on v.id = e.event_id
    where e.member_id = ${member} or e.order_id in (${selectOwnOrders(member)})`,
  tickets: (member) => sql`
    select s.id, jsonb_build_object('event', v.name, 'start', v.start_on, 'description', s.description,
      'code', s.code, 'options', s.option_values, 'name', s.name, 'address', s.address, 'city', s.city,
      'state', s.state, 'zip', s.zip, 'phone', s.phone, 'email', s.email,
      'allowsMarketing', s.allow_email_marketing, 'created', s.created_at, 'used', s.used_at, 'void', s.void_at,
      'order', s.order_id), null::jsonb
    from ${ofClub('sold_ticket', 's')} join ${ofClub('event', 'v')} on v.id = s.event_id
    where s.member_id = ${member} or s.order_id in (${selectOwnOrders(member)})`,
  spaces: (member) => sql`
    select d.id, jsonb_build_object('event', v.name, 'start', v.start_on, 'name', d.name, 'goods', d.goods,
      'description', d.description, 'contact', d.contact_name, 'address', d.address, 'city', d.city,
      'state', d.state, 'zip', d.zip, 'phone', d.phone, 'email', d.email, 'taxId', d.tax_id,
      'allowsMarketing', d.allow_email_marketing, 'created', d.created_at, 'order', d.order_id,
      'spaces', (select coalesce(jsonb_agg(jsonb_build_object('row', m.row, 'number', m.num) order by m.id), '[]')
        from ${ofClub('reservation', 'r')} join ${ofClub('map_element', 'm')} on m.id = r.map_element_id
        where r.vendor_id = d.id)), null::jsonb
    from ${ofClub('vendor', 'd')} join ${ofClub('event', 'v')} on v.id = d.event_id
    where d.member_id = ${member} or d.order_id in (${selectOwnOrders(member)})`,
} satisfies OwnDataSelects

// What the file with a member's own data has of what the store sends them.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'
import { isOwnOrder } from '../../../order/db/ownOrder.ts'

export const ownData = {
  deliveries: (member) => sql`
    select s.id, jsonb_build_object('order', s.order_id, 'product', s.product, 'size', s.size, 'name', s.name,
      'address', s.address, 'city', s.city, 'state', s.state, 'zip', s.zip, 'country', s.country, 'phone', s.phone,
      'email', s.email, 'created', s.created_at, 'shipped', s.shipped_at, 'void', s.void_at), null::jsonb
    from ${ofClub('sold_product', 's')} join ${ofClub('purchase_order', 'o')} on o.id = s.order_id
    where ${isOwnOrder(member, 'o')}`,
} satisfies OwnDataSelects

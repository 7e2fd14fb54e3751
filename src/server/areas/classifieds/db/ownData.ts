// What the file with a member's own data has of their listings.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'

export const ownData = {
  listings: (member) => sql`
    select c.id, jsonb_build_object('id', c.id, 'label', c.label, 'priceCents', c.price_cents,
      'description', c.description, 'pictures', c.pictures, 'created', c.created_at), c.pictures
    from ${ofClub('classified', 'c')} where c.member_id = ${member} and c.deleted_at is null`,
} satisfies OwnDataSelects

// What the file with a member's own data has of their rides.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'

export const ownData = {
  rides: (member) => sql`
    select r.id, jsonb_build_object('id', r.id, 'year', r.year, 'make', r.make, 'model', r.model,
      'engine', r.engine, 'trim', r.trim, 'story', r.description, 'pictures', r.pictures,
      'created', r.created_at), r.pictures
    from ${ofClub('ride', 'r')} where r.member_id = ${member}`,
} satisfies OwnDataSelects

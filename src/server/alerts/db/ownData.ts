// What the file with a member's own data has of their devices.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../db/ownData.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

export const ownData = {
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
} satisfies OwnDataSelects

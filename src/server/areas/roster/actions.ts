// The handler for the roster.
import type { roster as contract } from '../../../contract/roster.ts'
import { findDay } from '../../../domain/day.ts'
import { toMemberPictureAddress } from '../../club/addresses.ts'
import { getClub } from '../../club/db/club.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { listRoster } from './db.ts'

export const roster = {
  async get_members_for_roster({ tx, tenant, now, services }) {
    const { settings, timeZone } = await getClub(tx)
    if (!settings.roster) return { members: [] }
    const listed = await listRoster(tx, findDay(now, timeZone))
    return {
      members: listed.map(({ avatarHash, tags, ...shown }) => ({
        ...shown,
        avatar: toMemberPictureAddress(services.config, tenant, avatarHash),
        tags: tags.map((text) => ({ text })),
      })),
    }
  },
} satisfies Pick<Handlers, keyof typeof contract>

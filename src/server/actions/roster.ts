// The handler for the roster.
import type { roster as contract } from '../../contract/roster.ts'
import { findDay } from '../../domain/day.ts'
import { getClub } from '../db/club/club.ts'
import { listRoster } from '../db/community/roster.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { toMemberPictureAddress } from '../portal/addresses.ts'

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

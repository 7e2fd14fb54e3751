// The handler for the roster.
import type { roster as contract } from '../../../contract/roster.ts'
import { findDay } from '../../../domain/day.ts'
import { toMemberPictureAddress } from '../../club/addresses.ts'
import { getClub } from '../../club/db/club.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { toPhoneOrigin } from '../../member/callingCode.ts'
import { listRoster } from './db.ts'

export const roster = {
  async get_members_for_roster({ tx, tenant, now, services }) {
    const { settings, timeZone, country } = await getClub(tx)
    if (!settings.roster) return { members: [] }
    const ownCode = toPhoneOrigin(country).countryCode
    const listed = await listRoster(tx, { today: findDay(now, timeZone), ownCode })
    return {
      members: listed.map(({ avatarHash, tags, ...shown }) => ({
        ...shown,
        avatar: toMemberPictureAddress(services.config, tenant, avatarHash),
        tags: tags.map((text) => ({ text })),
      })),
    }
  },
} satisfies Pick<Handlers, keyof typeof contract>

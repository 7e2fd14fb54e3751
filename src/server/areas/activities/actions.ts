// Handlers for the club's calendar.

import type { activities as contract } from '../../../contract/activities.ts'
import { findSpanFault, mostYears, toDays, toFeedDays } from '../../../domain/calendar/activity.ts'
import { toCalendarFile } from '../../../domain/calendar/calendarFile.ts'
import { findDay, toInstant } from '../../../domain/day.ts'
import { isExpired } from '../../../domain/member.ts'
import { toPageAddress } from '../../club/addresses.ts'
import { getClub, getTimeZone } from '../../club/db/club.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { findCalendarCode, findCalendarEnd, saveCalendarCode } from '../../member/db/calendarCode.ts'
import { newCalendarCode } from '../../member/ownAddresses.ts'
import { listActivities } from './db.ts'
import { toFeedEntries } from './links/calendarFeed.ts'

const spanSentences = {
  backwards: 'The end is before the start.',
  'too-long': `At most ${mostYears} years can be read at once.`,
}

export const activities = {
  async get_activities({ tx, fail }, span) {
    const timeZone = await getTimeZone(tx)
    const fault = findSpanFault(span, timeZone)
    if (fault !== undefined) {
      const faults = [{ path: 'end', message: spanSentences[fault] }]
      return fail('invalid-input', spanSentences[fault], { faults })
    }
    return { activities: await listActivities(tx, toDays(span, timeZone)) }
  },

  async get_calendar_feed({ tx, tenant, member, services }) {
    const code = await findCalendarCode(tx, member.id)
    return {
      address: code === null ? null : toPageAddress(services.config, tenant, `/calendar/${code}.ics`),
    }
  },

  async renew_calendar_feed({ tx, member }) {
    await saveCalendarCode(tx, member.id, newCalendarCode())
    return {}
  },

  async read_calendar_feed(context, { code }) {
    const { tx, now, fail } = context
    const { name, timeZone } = await getClub(tx)
    const today = findDay(now, timeZone)
    const expiration = await findCalendarEnd(tx, code)
    if (expiration === undefined || isExpired({ expiration }, today)) {
      return fail('calendar-not-found', 'There is no such calendar.')
    }
    const entries = toFeedEntries(context, await listActivities(tx, toFeedDays(today)), timeZone)
    // by the day, so that the file stays the same while nothing in it changes
    return { file: toCalendarFile(entries, toInstant(today, '00:00', timeZone), name) }
  },
} satisfies Pick<Handlers, keyof typeof contract>

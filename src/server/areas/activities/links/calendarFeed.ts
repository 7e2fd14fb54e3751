// What a member's own calendar, on their phone, is told of the club's.
import { type Activity, toActivityTimes } from '../../../../domain/calendar/activity.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import type { Context } from '../../../dispatch/handler.ts'

/** Its title, its text, its page, and the id by which the phone knows it again. */
export function toFeedEntries(
  { services, tenant }: Context<'read_calendar_feed'>,
  found: readonly Activity[],
  timeZone: string,
) {
  const url = toPageAddress(services.config, tenant, '/portal/member/activities')
  const { hostname } = new URL(url)
  return found.map((activity) => ({
    uid: `activity-${activity.id}-${tenant.uuid}@${hostname}`,
    title: activity.title,
    description: activity.description,
    place: '',
    url,
    ...toActivityTimes(activity, timeZone),
  }))
}

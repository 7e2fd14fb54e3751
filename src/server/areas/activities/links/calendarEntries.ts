// What a phone's own calendar is told of each of the club's activities.
import { type Activity, toActivityTimes } from '../../../../domain/calendar/activity.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import type { TenantIdentity } from '../../../club/db/tenant.ts'
import type { Services } from '../../../process/services.ts'

export function toFeedEntries(
  activities: readonly Activity[],
  {
    services,
    tenant,
    timeZone,
  }: { readonly services: Services; readonly tenant: TenantIdentity; readonly timeZone: string },
) {
  const url = toPageAddress(services.config, tenant, '/portal/member/activities')
  const { hostname } = new URL(url)
  return activities.map((activity) => ({
    uid: `activity-${activity.id}-${tenant.uuid}@${hostname}`,
    title: activity.title,
    description: activity.description,
    place: '',
    url,
    ...toActivityTimes(activity, timeZone),
  }))
}

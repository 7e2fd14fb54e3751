// All that a club tells its members and the followers of its events, from the area that each is about.
import type { Alerts } from '../alerts/alertWords.ts'
import { alerts as ofActivities } from '../areas/activities/alerts.ts'
import { alerts as ofEvents } from '../areas/events/alerts.ts'
import { alerts as ofFiles } from '../areas/files/alerts.ts'
import { isMailedTo } from '../areas/newsletter/db/newsletter.ts'
import { alerts as ofFollowers } from '../areas/push/alerts.ts'
import { alerts as ofStore } from '../areas/store/alerts.ts'

export const alerts: Alerts = {
  // the newsletter is a mail about its file
  file: { ...ofFiles.file, listMailed: isMailedTo },
  ...ofStore,
  ...ofEvents,
  ...ofActivities,
  ...ofFollowers,
}

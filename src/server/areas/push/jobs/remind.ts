// The job that reminds devices of the favourites that begin in ten minutes.
import { addAlertJob } from '../../../alerts/announce.ts'
import { insertAlert } from '../../../alerts/db/alert.ts'
import { listFavouriteEvents } from '../../../alerts/db/favourite.ts'
import { findBeginning } from '../../../alerts/reminders.ts'
import { jobLimits } from '../../../limits/jobs.ts'
import type { JobHandler } from '../../../queue/jobHandler.ts'
import type { JobPayloads } from '../../../queue/kinds.ts'

/** The schedule may have changed since the job was queued: what does not begin then any more is left out. */
export const remindJob: JobHandler<JobPayloads['remind']> = {
  async run({ eventId, startsAt }, { services, tenantId, now }) {
    await services.database.inTenant(tenantId, async (tx) => {
      for (const event of await listFavouriteEvents(tx, [eventId])) {
        for (const { entry } of findBeginning(event, startsAt, now)) {
          const alertId = await insertAlert(tx, {
            eventId,
            content: {
              topic: 'reminder',
              entryId: entry.id,
              label: entry.label,
              place: entry.place ?? '',
              startTime: entry.startTime,
              startsAt,
            },
            about: `${entry.id} ${startsAt}`,
            at: new Date(now),
            endsAt: new Date(startsAt),
          })
          if (alertId !== undefined) await addAlertJob(tx, alertId)
        }
      }
    })
  },
  ...jobLimits.remind,
}

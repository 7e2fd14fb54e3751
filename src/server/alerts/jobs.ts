// The jobs that send a message of the club by push and by mail, and remind devices of their favourites.
import type { Language } from '../../domain/shapes/language.ts'
import { toPageAddress } from '../club/addresses.ts'
import { findTenant, type TenantIdentity } from '../club/db/tenant.ts'
import { isDatabaseAway } from '../db/away.ts'
import { alertTurnMs, jobLimits } from '../limits/jobs.ts'
import { longestPushTtlSeconds } from '../limits/times.ts'
import type { MessageOf } from '../mail/letterContext.ts'
import { MailLost } from '../providers/mail.ts'
import type { PushResult, PushSender } from '../providers/pushSend.ts'
import { type JobContext, JobFault, type JobOf } from '../queue/jobHandler.ts'
import { addJob, type NewMail } from '../queue/queue.ts'
import { type Alerts, writeAlert } from './alertWords.ts'
import { addAlertJob } from './announce.ts'
import { deleteAlert, finishAlert, insertAlert } from './db/alert.ts'
import { endLateDeliveries, findNextDelivery } from './db/delivery.ts'
import { listFavouriteEvents } from './db/favourite.ts'
import type { alertLetters } from './letters.ts'
import { type OpenAlert, openForSending } from './opening.ts'
import { findBeginning } from './reminders.ts'
import { type Carrier, sendDue } from './sending.ts'

/** How a message is said, and how it leaves the server. */
export interface AlertSenders {
  readonly alerts: Alerts
  readonly push: PushSender
  /** Throws a `JobFault`, as the job of a mail does. */
  sendMail(mail: NewMail<MessageOf<typeof alertLetters>>, context: JobContext): Promise<void>
}

/** Goes on with what is left of the message later. */
export function createAlertJob(senders: AlertSenders): JobOf<'alert'> {
  return {
    async run({ alertId, turn }, context) {
      const { services, tenantId } = context
      const { database } = services
      const tenant = await database.withoutClub((tx) => findTenant(tx, { id: tenantId }))
      if (tenant === undefined) {
        // a suspended club tells nobody anything, also not later
        await database.inTenant(tenantId, (tx) => deleteAlert(tx, alertId))
        return
      }
      const alert = await database.inTenant(tenantId, (tx) =>
        openForSending(senders.alerts, tx, alertId, services.now()),
      )
      if (alert === undefined) return
      const carrier = createCarrier(context, tenant, alert, senders)
      await sendDue({ services, tenantId, alert, carrier, until: services.now() + alertTurnMs })
      await database.inTenant(tenantId, async (tx) => {
        const now = services.now()
        if (now >= alert.endsAt) await endLateDeliveries(tx, alertId, new Date(now))
        const next = await findNextDelivery(tx, alertId)
        if (next === null) {
          await finishAlert(tx, alertId)
          return
        }
        await addJob(tx, {
          kind: 'alert',
          payload: { alertId, turn: turn + 1 },
          runAt: new Date(Math.min(Math.max(next.getTime(), now), Math.max(alert.endsAt, now))),
          uniqueKey: `${alertId} ${turn + 1}`,
        })
      })
    },
    ...jobLimits.alert,
  }
}

function createCarrier(
  context: JobContext,
  tenant: TenantIdentity,
  alert: OpenAlert,
  { alerts, push: sender, sendMail }: AlertSenders,
): Carrier {
  const { services } = context
  const { config } = services
  const write = (language: Language, now: number) =>
    writeAlert(alerts, alert.content, { ...alert.context, alertId: alert.id, language, now })
  return {
    push(device, language) {
      const now = services.now()
      const words = write(language, now)
      const { pathname, search } = new URL(toPageAddress(config, tenant, words.path))
      const { content } = alert
      const reminder =
        content.topic === 'reminder'
          ? { eventId: alert.context.event?.id ?? 0, entryId: content.entryId, startsAt: content.startsAt }
          : undefined
      return sender.send(
        device,
        {
          payload: JSON.stringify({ ...words, path: `${pathname}${search}`, language, reminder }),
          ttlSeconds: Math.min((alert.endsAt - now) / 1000, longestPushTtlSeconds),
          urgency: reminder === undefined ? 'normal' : 'high',
        },
        now,
      )
    },
    async mail(to, language, uuid): Promise<PushResult> {
      const { body, path } = write(language, services.now())
      try {
        const mail = { to, language, message: { kind: 'alert', body, path } } as const
        await sendMail(mail, { ...context, uuid, now: services.now() })
        return { is: 'sent' }
      } catch (error) {
        // it is read before the mail is sent
        if (isDatabaseAway(error)) return { is: 'later', reason: 'the database was away', hostWaitMs: 0 }
        if (error instanceof MailLost) return { is: 'lost', reason: error.message }
        if (!(error instanceof JobFault)) throw error
        if (error.isFinal) return { is: 'refused', reason: error.message }
        return { is: 'later', reason: error.message, hostWaitMs: 0 }
      }
    },
  }
}

/** The schedule may have changed since the job was queued: what does not begin then any more is left out. */
export const remindJob: JobOf<'remind'> = {
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

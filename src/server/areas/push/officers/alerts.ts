// `club -- alerts`: what members and the followers of events were told, and how many were reached.
import type { AlertCounts } from '../../../alerts/db/alert.ts'
import type { AddedKind, AlertContent } from '../../../alerts/db/alertContent.ts'
import { type Command, clubActWay } from '../../../officers/command.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { listClubAlerts } from './noticeActs.ts'

export const alertsCommand: Command = {
  takes: 'club',
  alone: clubActWay({
    help: 'alerts                                  what members and followers of events were told, and how many were reached',
    act: listClubAlerts,
    says({ alerts, timeZone }) {
      const count =
        alerts.length === 0 ? 'Nobody was told anything yet.' : 'Reminders of favourites are not listed.'
      return `${toAlertTable(alerts, timeZone)}${count} Times are the club's (${timeZone}).`
    },
  }),
}

/** What each was about, and how many it has reached; '' if there are none. */
export function toAlertTable(alerts: readonly AlertCounts[], timeZone: string): string {
  const toTime = createTimeFormat(timeZone)
  const figures = ['Pushes', 'Mails', 'Perhaps twice', 'Unknown', 'Failed', 'Gone', 'To come']
  return toTable(
    ['Made', 'About', ...figures.map(right)],
    alerts.map((alert) => [
      toTime(alert.madeAt),
      toAbout(alert),
      ...[alert.pushes, alert.mails, alert.perhapsTwice].map(String),
      ...[alert.unknown, alert.failed, alert.gone].map(String),
      // whom it is for is found out when it is sent, some minutes after it was made
      alert.state === 'sending' || alert.state === 'done' ? String(alert.open) : 'all',
    ]),
  )
}

const things: Readonly<Record<AddedKind, readonly [one: string, many: string]>> = {
  file: ['new file', 'new files'],
  product: ['new product', 'new products'],
  event: ['new event', 'new events'],
  activity: ['new activity', 'new activities'],
}

function toAbout({ topic, eventId, content: stored }: AlertCounts): string {
  const ofEvent = eventId === null ? '' : ` (event ${eventId})`
  if (topic === 'change') return `a change${ofEvent}`
  if (topic === 'reminder') return `a favourite${ofEvent}`
  const content = stored as AlertContent
  if (content.topic === 'notice') {
    return `${toVisibleLine((content.texts.en ?? content.texts.es)?.title ?? '')}${ofEvent}`
  }
  const count = 'count' in content ? content.count : new Set(stored as readonly unknown[]).size
  return toCountText(count, ...things[topic as AddedKind])
}

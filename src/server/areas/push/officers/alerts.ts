// `club -- alerts`: what members and the followers of events were told, and how many were reached.
import { getTimeZone } from '../../../club/db/club.ts'
import type { ClubCommandContext } from '../../../officers/command.ts'
import { listLastAlerts, toAlertTable } from './alertTable.ts'

export async function runAlerts({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { alerts, timeZone } = await services.database.inTenant(tenant.id, async (tx) => ({
    alerts: await listLastAlerts(tx),
    timeZone: await getTimeZone(tx),
  }))
  print(toAlertTable(alerts, timeZone))
  const count =
    alerts.length === 0 ? 'Nobody was told anything yet.' : 'Reminders of favourites are not listed.'
  print(`${count} Times are the club's (${timeZone}).\n`)
  return 0
}

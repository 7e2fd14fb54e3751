// `club -- alerts`: what members and the followers of events were told, and how many were reached.
import { type Command, clubWay } from '../../../officers/command.ts'
import { toAlertTable } from './alertTable.ts'
import { listClubAlerts } from './noticeActs.ts'

const show = clubWay({
  async run({ act, print }) {
    const { alerts, timeZone } = await act(listClubAlerts)
    print(toAlertTable(alerts, timeZone))
    const count =
      alerts.length === 0 ? 'Nobody was told anything yet.' : 'Reminders of favourites are not listed.'
    print(`${count} Times are the club's (${timeZone}).\n`)
  },
})

export const alertsCommand: Command = {
  takes: 'club',
  help: 'alerts                                  what members and followers of events were told, and how many were reached',
  alone: show,
}

// What members are told of the calendar.
import { type Alerts, added } from '../../alerts/alertWords.ts'

export const alerts = {
  activity: added({
    table: 'activity',
    name: 'title',
    lastDay: 'activity_on',
    // who wants to hear of events wants to hear of what else takes place
    choice: 'notifyNewEvent',
    path: '/portal/member/activities',
    words: {
      en: { one: 'New in the calendar', several: 'new activities' },
      es: { one: 'Actividad nueva', several: 'actividades nuevas' },
    },
  }),
} satisfies Partial<Alerts>

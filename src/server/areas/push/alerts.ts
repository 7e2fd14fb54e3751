// What the followers of an event are told in an officer's words, and when a favourite of theirs begins.
import { writeClock } from '../../../domain/clock.ts'
import { minuteMs } from '../../../domain/time.ts'
import { type Alerts, toViewer } from '../../alerts/alertWords.ts'
import { pick } from '../../mail/language.ts'
import { toOneLine } from '../../mail/letter.ts'

export const alerts = {
  notice: {
    write({ texts }, { language, event, alertId }) {
      const said = texts[language] ?? texts.en ?? texts.es
      return {
        title: said?.title ?? '',
        body: said?.text ?? '',
        path: `${toViewer(event)}/more`,
        tag: `notice-${alertId}`,
      }
    },
  },
  reminder: {
    write({ entryId, label, place, startTime, startsAt }, { language, event, now }) {
      const minutes = Math.max(1, Math.round((startsAt - now) / minuteMs))
      const name = toOneLine(label)
      const time = writeClock(startTime, language).replaceAll('\u00a0', ' ')
      return {
        title: pick(language, {
          en: `${name} starts in ${minutes} min`,
          es: `${name} empieza en ${minutes} min`,
        }),
        body: place === '' ? time : `${time}, ${toOneLine(place)}`,
        path: `${toViewer(event)}/schedule`,
        // the tag of the reminder that an open app gives, so that there is one
        tag: `reminder-${entryId}`,
      }
    },
  },
} satisfies Partial<Alerts>

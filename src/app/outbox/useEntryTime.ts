// When an entry of the outbox was made: the day if it is another one, the time in the show's zone, and its age.
import { minuteMs } from '../../domain/time.ts'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { useClubZone } from '../session/useClubZone.ts'
import { useServerNow } from '../session/useServerNow.ts'
import { toMoment } from '../show/showTime.ts'
import { formatAge } from '../text/format.ts'
import type { Language } from '../text/languages.ts'
import { useLanguage } from '../text/useLanguage.ts'

type TimedEntry = Pick<OutboxEntry, 'madeAt' | 'clockOffset' | 'about'>

export interface EntryTime {
  at: string
  /** Undefined in the first minute, and where no clock makes sense of it. */
  age: string | undefined
}

export function useEntryTime(entry: TimedEntry): EntryTime {
  const language = useLanguage()
  const session = useSession()
  useServerNow(15_000)
  const clubZone = useClubZone()
  return describeTime(entry, { server: session.now(), device: Date.now() }, language, clubZone)
}

export function describeTime(
  { madeAt, clockOffset, about }: TimedEntry,
  now: { server: number; device: number },
  language: Language,
  clubZone: string,
): EntryTime {
  const zone = about?.timeZone ?? clubZone
  const made = madeAt + clockOffset
  const at = toMoment(made, now.server, zone, language)
  // somebody may have set the clock meanwhile: an entry is not from the future
  const ageMs = [now.server - made, now.device - madeAt].find((ms) => ms >= 0)
  return { at, age: ageMs === undefined || ageMs < minuteMs ? undefined : formatAge(ageMs, language) }
}

// The outbox's badge on the judge's screens. A refused sheet of this judge opens with its values.
import { useNavigate } from '@tanstack/react-router'
import type { OutboxEntry } from '../../../offline/outboxRecords.ts'
import { OutboxButton } from '../../outbox/OutboxButton.tsx'
import { toJudgesPlace, useJudging, useJudgingState } from './JudgeContext.tsx'
import {
  findFormId,
  isJudging,
  isOf,
  type JudgingEntry,
  type SheetOutboxEntry,
  toSheetCarNumber,
  toSheets,
} from './myCars.ts'

export function JudgeOutbox() {
  const navigate = useNavigate()
  const { grant, cars, verify } = useJudging()
  const isEnded = useJudgingState() === 'ended'
  const correct = (entry: OutboxEntry) => {
    if (entry.state === 'needs-signin' && isOf(entry, toJudgesPlace(grant))) return verify()
    const formId =
      isJudging(entry) && isOf(entry, toJudgesPlace(grant))
        ? findFormId(toShown(entry), cars.forms)
        : undefined
    if (isJudging(entry) && formId !== undefined) {
      const params = { eventId: String(grant.eventId), formId: String(formId) }
      // the form is closed then, but the sheet can be read
      if (isEnded) return void navigate({ to: '/portal/judging/$eventId/form/$formId/cars', params })
      return void navigate({
        to: '/portal/judging/$eventId/form/$formId',
        params,
        search: { car: toSheetCarNumber(toShown(entry)) },
      })
    }
    if (entry.principal.kind === 'judge') {
      return void navigate({ to: '/portal/judging/$eventId', params: { eventId: String(entry.eventId) } })
    }
    void navigate({
      to: '/portal/voterballot/$voterid/$eventid',
      params: { voterid: entry.principal.ref, eventid: String(entry.eventId) },
    })
  }
  return <OutboxButton onCorrect={correct} />
}

/** Of an entry that moves a sheet, the sheet at the other car. */
function toShown(entry: JudgingEntry): SheetOutboxEntry {
  const sheets = toSheets(entry)
  return sheets.find(({ takesBack }) => takesBack === undefined) ?? (sheets[0] as SheetOutboxEntry)
}

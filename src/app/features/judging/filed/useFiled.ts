// What a judge does with a sheet that is filed: move it to another car, withdraw it, or take back what has not left.
import type { JudgingForm } from '../../../../domain/event.ts'
import { findJudgingWindow } from '../../../../domain/window.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { isUnsent } from '../../../../offline/outbox.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useNotKept } from '../../../call/useNotKept.ts'
import { useQueued } from '../../../call/useQueued.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { toCarName } from '../../../show/carName.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { useJudging } from '../JudgeContext.tsx'
import { type FiledSheet, findNextSequence, toSheetAgain } from '../myCars.ts'
import type { KnownCars } from '../score/useKnownCars.ts'
import type { SheetDraft } from '../score/useScoring.ts'
import type { ScoreSheet } from '../sheet.ts'
import { toDraftId, toSheetId } from '../sheetRecords.ts'

export interface FiledWork {
  /** The sheet has not left this phone, so nothing has to be told to the club. */
  isHere: boolean
  /** Opens the sheet again as one that was never submitted. */
  takeBack(): void
  /** False if the phone could not save it; `error` says why. `key` is made when the question opens. */
  move(key: string, to: string): Promise<boolean>
  withdraw(key: string, reason: string): Promise<boolean>
  busy: boolean
  error: unknown
}

export function useFiled(
  form: JudgingForm,
  filed: FiledSheet,
  { draft, known }: { draft: SheetDraft; known: KnownCars },
): FiledWork {
  const session = useSession()
  const { grant, entries } = useJudging()
  const { event } = useShow().saved
  const sayNotKept = useNotKept()
  const moving = useQueued('move_judging_form')
  const withdrawing = useQueued('withdraw_judging_form')
  const { number, scores, notes } = filed
  const raw = entries.find(({ key }) => key === filed.entry?.key)
  const isHere = raw?.action === 'submit_judging_form' && isUnsent(raw)

  const toIntent = (key: string, about: string) => ({
    key,
    eventId: grant.eventId,
    principal: { kind: 'judge', ref: grant.judgeId } as const,
    sequence: findNextSequence(known.sheets, number, known.atClub),
    endsAt: findJudgingWindow(event).endsAt,
    tenantId: grant.tenantId,
    about: {
      title: toCarName(known.rows.find((row) => row.number === about)?.car),
      number: about,
      timeZone: event.timeZone,
    },
  })
  const place = { eventId: grant.eventId, judgeId: grant.judgeId, formId: form.id, entryId: number }

  return {
    isHere,
    takeBack() {
      const { isUntouched: _, corrects: __, ...sheet }: ScoreSheet = toSheetAgain(filed, newKey())
      const record = { id: toSheetId(toDraftId(grant, form.id), sheet), value: sheet }
      // once it may have left, the form shows it as sent
      openOutbox(session)
        .outbox.takeBack(filed.key, record)
        .then((isBack) => isBack && draft.open(sheet), sayNotKept)
    },
    async move(key, to) {
      const intent = toIntent(key, to)
      const { sequence } = intent
      const toSequence = findNextSequence(known.sheets, to, known.atClub)
      const saved = await moving.queue({
        ...intent,
        input: {
          ...{ ...place, sequence, toEntryId: to, toSequence },
          scores: scores.map(({ criteriaId, score }) => ({ criteriaId, score })),
          ...(notes === '' ? {} : { notes }),
        },
      })
      return saved !== undefined
    },
    async withdraw(key, reason) {
      const intent = toIntent(key, number)
      const { sequence } = intent
      const saved = await withdrawing.queue({ ...intent, input: { ...place, sequence, reason } })
      return saved !== undefined
    },
    busy: moving.busy || withdrawing.busy,
    error: moving.error ?? withdrawing.error,
  }
}

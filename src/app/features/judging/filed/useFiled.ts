// What a judge does with a sheet that is filed: move it to another car, withdraw it, or take back what has not left.
import { useLingui } from '@lingui/react/macro'
import type { JudgingForm } from '../../../../domain/event.ts'
import { toPlainText } from '../../../../domain/shapes/plainText.ts'
import { findJudgingWindow } from '../../../../domain/window.ts'
import { isUnsent } from '../../../../offline/outbox.ts'
import type { OutboxEntry } from '../../../../offline/outboxRecords.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useNotKept } from '../../../call/useNotKept.ts'
import { useQueued } from '../../../call/useQueued.ts'
import { takeBackWhenStill } from '../../../outbox/takeBack.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { toCarName } from '../../../show/carName.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { useToast } from '../../../ui/overlay/toastContext.ts'
import { useJudging } from '../JudgeContext.tsx'
import { type FiledSheet, findNextSequence } from '../myCars.ts'
import type { KnownCars } from '../score/useKnownCars.ts'
import type { SheetDraft } from '../score/useScoring.ts'
import { listScores, type ScoreSheet } from '../sheet.ts'
import { toDraftId, toSheetId } from '../sheetRecords.ts'

export interface FiledWork {
  /**
   * `here`: it has not left this phone, so nothing has to be told to the club. `on-its-way`: it is being moved here, and
   * the club has not said yet whether it is.
   */
  standing: 'here' | 'on-its-way' | 'filed'
  /** Opens the sheet again as one that was never submitted; one that was moved is where it was. False if it has left. */
  takeBack(): Promise<boolean>
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
  const toast = useToast()
  const { t } = useLingui()
  const moving = useQueued('move_judging_form')
  const withdrawing = useQueued('withdraw_judging_form')
  const { number } = filed
  // what is shown, also where it was changed since
  const { sheet } = draft.scoring
  const raw = entries.find(({ key }) => key === filed.entry?.key)
  const isMoving = raw?.action === 'move_judging_form' && raw.state !== 'accepted'

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
    standing: raw !== undefined && mayBeHere(raw) ? 'here' : isMoving ? 'on-its-way' : 'filed',
    async takeBack() {
      const { isUntouched: _, corrects: __, ...own }: ScoreSheet = sheet
      const record = { id: toSheetId(toDraftId(grant, form.id), own), value: own }
      try {
        const { outbox } = openOutbox(session)
        const isBack = await takeBackWhenStill(outbox, filed.key, isMoving ? undefined : record)
        if (isBack && !isMoving) draft.open(own)
        if (!isBack) toast({ text: t`It may have left this phone already. Wait for the club's answer.` })
        return isBack
      } catch {
        sayNotKept()
        return false
      }
    },
    async move(key, to) {
      const intent = toIntent(key, to)
      const { sequence } = intent
      const notes = toPlainText(sheet.notes)
      const toSequence = findNextSequence(known.sheets, to, known.atClub)
      const saved = await moving.queue({
        ...intent,
        input: {
          ...{ ...place, sequence, toEntryId: to, toSequence },
          scores: listScores(form, sheet),
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

/** While an attempt runs without a network, it is not known yet whether it has left. */
export function mayBeHere(entry: OutboxEntry): boolean {
  return isUnsent(entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)
}

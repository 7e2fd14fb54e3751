// Opens the sheet of a car that was chosen, on this screen or on another.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { useJudging } from '../JudgeContext.tsx'
import { type FiledSheet, toSheetAgain } from '../myCars.ts'
import { findSheetToOpen, isFilled } from '../sheet.ts'
import type { SheetDraft } from './useScoring.ts'

/** `filed` are the sheets that count, or will, by the car's number. */
export function useOpenCar(
  draft: SheetDraft,
  filed: ReadonlyMap<string, FiledSheet>,
): (number: string) => void {
  return useCallback(
    (number: string) => {
      const earlier = filed.get(number)
      const key = newKey()
      const ownSheet =
        draft.parked.find((one) => one.number === number) ??
        (earlier === undefined ? undefined : toSheetAgain(earlier, key))
      const sheet = findSheetToOpen(draft.scoring.sheet, { key, number, ownSheet })
      if (sheet === undefined) draft.act({ type: 'next' })
      else draft.open(sheet)
      // of a number that no car has, the number is wrong
      if (earlier?.entry?.fault?.code === 'car-not-found') draft.act({ type: 'activate', at: 'number' })
    },
    [draft, filed],
  )
}

/**
 * However the judge came to a car that has a sheet, filed or begun: a form in which nothing is set shows it. What is shown
 * as sent gives way to what counts now.
 */
export function useFiledOfCar(
  draft: SheetDraft,
  filed: FiledSheet | undefined,
  openCar: (number: string) => void,
): void {
  const { sheet, active } = draft.scoring
  const begun = draft.parked.find(({ number }) => number === sheet.number && number !== '')
  const key = begun?.key ?? filed?.key
  const isBlank = !isFilled(sheet) && sheet.corrects === undefined && sheet.replaces === undefined
  // a refused one waits for the judge to open it
  const isRefused = filed?.entry?.state === 'refused'
  const isOld =
    sheet.isUntouched === true && begun === undefined && !isRefused && sheet.corrects !== filed?.key
  const isOpened = key !== undefined && active !== 'number' && (isBlank || isOld)
  const opened = isOpened ? `${sheet.number} ${key}` : undefined
  const latest = useRef(() => openCar(sheet.number))
  latest.current = () => openCar(sheet.number)
  useEffect(() => {
    if (opened !== undefined) latest.current()
  }, [opened])
}

/**
 * A car chosen on another screen comes in the address and is removed from it at once, so that a reload does
 * nothing.
 */
export function useCarOfAddress(form: JudgingForm, openCar: (number: string) => void): void {
  const navigate = useNavigate()
  const { grant } = useJudging()
  const { car: wanted } = useSearch({ from: '/portal/judging/$eventId/form/$formId/' })
  const taken = useRef<string>(undefined)

  useEffect(() => {
    if (taken.current === wanted) return
    taken.current = wanted
    if (wanted === undefined) return
    openCar(wanted)
    void navigate({
      to: '/portal/judging/$eventId/form/$formId',
      params: { eventId: String(grant.eventId), formId: String(form.id) },
      search: {},
      replace: true,
    })
  }, [wanted, openCar, navigate, grant, form])
}

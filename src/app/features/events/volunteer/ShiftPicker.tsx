// The step for choosing shifts: the schedules as tiles, and the shifts of the chosen one by day.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { findShiftTimes } from '../../../../domain/shift.ts'
import { useRead } from '../../../reading/useRead.ts'
import { useWhileLookedAt } from '../../../reading/useWhileLookedAt.ts'
import { useServerNow } from '../../../session/useServerNow.ts'
import { findForeignZone } from '../../../show/showTime.ts'
import { formatDay } from '../../../text/format.ts'
import { CheckboxRow } from '../../../ui/form/CheckboxRow.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toFieldId } from '../../../wizard/fieldIds.ts'
import styles from './ShiftPicker.module.css'
import { toShiftHours } from './shiftText.ts'
import {
  type OpenShift,
  type Schedule,
  type ShiftChoice,
  toShiftField,
  toShiftsInput,
  type VolunteerValues,
} from './signUp.ts'
import { findShiftFaults } from './signUpFaults.ts'
import { groupByDay } from './takenShifts.ts'

/** Keeps the places that are left fresh while somebody chooses. */
const refreshEveryMs = 15_000

/** What was missing before is looked at again. */
const changed = { shouldDirty: true, shouldValidate: true }

export interface ShiftPickerProps {
  eventId: number
  choice: ShiftChoice
}

export function ShiftPicker({ eventId, choice }: ShiftPickerProps) {
  const { refetch } = useRead('get_all_shifts', toShiftsInput(eventId), { freshFor: 0 })
  const { setValue, getValues, getFieldState, formState } = useFormContext<VolunteerValues>()
  const { field: schedule } = useController<VolunteerValues, 'schedule'>({ name: 'schedule' })
  const { field: shifts } = useController<VolunteerValues, 'shifts'>({ name: 'shifts' })
  const chosen = shifts.value
  const shown = choice.schedules.find(({ id }) => id === schedule.value)
  const { error } = getFieldState('shifts', formState)
  const groupId = toFieldId('shifts')
  const isFull = chosen.length === 0 && choice.shifts.every(({ remaining }) => remaining === 0)
  const hasGone = useGoneShifts(choice, chosen, (rest) => setValue('shifts', rest, changed))
  useWhileLookedAt(refetch, { everyMs: refreshEveryMs })
  useFaultyShown(choice)

  const toggle = (id: number, isChosen: boolean) => {
    setValue('shifts', isChosen ? [...chosen, id] : chosen.filter((one) => one !== id), changed)
    // chosen again, it is a new try
    const refused = getValues('refused').filter(({ field }) => field !== toShiftField(id))
    if (refused.length < getValues('refused').length) setValue('refused', refused)
  }
  return (
    <Panel title={<Trans>Select Shifts</Trans>}>
      {hasGone && (
        <Notice tone="warn" live="status">
          <Trans>A shift that you chose is no longer offered.</Trans>
        </Notice>
      )}
      {isFull && (
        <Notice tone="info" live="status">
          <Trans>All shifts are full. A place may come free: look again later.</Trans>
        </Notice>
      )}
      <fieldset
        id={groupId}
        tabIndex={-1}
        className={styles.schedules}
        aria-describedby={error?.message === undefined ? undefined : `${groupId}-error`}
      >
        <legend className={styles.legend}>
          <Trans>Schedules</Trans>
        </legend>
        <div className={styles.tiles}>
          {choice.schedules.map((one) => (
            <ScheduleTile
              key={one.id}
              schedule={one}
              shifts={choice.shifts.filter((shift) => shift.schedule === one.id)}
              timeZone={choice.timeZone}
              chosen={chosen}
              isShown={one === shown}
              onShow={() => schedule.onChange(one.id)}
            />
          ))}
        </div>
        {error?.message !== undefined && <FieldMessage id={`${groupId}-error`}>{error.message}</FieldMessage>}
      </fieldset>
      {shown === undefined ? (
        <p className="muted">
          <Trans>Select a schedule above to view the available shifts</Trans>
        </p>
      ) : (
        <ScheduleShifts key={shown.id} schedule={shown} choice={choice} onToggle={toggle} />
      )}
    </Panel>
  )
}

/** Takes out what the list does not have any more: the person could not. Returns whether there was such. */
function useGoneShifts(
  { shifts }: ShiftChoice,
  chosen: readonly number[],
  keep: (rest: number[]) => void,
): boolean {
  const [hasGone, setHasGone] = useState(false)
  const rest = chosen.filter((id) => shifts.some((shift) => shift.id === id))
  const isGone = rest.length < chosen.length
  const latest = useRef({ rest, keep })
  latest.current = { rest, keep }
  useEffect(() => {
    if (!isGone) return
    setHasGone(true)
    latest.current.keep(latest.current.rest)
  }, [isGone])
  return hasGone
}

/** After a try that failed, a schedule is shown in which something is wrong. */
function useFaultyShown(choice: ShiftChoice): void {
  const { i18n } = useLingui()
  const { getValues, setValue, formState } = useFormContext<VolunteerValues>()
  const refused = useWatch<VolunteerValues, 'refused'>({ name: 'refused' })
  const { submitCount } = formState
  const latest = useRef(choice)
  latest.current = choice
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each try, and with each refusal
  useEffect(() => {
    if (submitCount === 0 && refused.length === 0) return
    const faulty = findShiftFaults(i18n, getValues(), latest.current).map(({ field }) => field)
    const { shifts } = latest.current
    const schedules = shifts.filter(({ id }) => faulty.includes(toShiftField(id))).map((one) => one.schedule)
    const [first] = schedules
    if (first !== undefined && !schedules.includes(getValues('schedule'))) setValue('schedule', first)
  }, [submitCount, refused])
}

interface ScheduleTileProps {
  schedule: Schedule
  shifts: readonly OpenShift[]
  timeZone: string
  chosen: readonly number[]
  isShown: boolean
  onShow(): void
}

function ScheduleTile({ schedule, shifts, timeZone, chosen, isShown, onShow }: ScheduleTileProps) {
  const now = useServerNow(overCheckEveryMs)
  const open = shifts.filter((shift) => findShiftTimes(shift, timeZone).endsAt > now)
  const places = open.reduce((sum, { remaining }) => sum + remaining, 0)
  const own = shifts.filter(({ id }) => chosen.includes(id)).length
  return (
    <label className={styles.tile}>
      <input type="radio" name="volunteer-schedule" checked={isShown} onChange={onShow} />
      <span className={styles.name}>{schedule.name}</span>
      <span className={styles.fact}>
        {shifts.length === 0 ? (
          <Trans>No shifts</Trans>
        ) : open.length === 0 ? (
          <Trans>All of them are over</Trans>
        ) : places === 0 ? (
          <Trans>Full</Trans>
        ) : (
          <Plural value={places} one="# place left" other="# places left" />
        )}
        {own > 0 && (
          <strong>
            <Plural value={own} one="# selected" other="# selected" />
          </strong>
        )}
      </span>
    </label>
  )
}

interface ScheduleShiftsProps {
  schedule: Schedule
  choice: ShiftChoice
  onToggle(id: number, isChosen: boolean): void
}

function ScheduleShifts({ schedule, choice, onToggle }: ScheduleShiftsProps) {
  const { timeZone, language } = choice
  const shifts = choice.shifts.filter((shift) => shift.schedule === schedule.id)
  const [first] = shifts
  const zone = first && findForeignZone(timeZone, findShiftTimes(first, timeZone).startsAt, language)
  return (
    <div className={styles.shifts}>
      <div className={styles.intro}>
        <h3>{schedule.name}</h3>
        {schedule.instructions !== '' && <p className="prose">{schedule.instructions}</p>}
        {zone !== undefined && (
          <p className="muted">
            <Trans>All times are in {zone}.</Trans>
          </p>
        )}
      </div>
      {shifts.length === 0 && (
        <p className="muted">
          <Trans>This schedule has no shifts at this time.</Trans>
        </p>
      )}
      {groupByDay(shifts).map(([day, ofDay]) => (
        <DayShifts key={day} day={day} shifts={ofDay} choice={choice} onToggle={onToggle} />
      ))}
    </div>
  )
}

interface DayShiftsProps {
  day: string
  shifts: readonly OpenShift[]
  choice: ShiftChoice
  onToggle(id: number, isChosen: boolean): void
}

const overCheckEveryMs = 30_000

function DayShifts({ day, shifts, choice, onToggle }: DayShiftsProps) {
  const { i18n } = useLingui()
  const headingId = useId()
  const { timeZone, language } = choice
  const { watch } = useFormContext<VolunteerValues>()
  const values = watch()
  const now = useServerNow(overCheckEveryMs)
  const faults = values.shifts.length === 0 ? [] : findShiftFaults(i18n, values, choice)
  return (
    <section aria-labelledby={headingId}>
      <h4 id={headingId} className={styles.day}>
        {formatDay(day, language)}
      </h4>
      <ul
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        role="list"
        className={styles.rows}
      >
        {shifts.map((shift) => {
          const field = toShiftField(shift.id)
          const isChosen = values.shifts.includes(shift.id)
          const isOver = findShiftTimes(shift, timeZone).endsAt <= now
          return (
            <li key={shift.id}>
              <CheckboxRow
                id={toFieldId(field)}
                label={<span className="number">{toShiftHours(shift, timeZone, language)}</span>}
                hint={<Places shift={shift} isOver={isOver} />}
                error={faults.find((fault) => fault.field === field)?.message}
                checked={isChosen}
                disabled={!isChosen && (isOver || shift.remaining === 0)}
                onChange={({ target }) => onToggle(shift.id, target.checked)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Places({ shift: { remaining }, isOver }: { shift: OpenShift; isOver: boolean }) {
  if (isOver) return <Trans>This shift is over</Trans>
  if (remaining === 0) return <Trans>Full</Trans>
  return <Plural value={remaining} one="# place left" other="# places left" />
}

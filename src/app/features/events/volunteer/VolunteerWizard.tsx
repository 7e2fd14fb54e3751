// The wizard for volunteers: who they are, which shifts they take, and what they are thanked with.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ClubEvent } from '../../../../domain/event.ts'
import { workerLimits } from '../../../../domain/membership.ts'
import { defaultCountry } from '../../../../domain/shapes/country.ts'
import { listGifts } from '../../../../domain/shift.ts'
import { UnreadScreen } from '../../../reading/ReadState.tsx'
import { useRead } from '../../../reading/useRead.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { useLanguage } from '../../../text/useLanguage.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonShape } from '../../../ui/SkeletonShape.tsx'
import { prefillPersonal } from '../../../wizard/fields/personalInfo.ts'
import type { Flow } from '../../../wizard/flow.ts'
import { Wizard } from '../../../wizard/Wizard.tsx'
import { toFlowId } from '../eventActions.ts'
import { ToEvents } from '../ToEvents.tsx'
import { useActionTitle } from '../useActionTitle.ts'
import { useEventList } from '../useEventList.ts'
import { ShiftPicker } from './ShiftPicker.tsx'
import {
  emptySignUp,
  repairSignUp,
  type ShiftList,
  toShiftsInput,
  toSignUp,
  type VolunteerValues,
} from './signUp.ts'
import { findShiftFaults, findWorkerFaults } from './signUpFaults.ts'
import { listTaken, readTaken } from './takenShifts.ts'
import { VolunteerSummary } from './VolunteerSummary.tsx'
import { VolunteerThanks } from './VolunteerThanks.tsx'
import { WorkerStep } from './WorkerStep.tsx'

const noShifts: ShiftList = { success: true, shifts: [], schedules: [] }

export function VolunteerWizard({ event }: { event: ClubEvent }) {
  const { t } = useLingui()
  const title = useActionTitle('volunteer', event)
  const { key }: { key?: string } = useSearch({ strict: false })
  const reading = useRead('get_all_shifts', toShiftsInput(event.id))
  const list = reading.data
  if (key === undefined) {
    if (list === undefined) {
      return (
        <UnreadScreen reading={reading} title={title} label={t`Loading the shifts…`}>
          <SkeletonShape shape="line" />
          <SkeletonShape shape="block" count={4} />
        </UnreadScreen>
      )
    }
    if (list.shifts.length === 0) {
      return (
        <EmptyState level={1} title={title} action={<ToEvents />}>
          <Trans>There are no shifts to choose from at this time, check back later.</Trans>
        </EmptyState>
      )
    }
  }
  return <Volunteer event={event} title={title} list={list ?? noShifts} />
}

interface VolunteerProps {
  event: ClubEvent
  title: string
  list: ShiftList
}

function Volunteer({ event, title, list }: VolunteerProps) {
  const { i18n, t } = useLingui()
  const { caller, now } = useSession()
  const { member } = useSessionState()
  const language = useLanguage()
  const eventList = useEventList()
  const { id, timeZone, workerChoices } = event

  const flow = useMemo<Flow<VolunteerValues>>(() => {
    const gifts = listGifts(workerChoices)
    const choice = { ...list, timeZone, language }
    return {
      id: toFlowId('volunteer', id),
      title,
      summaryTitle: t`Volunteer Summary`,
      defaults: emptySignUp,
      prefill: (values, known) => ({
        ...values,
        personal: prefillPersonal(values.personal, known, { country: defaultCountry, limits: workerLimits }),
      }),
      steps: [
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: <WorkerStep gifts={gifts} />,
          findFaults: (values) => findWorkerFaults(i18n, values, member),
        },
        {
          id: 'shifts',
          label: t`Select Shifts`,
          screen: <ShiftPicker eventId={id} choice={choice} />,
          findFaults: (values) => findShiftFaults(i18n, values, choice),
        },
        { id: 'complete', label: t`Complete` },
      ],
      ending: {
        is: 'send',
        summary: <VolunteerSummary choice={choice} />,
        summaryLine: (values) => <Plural value={values.shifts.length} one="# shift" other="# shifts" />,
        note:
          member?.emailProved === true
            ? t`Next signs you up for the shifts.`
            : t`Next asks for the shifts. They are yours once you confirm them, with the link in the mail that comes then.`,
        toContent: (values) => toSignUp(values, id, gifts),
        async send(values, key) {
          const { shifts, asked } = await caller.call('worker_signup', {
            ...toSignUp(values, id, gifts),
            key,
          })
          return listTaken(shifts, choice, { takenAt: now(), asked })
        },
        part: 'shifts',
        thanks: (answer) => <VolunteerThanks event={event} taken={readTaken(answer)} />,
      },
      repair: repairSignUp,
      cancelTo: eventList,
      finishTo: eventList,
    }
  }, [i18n, t, caller, now, member, language, eventList, event, id, timeZone, workerChoices, title, list])
  return <Wizard flow={flow} />
}

// The wizard for registering vehicles for an event, with tickets to go with them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ClubEvent, EventClass } from '../../../../domain/event.ts'
import { UnreadScreen } from '../../../reading/ReadState.tsx'
import { useRead } from '../../../reading/useRead.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { useClubCountry } from '../../../session/useClubCountry.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonShape } from '../../../ui/SkeletonShape.tsx'
import { listClosingSteps } from '../../../wizard/fields/closingSteps.tsx'
import { PersonalInfoStep } from '../../../wizard/fields/PersonalInfoStep.tsx'
import { findPersonalFaults } from '../../../wizard/fields/personalFaults.ts'
import { prefillPersonal, toEmptyPersonal, toPayer } from '../../../wizard/fields/personalInfo.ts'
import type { Flow } from '../../../wizard/flow.ts'
import { Wizard } from '../../../wizard/Wizard.tsx'
import { toEventOrder } from '../buying/eventOrder.tsx'
import { withRefused } from '../buying/refusedFaults.ts'
import { toTicketsLeft } from '../buying/ticketsLeft.ts'
import { toFlowId } from '../eventActions.ts'
import { ToEvents } from '../ToEvents.tsx'
import { useActionTitle } from '../useActionTitle.ts'
import { useEventList } from '../useEventList.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import {
  emptyRegistration,
  type RegisterValues,
  repairRegistration,
  toPricedRegistration,
  toRegistrationOrder,
} from './registerFlow.ts'
import { VehicleStep } from './VehicleStep.tsx'
import { findConfirmFaults, findFormFaults } from './vehicleFaultText.ts'

export function RegisterWizard({ event }: { event: ClubEvent }) {
  const { t } = useLingui()
  const title = useActionTitle('register', event)
  const reading = useRead('get_all_eventclasses', { event: event.id, viewable: true })
  const classes = reading.data?.classes
  if (classes === undefined) {
    return (
      <UnreadScreen reading={reading} title={title} label={t`Loading event registration...`}>
        <SkeletonShape shape="line" />
        <SkeletonShape shape="block" count={4} />
      </UnreadScreen>
    )
  }
  if (classes.length === 0) {
    return (
      <EmptyState level={1} title={title} action={<ToEvents />}>
        <Trans>There are no classes to register in at this time, check back later.</Trans>
      </EmptyState>
    )
  }
  return <Register event={event} title={title} classes={classes} />
}

interface RegisterProps {
  event: ClubEvent
  title: string
  classes: readonly EventClass[]
}

function Register({ event, title, classes }: RegisterProps) {
  const { i18n, t } = useLingui()
  const session = useSession()
  const { member } = useSessionState()
  const memberId = member?.id
  const country = useClubCountry()
  const eventList = useEventList()

  const flow = useMemo<Flow<RegisterValues>>(() => {
    const { id, name, tickets, agreement, registrationOptions } = event
    const rules = { classes, options: registrationOptions }
    return {
      id: toFlowId('register', id),
      title,
      summaryTitle: t`Order Summary`,
      defaults: { ...emptyRegistration, personal: toEmptyPersonal(country) },
      prefill: (values, known) => ({
        ...values,
        personal: prefillPersonal(values.personal, known, { country }),
      }),
      steps: [
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: (
            <PersonalInfoStep
              emailHint={t`Your car number and your receipt go there.`}
              optIn={<Trans>The club may send me news by e-mail.</Trans>}
            />
          ),
          findFaults: (values) =>
            withRefused(
              i18n,
              findPersonalFaults(i18n, values.personal, { member, country }),
              values,
              'personal',
            ),
        },
        {
          id: 'vehicle',
          label: t`Registration Info`,
          screen: <VehicleStep event={event} classes={classes} />,
          findFaults: (values) => findFormFaults(i18n, values, rules),
        },
        {
          id: 'confirm',
          label: t`Confirm`,
          screen: <ConfirmStep event={event} classes={classes} />,
          findFaults: (values) => findConfirmFaults(i18n, values, rules, tickets),
        },
        ...listClosingSteps<RegisterValues>(i18n, agreement),
      ],
      ending: {
        is: 'order',
        emptyLines: [
          { kind: 'registration', label: '', quantity: 0, amountCents: 0 },
          { kind: 'ticket', label: '', quantity: 0, amountCents: 0 },
        ],
        hasDiscount: true,
        ...toEventOrder<RegisterValues>({
          event,
          session,
          toPriced: (values) => toPricedRegistration(event, values),
          toOrder: (values) => toRegistrationOrder(event, values),
        }),
        toPayer: ({ personal }) => toPayer(personal, memberId),
        category: 4,
        description: name,
      },
      repair: (values, error) =>
        repairRegistration(values, error, {
          event,
          findLeft: toTicketsLeft(undefined),
          now: session.now(),
        }),
      cancelTo: eventList,
      finishTo: eventList,
    }
  }, [i18n, t, session, member, memberId, country, title, classes, eventList, event])
  return <Wizard flow={flow} />
}

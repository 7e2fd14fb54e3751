// The vehicles that a member has entered before, and their rides: one press fills the form.
import { Trans, useLingui } from '@lingui/react/macro'
import { useFormContext } from 'react-hook-form'
import { findDay } from '../../../../domain/day.ts'
import { isExpired } from '../../../../domain/member.ts'
import { useRead } from '../../../reading/useRead.ts'
import { useClub, useMember, useSession } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx'
import styles from './OwnVehicles.module.css'
import type { RegisterValues } from './registerFlow.ts'
import { fillVehicle, joinRides, listUnused, nameVehicle } from './vehicles.ts'

/** Nothing for visitors, and while none is known: the form itself needs no list. */
export function OwnVehicles() {
  const { t } = useLingui()
  const { getValues, reset, watch } = useFormContext<RegisterValues>()
  const session = useSession()
  const club = useClub()
  const member = useMember()
  const isSignedIn = member !== undefined
  const { data } = useRead('get_my_vehicles', {}, { enabled: isSignedIn })
  const hasRides =
    isSignedIn &&
    club?.portalSettings.ridesTab === true &&
    !isExpired(member, findDay(session.now(), club.tenant.timeZone))
  const { data: shown } = useRead('get_member_rides', {}, { enabled: hasRides })
  const own = listUnused(joinRides(data?.vehicles ?? [], shown?.rides ?? []), watch())
  if (!isSignedIn || own.length === 0) return null
  return (
    <FieldGroup label={<Trans>Your vehicles</Trans>}>
      <div className={styles.own}>
        {own.map((vehicle) => {
          const name = nameVehicle(vehicle)
          return (
            <Button
              key={name}
              size="row"
              aria-label={t`Fill in ${name}`}
              onClick={() => reset(fillVehicle(getValues(), vehicle))}
            >
              {name}
            </Button>
          )
        })}
      </div>
    </FieldGroup>
  )
}

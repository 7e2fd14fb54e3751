// The vehicles that a member has entered before: one press fills the form.
import { Trans, useLingui } from '@lingui/react/macro'
import { useFormContext } from 'react-hook-form'
import { useRead } from '../../../call/useRead.ts'
import { useMember } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx'
import styles from './OwnVehicles.module.css'
import type { RegisterValues } from './registerFlow.ts'
import { fillVehicle, listUnused, nameVehicle } from './vehicles.ts'

/** Nothing for visitors, and while none is known: the form itself needs no list. */
export function OwnVehicles() {
  const { t } = useLingui()
  const { getValues, reset, watch } = useFormContext<RegisterValues>()
  const isSignedIn = useMember() !== undefined
  const { data } = useRead('get_my_vehicles', {}, { enabled: isSignedIn })
  const own = listUnused(data?.vehicles ?? [], watch())
  if (!isSignedIn || own.length === 0) return null
  return (
    <FieldGroup label={<Trans>Your vehicles from earlier events</Trans>}>
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

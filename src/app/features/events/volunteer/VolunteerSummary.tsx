// How many shifts are chosen, and which.
import { Plural, Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { ShiftRows } from './ShiftRows.tsx'
import type { ShiftChoice } from './signUp.ts'
import { listTaken, readTaken } from './takenShifts.ts'

export function VolunteerSummary({ choice }: { choice: ShiftChoice }) {
  const { done } = useWizard()
  const chosen: number[] = useWatch({ name: 'shifts' })
  const taken = done === undefined ? listTaken(chosen, choice) : readTaken(done.answer)
  return (
    <>
      <p className="strong">
        {taken.length === 0 ? (
          <Trans>No shift selected yet</Trans>
        ) : (
          <Plural value={taken.length} one="# shift selected" other="# shifts selected" />
        )}
      </p>
      {taken.length > 0 && <ShiftRows taken={taken} timeZone={choice.timeZone} />}
    </>
  )
}

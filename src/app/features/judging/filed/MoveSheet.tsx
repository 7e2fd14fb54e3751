// Asks which car was judged, for a sheet that was filed under the number of another.
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { mostCarNumberLength, toCarNumber } from '../../../../domain/carNumber.ts'
import { toCarName } from '../../../show/carName.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import type { KnownCars } from '../score/useKnownCars.ts'
import { FiledDialog } from './FiledDialog.tsx'
import type { FiledWork } from './useFiled.ts'

export interface MoveSheetProps {
  /** The car's under which it was filed. */
  number: string
  known: KnownCars
  work: FiledWork
  onClose(): void
  onMove(to: string): Promise<void>
}

export function MoveSheet({ number, known, work, onClose, onMove }: MoveSheetProps) {
  const [to, setTo] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [wasTried, setWasTried] = useState(false)
  const row = known.rows.find((one) => one.number === to)
  const isSame = to === number
  const isRight = to !== '' && !isSame
  const submit = () => {
    setWasTried(true)
    if (!isRight) input.current?.focus()
    else if (!work.busy) void onMove(to)
  }
  return (
    <FiledDialog
      title={<Trans>Move the sheet for {number}</Trans>}
      work={work}
      variant="primary"
      keep={<Trans>Keep it at {number}</Trans>}
      go={isRight ? <Trans>Move it to {to}</Trans> : <Trans>Move it</Trans>}
      onClose={onClose}
      onGo={submit}
    >
      <Field
        label={<Trans>The number of the car that you judged</Trans>}
        hint={toHint()}
        announced
        error={
          isSame ? (
            <Trans>The sheet is at {number} already.</Trans>
          ) : wasTried && to === '' ? (
            <Trans>Enter the car number first.</Trans>
          ) : undefined
        }
      >
        <TextInput
          ref={input}
          data-autofocus=""
          inputMode="numeric"
          autoComplete="off"
          maxLength={mostCarNumberLength}
          value={to}
          onChange={({ target }) => setTo(toCarNumber(target.value))}
        />
      </Field>
      <p className="small muted">
        <Trans>The scores count for the other car, and no more for {number}.</Trans>
      </p>
    </FiledDialog>
  )

  function toHint() {
    if (!isRight) return undefined
    if (row?.car === undefined) {
      return <Trans>There is no car {to} on this phone's list; the club may refuse it.</Trans>
    }
    const name = toCarName(row.car)
    return row.filed === undefined ? name : <Trans>{name}: your sheet for it is replaced.</Trans>
  }
}

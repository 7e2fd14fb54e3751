// The form of a ride. What is typed stays until it is saved or given up.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import {
  findRideFaults,
  type RideField,
  type RideTexts,
  rideLengths,
  toPlainRide,
} from '../../../domain/shapes/ride.ts'
import { SaveBar } from '../../call/SaveBar.tsx'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { PicturesField } from '../../pictures/PicturesField.tsx'
import { SavingPictures } from '../../pictures/SavingPictures.tsx'
import type { FormPicture } from '../../pictures/useAddPictures.ts'
import { usePreparation } from '../../pictures/usePreparation.ts'
import { toFailureText } from '../../text/failureText.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormBusy } from '../../ui/form/fieldContext.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput, type TextInputProps } from '../../ui/form/TextInput.tsx'
import { FormGrid } from '../../ui/layout/FormGrid.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { LeaveDialog } from '../../unsaved/LeaveDialog.tsx'
import styles from './RideForm.module.css'
import { toFieldId, toRideFaultText, toRideSummaryText } from './rideTexts.ts'
import { useRereadRides } from './useRereadRides.ts'

export interface RideValues {
  readonly texts: RideTexts
  readonly pictures: readonly FormPicture[]
}

interface RideFormProps {
  /** Of a ride that is stored already. */
  id?: number
  /** What is stored, or what a new ride begins with. */
  before: RideValues
  /** Sends it; undefined if it was not accepted. */
  send(ride: RideTexts & { images: { imageData: string }[] }): Promise<object | undefined>
  busy: boolean
  error: unknown
}

const isNeeded: Partial<Record<RideField, true>> = { make: true, model: true }

export function RideForm({ id, before: given, send, busy, error }: RideFormProps) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const reread = useRereadRides()
  // as it was when the form opened: reading again meanwhile changes nothing here
  const [before] = useState(given)
  const [texts, setTexts] = useState(before.texts)
  const [pictures, setPictures] = useState(before.pictures)
  const [attempt, setAttempt] = useState(0)
  const [isSaved, setIsSaved] = useState(false)
  const preparation = usePreparation()
  const faults = attempt === 0 ? [] : findRideFaults(texts)
  const isUnsaved = !isSaved && (preparation.isPreparing || toText({ texts, pictures }) !== toText(before))

  // only when nothing is unsaved any more, so that leaving asks nothing
  useEffect(() => {
    if (isSaved) void navigate({ to: '/portal/member/rides/mine' })
  }, [isSaved, navigate])

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || isOffline || isSaved || !preparation.isOver()) return
    setAttempt(attempt + 1)
    if (findRideFaults(texts).length > 0) return
    const images = pictures.map(({ imageData }) => ({ imageData }))
    const plain = toPlainRide(texts)
    const answer = await send({ ...plain, images })
    // also after a refusal: another device may have deleted this one, or added others
    reread(answer === undefined || id === undefined ? undefined : { id, texts: plain })
    if (answer === undefined) return
    toast({ text: t`Your ride was saved.` })
    setIsSaved(true)
  }
  const find = (field: RideField) => {
    const fault = faults.find((one) => one.field === field)
    return fault && toRideFaultText(i18n, fault)
  }
  const change = (field: RideField, text: string) => setTexts({ ...texts, [field]: text })
  const draw = (field: RideField, label: ReactNode, input: TextInputProps = {}) => (
    <Field id={toFieldId(field)} label={label} optional={!isNeeded[field]} error={find(field)}>
      <TextInput
        autoComplete="off"
        {...input}
        name={field}
        value={texts[field]}
        onChange={({ target }) => change(field, target.value)}
      />
    </Field>
  )
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <FormBusy value={busy}>
        <ErrorSummary
          faults={faults.map((fault) => ({
            id: toFieldId(fault.field),
            message: toRideSummaryText(i18n, fault),
          }))}
          attempt={attempt}
        />
        <FormGrid columns={3}>
          {draw('year', t`Year`, { inputMode: 'numeric' })}
          {draw('make', t`Make`, { autoCapitalize: 'words' })}
          {draw('model', t`Model`, { autoCapitalize: 'words' })}
        </FormGrid>
        <FormGrid columns={2}>
          {draw('engine', t`Engine/Transmission`)}
          {draw('trim', t`Trim`)}
        </FormGrid>
        <Field
          id={toFieldId('description')}
          label={<Trans>Your ride's story</Trans>}
          hint={<Trans>At most {rideLengths.description} characters.</Trans>}
          optional
          error={find('description')}
        >
          <TextArea
            name="description"
            rows={6}
            value={texts.description}
            onChange={({ target }) => change('description', target.value)}
          />
        </Field>
        <PicturesField pictures={pictures} onChange={setPictures} onPreparing={preparation.onPreparing} />
      </FormBusy>
      <SaveBar
        busy={busy}
        note={
          <>
            <SavingPictures preparation={preparation} busy={busy && pictures.length > 0} />
            {error !== undefined && (
              <Notice tone="bad" live="alert">
                {toFailureText(i18n, error)}
              </Notice>
            )}
          </>
        }
      >
        <Link to="/portal/member/rides/mine" className={buttonClass()}>
          <Trans>Back</Trans>
        </Link>
      </SaveBar>
      <LeaveDialog isUnsaved={isUnsaved} />
    </form>
  )
}

function toText({ texts, pictures }: RideValues): string {
  return JSON.stringify([toPlainRide(texts), pictures.map(({ imageData }) => imageData)])
}

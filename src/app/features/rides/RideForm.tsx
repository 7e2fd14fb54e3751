// The form of a ride. What is typed stays until it is saved or given up.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { isRecord } from '../../../domain/isRecord.ts'
import {
  emptyRide,
  findRideFaults,
  type RideField,
  type RideTexts,
  rideLengths,
  toPlainRide,
} from '../../../domain/shapes/ride.ts'
import { toMemberFormDraftId } from '../../../offline/drafts.ts'
import { SaveBar } from '../../call/SaveBar.tsx'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { PicturesField } from '../../pictures/PicturesField.tsx'
import { SavingPictures } from '../../pictures/SavingPictures.tsx'
import { type FormPicture, readFormPictures } from '../../pictures/useAddPictures.ts'
import { usePreparation } from '../../pictures/usePreparation.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormBusy } from '../../ui/form/fieldContext.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput, type TextInputProps } from '../../ui/form/TextInput.tsx'
import { FormGrid } from '../../ui/layout/FormGrid.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { type FormDraft, readSent } from '../../unsaved/formDraft.ts'
import { LeaveDialog } from '../../unsaved/LeaveDialog.tsx'
import { SaveFault } from '../../unsaved/SaveFault.tsx'
import { TypedBefore } from '../../unsaved/TypedBefore.tsx'
import { useAskAgain } from '../../unsaved/useAskAgain.ts'
import { useDraftOwner } from '../../unsaved/useDraftOwner.ts'
import { type OpenDraft, useFormDraft, useKeptFailure } from '../../unsaved/useFormDraft.ts'
import styles from './RideForm.module.css'
import { RidesLoading } from './RidesLoading.tsx'
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
  send(ride: RideTexts & { images: { imageData: string }[] }, key: string): Promise<object | undefined>
  busy: boolean
  error: unknown
}

type RideDraft = RideValues & FormDraft

const isNeeded: Partial<Record<RideField, true>> = { make: true, model: true }

export function RideForm(props: RideFormProps) {
  const { id, before } = props
  const draftId = toMemberFormDraftId('ride', useDraftOwner(), id === undefined ? 'new' : String(id))
  // as it was when the form opened: reading again meanwhile changes nothing here
  const [begin] = useState(before)
  const kept = useFormDraft<RideDraft>({ id: draftId, begin, read: readRideDraft })
  const { draft } = kept
  if (draft === undefined) return <RidesLoading />
  return <OpenRideForm {...props} before={begin} kept={kept} draft={draft} />
}

interface OpenRideFormProps extends RideFormProps {
  kept: OpenDraft<RideDraft>
  draft: RideDraft
}

function OpenRideForm({ id, before, send, busy, error, kept, draft }: OpenRideFormProps) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const reread = useRereadRides()
  const { texts, pictures } = draft
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
    await sendIt()
  }
  const sendIt = async () => {
    const images = pictures.map(({ imageData }) => ({ imageData }))
    const plain = toPlainRide(texts)
    kept.noteSending()
    const answer = await send({ ...plain, images }, draft.key)
    // also after a refusal: another device may have deleted this one, or added others
    reread(answer === undefined || id === undefined ? undefined : { id, texts: plain })
    if (answer === undefined) return
    await kept.forget()
    toast({ text: t`Your ride was saved.` })
    setIsSaved(true)
  }
  useKeptFailure(kept, error)
  useAskAgain(draft.sent === 'same' && !busy && !isSaved, kept.isFound, () => void sendIt())
  const find = (field: RideField) => {
    const fault = faults.find((one) => one.field === field)
    return fault && toRideFaultText(i18n, fault)
  }
  const change = (field: RideField, text: string) => kept.change({ texts: { ...texts, [field]: text } })
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
      <TypedBefore kept={kept} onStartOver={() => kept.startOver()} />
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
        <PicturesField
          pictures={pictures}
          onChange={(changed) => kept.change({ pictures: changed })}
          onPreparing={preparation.onPreparing}
        />
      </FormBusy>
      <SaveBar
        busy={busy}
        note={
          <>
            <SavingPictures preparation={preparation} busy={busy && pictures.length > 0} />
            <SaveFault kept={kept} error={error} busy={busy} />
          </>
        }
      >
        <Link to="/portal/member/rides/mine" className={buttonClass()}>
          <Trans>Back</Trans>
        </Link>
      </SaveBar>
      <LeaveDialog isUnsaved={isUnsaved} onLeave={() => void kept.forget()} />
    </form>
  )
}

function toText({ texts, pictures }: RideValues): string {
  return JSON.stringify([toPlainRide(texts), pictures.map(({ imageData }) => imageData)])
}

function readRideDraft(value: unknown): RideDraft | undefined {
  if (!isRecord(value) || typeof value.key !== 'string' || !isRecord(value.texts)) return undefined
  const { key, texts } = value
  const read = (field: RideField): string => (typeof texts[field] === 'string' ? texts[field] : '')
  const fields = Object.keys(emptyRide) as RideField[]
  return {
    key,
    texts: Object.fromEntries(fields.map((field) => [field, read(field)])) as unknown as RideTexts,
    pictures: readFormPictures(value.pictures),
    ...readSent(value),
  }
}

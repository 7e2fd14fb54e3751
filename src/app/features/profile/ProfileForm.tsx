// The form of the profile. What is typed stays until it is saved or given up.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { findProfileFaults } from '../../../domain/shapes/profile.ts'
import { SaveBar } from '../../call/SaveBar.tsx'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { SavingPictures } from '../../pictures/SavingPictures.tsx'
import { usePreparation } from '../../pictures/usePreparation.ts'
import { useClub, useSession } from '../../session/SessionContext.tsx'
import type { SessionMember } from '../../session/sessionState.ts'
import { ConfirmDialog } from '../../signin/ConfirmDialog.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { FormBusy } from '../../ui/form/fieldContext.ts'
import { Notice } from '../../ui/Notice.tsx'
import { LeaveDialog } from '../../unsaved/LeaveDialog.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { PictureField } from './PictureField.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import styles from './ProfileForm.module.css'
import { toProfileFaultText } from './profileFaults.ts'
import {
  listChanged,
  type ProfileValues,
  toFieldId,
  toProfileInput,
  toProfileValues,
  toTexts,
} from './profileValues.ts'
import { RosterPanel } from './RosterPanel.tsx'
import { useRoster } from './useRoster.ts'

export function ProfileForm({ member }: { member: SessionMember }) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const club = useClub()
  const isOffline = useIsOffline()
  const stored = toProfileValues(member)
  // only what was typed: what is stored may be read again meanwhile
  const [typed, setTyped] = useState<Partial<ProfileValues>>({})
  const [avatar, setAvatar] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isSaved, setIsSaved] = useState(false)
  const values = { ...stored, ...typed }
  const roster = useRoster(member.id, club?.tenant.settings.roster ?? false)
  const profile = useSend('update_member')
  const settings = useSend('update_member_settings')
  const changed = listChanged(stored, values)
  const isOwnChanged = changed.length > 0 || avatar !== undefined
  const isChanged = isOwnChanged || roster.isChanged
  const [busy, setBusy] = useState(false)
  const preparation = usePreparation()
  const isSigninTooOld = profile.error instanceof Failure && profile.error.code === 'signin-too-old-for-email'
  const error = isSigninTooOld ? undefined : (profile.error ?? settings.error)

  const found = attempt === 0 ? [] : findProfileFaults(toTexts(values), toTexts(stored))
  const faults = found.map(({ field, fault }) => ({
    id: toFieldId(field),
    field,
    message: toProfileFaultText(i18n, { field, fault }, values.country),
  }))
  const answered = error instanceof Failure ? (error.details.faults ?? []) : []

  const change = (field: keyof ProfileValues, text: string) => {
    // also what is chosen, which no text control holds back
    if (busy) return
    setTyped((before) => ({ ...before, [field]: text }))
    setIsSaved(false)
  }
  const save = async (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (busy || isOffline || !preparation.isOver()) return
    setIsSaved(false)
    setAttempt(attempt + 1)
    if (findProfileFaults(toTexts(values), toTexts(stored)).length > 0) return
    setBusy(true)
    if (await send()) {
      setTyped({})
      setAvatar(undefined)
      setAttempt(0)
      setIsSaved(true)
    }
    setBusy(false)
  }
  /** Whether it is stored, and read again. */
  const send = async () => {
    const isSent =
      (!isOwnChanged || (await profile.send(toProfileInput(member, values, avatar))) !== undefined) &&
      (!roster.isChanged || (await settings.send(roster.changes)) !== undefined)
    if (!isSent) return false
    roster.forget()
    await session.authorize()
    return true
  }

  return (
    <>
      <form className={styles.form} onSubmit={save} noValidate>
        <FormBusy value={busy}>
          <ErrorSummary faults={faults} attempt={attempt} />
          <PictureField
            member={member}
            picture={avatar}
            onPreparing={preparation.onPreparing}
            onChange={(picture) => {
              setAvatar(picture)
              setIsSaved(false)
            }}
          />
          <ProfileFields
            values={values}
            stored={stored}
            faults={faults}
            alternateId={
              club?.tenant.settings.alternateId === true
                ? club.tenant.settings.alternateIdLabel || t`Member number`
                : undefined
            }
            onChange={change}
          >
            <PendingEmail member={member} />
          </ProfileFields>
          <RosterPanel
            roster={busy ? { ...roster, choose: () => undefined } : roster}
            onChange={() => setIsSaved(false)}
          />
        </FormBusy>
        <SaveBar
          busy={busy}
          note={
            <>
              {error !== undefined && (
                <Notice tone="bad" live="alert">
                  <Trans>Error:{toFailureText(i18n, error)}</Trans>
                  {answered.length > 0 && <span> ({answered.map(({ path }) => path).join(', ')})</span>}
                </Notice>
              )}
              {isSaved && (
                <Notice tone="ok" live="status">
                  <Trans>Your profile changes have been saved.</Trans>
                </Notice>
              )}
              <SavingPictures preparation={preparation} busy={busy && !!avatar} />
            </>
          }
        />
        <LeaveDialog isUnsaved={isChanged || preparation.isPreparing} />
      </form>
      {isSigninTooOld && (
        <ConfirmDialog
          title={<Trans>Please log in again to change your e-mail address.</Trans>}
          email={member.email_address}
          onClose={profile.forgetError}
          onConfirmed={() => void save()}
        />
      )}
    </>
  )
}

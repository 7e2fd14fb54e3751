// The step that finds a membership by its e-mail address.
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Accepted } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import { findDay } from '../../../domain/day.ts'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import { useClub, useSession } from '../../session/SessionContext.tsx'
import { toCityLine } from '../../text/cityLine.ts'
import { toFailureText } from '../../text/failureText.ts'
import { toEndText } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { TextField } from '../../wizard/fields/TextField.tsx'
import { FirstRenewalDay } from './FirstRenewalDay.tsx'
import styles from './LookupStep.module.css'
import { type FoundMembership, type RenewValues, toFound, toRenewalFault, toTypedFault } from './renewFlow.ts'

export interface LookupStepProps {
  /** The proof from the link in a mail, used in place of typing. Only the first call gets it. */
  takeProof(): string | undefined
}

interface Status {
  readonly text: string
  /** Only a failure is red. */
  readonly isFailure: boolean
}

const childMembership = new Failure('child-membership', '')

function toFailure(text: string): Status {
  return { text, isFailure: true }
}

export function LookupStep({ takeProof }: LookupStepProps) {
  const { i18n, t } = useLingui()
  const { caller } = useSession()
  const { setValue, getValues, clearErrors, getFieldState, formState } = useFormContext<RenewValues>()
  const found = useWatch<RenewValues, 'found'>({ name: 'found' })
  const isChild = useWatch<RenewValues, 'isChild'>({ name: 'isChild' })
  const nobody = t`There is no member with this e-mail address.`
  const [said, setSaid] = useState<Status>()
  // a reload forgets what was said, and the form keeps that it was an additional login
  const shown = said ?? (isChild ? toFailure(toFailureText(i18n, childMembership)) : undefined)
  /** Above the limits only the person who reads the address's mail can go on (rules/security 2.4). */
  const [canMail, setCanMail] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const inFlight = useRef(false)

  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      if (inFlight.current) return
      inFlight.current = true
      setIsBusy(true)
      setSaid(undefined)
      setValue('isChild', false)
      setCanMail(false)
      try {
        await work()
      } catch (error) {
        setValue('found', null)
        const code = error instanceof Failure ? error.code : undefined
        setValue('isChild', code === 'child-membership')
        setSaid(toFailure(code === 'account-not-found' ? nobody : toFailureText(i18n, error)))
        setCanMail(code === 'too-many-requests')
      } finally {
        inFlight.current = false
        setIsBusy(false)
      }
    },
    [i18n, nobody, setValue],
  )
  const toAnswer = useCallback(
    (membership: FoundMembership | undefined): Status | undefined => {
      if (membership === undefined) return toFailure(nobody)
      // the membership below says the day itself
      const fault = membership.daysUntilRenew > 0 ? undefined : toRenewalFault(i18n, membership)
      return fault === undefined ? undefined : toFailure(fault)
    },
    [i18n, nobody],
  )
  const run = useCallback(
    (request: () => Promise<Accepted<'lookup_member'>>) =>
      attempt(async () => {
        const membership = toFound(await request())
        setValue('found', membership ?? null, { shouldDirty: true, shouldValidate: false })
        setSaid(toAnswer(membership))
      }),
    [toAnswer, setValue, attempt],
  )
  const mailLink = () =>
    void attempt(async () => {
      await caller.call('lookup_member', { username: toPlainLine(getValues('lookupEmail')), mailMe: true })
      const text = t`If this is a member's address, a mail with a link to renew is on its way to it.`
      setSaid({ text, isFailure: false })
    })
  const lookUp = () => {
    const lookupEmail = getValues('lookupEmail')
    const fault = toTypedFault(i18n, lookupEmail)
    if (fault !== undefined) setSaid(toFailure(fault))
    else void run(() => caller.call('lookup_member', { username: toPlainLine(lookupEmail) }))
  }
  useEffect(() => {
    const proof = takeProof()
    if (proof === undefined) return
    // an address that was typed before may be another member's
    setValue('lookupEmail', '')
    void run(() => caller.call('lookup_member', { lookup: proof }))
  }, [takeProof, caller, run, setValue])

  // Pressing Lookup leaves the field, which counts as an empty answer. What the look-up says takes its place.
  const isAnswered = isBusy || found !== null || shown !== undefined
  const hasFault = getFieldState('lookupEmail', formState).invalid
  useLayoutEffect(() => {
    if (isAnswered && hasFault) clearErrors('lookupEmail')
  }, [isAnswered, hasFault, clearErrors])

  // another address means another membership
  const forgetFound = () => {
    setValue('found', null)
    setValue('isChild', false)
    setSaid(undefined)
    setCanMail(false)
  }
  const submitOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || found !== null) return
    event.preventDefault()
    lookUp()
  }
  const status = shown?.text
  return (
    <Panel title={<Trans>Member lookup</Trans>}>
      <p>
        <Trans>Enter in your email address to lookup your current membership.</Trans>
      </p>
      <div>
        <div className={styles.line}>
          <TextField
            name="lookupEmail"
            label={<Trans>E-mail</Trans>}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            required
            onInput={forgetFound}
            onKeyDown={submitOnEnter}
          />
          <div className={styles.button}>
            <Button full busy={isBusy} onClick={lookUp}>
              <Trans>Lookup</Trans>
            </Button>
          </div>
        </div>
        <p className={classNames(styles.status, !isBusy && shown?.isFailure && styles.failure)} role="status">
          {isBusy ? <Trans>Looking up…</Trans> : status !== undefined && <Trans>Status: {status}</Trans>}
        </p>
        {/* this region exists before anything is found, so that the result is announced */}
        <div className={styles.found} role="status">
          {found !== null && <Found found={found} />}
        </div>
      </div>
      {canMail && (
        <Button onClick={mailLink}>
          <Trans>Mail me a link to renew</Trans>
        </Button>
      )}
    </Panel>
  )
}

function Found({ found }: { found: FoundMembership }) {
  const language = useLanguage()
  const session = useSession()
  const today = findDay(session.now(), useClub()?.tenant.timeZone ?? 'UTC')
  const { i18n } = useLingui()
  const { fname, lname, address, typeLabel, expiration, daysUntilRenew } = found
  const day = toEndText(i18n, found, language)
  return (
    <>
      <p className="strong">
        {fname} {lname}
      </p>
      {address !== '' && <p>{address}</p>}
      <p>{toCityLine(found)}</p>
      <p>
        <Trans>Membership type: {typeLabel}</Trans>
      </p>
      <p>{found.life === true ? day : <Trans>Membership expiration date: {day}</Trans>}</p>
      {daysUntilRenew > 0 && (
        <div className="strong">
          <p>
            <Trans>Days until you can renew: {daysUntilRenew}</Trans>
          </p>
          <FirstRenewalDay expiration={expiration} today={today} />
        </div>
      )}
    </>
  )
}

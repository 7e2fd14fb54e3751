// Around all judging screens: loads event and judge from the device, or shows why judging is not possible.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import type { JudgingForm } from '../../../domain/event.ts'
import { findJudgingWindow, findWindowState } from '../../../domain/window.ts'
import type { JudgeGrant } from '../../../offline/outboxRecords.ts'
import { useGrant } from '../../call/useGrant.ts'
import { useOutbox } from '../../call/useOutbox.ts'
import { OutboxUnreadable } from '../../outbox/OutboxUnreadable.tsx'
import { useSession } from '../../session/SessionContext.tsx'
import { MissingShow } from '../../show/MissingShow.tsx'
import { ShowProvider, useShow, useShowNow, useShowState } from '../../show/ShowContext.tsx'
import { useShowInUse } from '../../show/showInUse.ts'
import { openShow } from '../../show/showStore.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { NoticePage } from '../../ui/layout/NoticePage.tsx'
import { PlaceholderHeading } from '../../ui/screen/PlaceholderHeading.tsx'
import { JudgeProvider, type Judging } from './JudgeContext.tsx'
import styles from './JudgingLayout.module.css'
import { JudgingPage } from './JudgingPage.tsx'
import { isVerificationOver } from './myCars.ts'
import { Outcomes } from './Outcomes.tsx'
import { useSentRefresh } from './useSentRefresh.ts'
import { openAskedCode } from './verify/askedCode.ts'
import { useJudgeLink } from './verify/useJudgeLink.ts'
import { VerifyScreen } from './verify/VerifyScreen.tsx'

const carsRoute = '/portal/judging/$eventId/form/$formId/cars'

export function JudgingLayout() {
  const { t } = useLingui()
  const { eventId } = useParams({ from: '/portal/judging/$eventId' })
  const session = useSession()
  const id = Number(eventId)
  const store = useMemo(() => openShow({ club: session.slug ?? '', eventId: id }, session), [session, id])
  const { saved } = useShowState(store)
  const show = useMemo(() => (saved == null ? undefined : { store, saved }), [store, saved])
  useEffect(() => store.startPolling(), [store])
  useEffect(() => store.wantCars(), [store])
  useShowInUse(store.show)

  if (show === undefined) {
    return (
      <JudgingPage eventName={undefined}>
        <MissingShow store={store} title={t`Judging Form`} />
      </JudgingPage>
    )
  }
  return (
    <ShowProvider value={show}>
      <Gate eventId={id} />
    </ShowProvider>
  )
}

function Gate({ eventId }: { eventId: number }) {
  const { store, saved } = useShow()
  const session = useSession()
  const now = useShowNow()
  const isAtCars = useMatchRoute()({ to: carsRoute, params: { eventId: String(eventId) } }) !== false
  const { cars } = useShowState(store)
  const { grant, other, isLoading, save, stay } = useGrant(eventId)
  const { entries } = useOutbox()
  const [isVerifying, setIsVerifying] = useState(false)
  const windowState = findWindowState(findJudgingWindow(saved.event), now)
  const askClub = useSentRefresh(grant, entries, windowState === 'open')

  const slug = session.slug ?? ''
  const verified = useCallback(
    async (answer: Accepted<'verify_judge'>) => {
      const { isValid, message, judgeId } = answer
      if (!isValid || answer.grant === undefined || judgeId === undefined) {
        throw new Failure('invalid-judge', message)
      }
      // the club's answer may come after this one: wait for it, so that the grant can be saved
      const { tenant } = await session.getClub()
      await save({
        club: slug,
        eventId,
        judgeId,
        judgeName: answer.judgeName ?? '',
        formId: answer.formId,
        grant: answer.grant,
        until: answer.until ?? '',
        tenantId: tenant.uuid,
        sent: answer.sent ?? [],
      })
      openAskedCode(slug, eventId).forget()
      setIsVerifying(false)
    },
    [save, session, slug, eventId],
  )
  const link = useJudgeLink(eventId, verified)

  const verify = useCallback(() => setIsVerifying(true), [])
  const forms = useMemo(() => listForms(cars?.forms ?? [], grant?.formId ?? 0), [cars, grant])
  const goOnAs = useCallback(
    (judge: JudgeGrant) => {
      if (judge.judgeId === grant?.judgeId) stay()
      else void save(judge)
    },
    [grant, stay, save],
  )
  const judging = useMemo<Judging | undefined>(
    () =>
      grant === undefined || cars == null
        ? undefined
        : { grant, other, goOnAs, cars, entries, forms, verify, askClub },
    [grant, other, goOnAs, cars, entries, forms, verify, askClub],
  )

  const { event } = saved
  if (event.voting !== 2) {
    return (
      <ClosedPage eventName={event.name}>
        <Trans>This event does not use judging</Trans>
      </ClosedPage>
    )
  }
  if (windowState === 'ended') {
    if (judging !== undefined && isAtCars) {
      return (
        <JudgeProvider value={judging}>
          <Outlet />
        </JudgeProvider>
      )
    }
    return (
      <ClosedPage eventName={event.name} links={judging !== undefined && <CarsLinks judging={judging} />}>
        <Trans>This event has ended and judging is no longer allowed.</Trans>
      </ClosedPage>
    )
  }
  if (isLoading || (grant !== undefined && cars === undefined))
    return (
      <JudgingPage eventName={event.name}>
        <PlaceholderHeading>
          <Trans>Judging Form</Trans>
        </PlaceholderHeading>
        <OutboxUnreadable />
      </JudgingPage>
    )
  const isOver = grant !== undefined && isGrantOver(grant.until, now)
  const isEnded = isOver || (grant !== undefined && isVerificationOver(entries, grant))
  // opened again by the judge who is here, it is spent in the background; why another one was refused is said
  const isLinkAwaited = (link.isPending || link.error !== undefined) && link.judgeId !== grant?.judgeId
  if (judging === undefined || isVerifying || isOver || isLinkAwaited) {
    const canGoBack = judging !== undefined && !isOver
    const goBack = () => {
      link.drop()
      setIsVerifying(false)
    }
    return (
      <JudgingPage eventName={event.name}>
        <VerifyScreen
          eventId={eventId}
          link={link}
          verified={verified}
          isEnded={isEnded}
          judgeId={isEnded ? grant.judgeId : undefined}
          onCancel={canGoBack ? goBack : undefined}
        />
      </JudgingPage>
    )
  }
  return (
    <JudgeProvider value={judging}>
      <Outlet />
      <Outcomes />
    </JudgeProvider>
  )
}

/** All forms, or the one that the judge is restricted to. */
function listForms(forms: readonly JudgingForm[], formId: number): readonly JudgingForm[] {
  return formId === 0 ? forms : forms.filter(({ id }) => id === formId)
}

/** Only a grant that has surely ended is not tried. Otherwise the server decides. */
function isGrantOver(until: string, now: number | undefined): boolean {
  const end = Date.parse(until)
  return now !== undefined && !Number.isNaN(end) && end < now
}

/** Sent sheets can still be read when judging is over. */
function CarsLinks({ judging: { grant, forms } }: { judging: Judging }) {
  const params = { eventId: String(grant.eventId) }
  return (
    <div className={styles.readable}>
      {forms.map(({ id, title }) => (
        <Link
          key={id}
          to={carsRoute}
          params={{ ...params, formId: String(id) }}
          className={buttonClass({ full: true })}
        >
          <Trans>My cars: {title}</Trans>
        </Link>
      ))}
    </div>
  )
}

interface ClosedPageProps {
  eventName: string
  links?: ReactNode
  children: ReactNode
}

function ClosedPage({ eventName, links, children }: ClosedPageProps) {
  const { t } = useLingui()
  useScreenTitle(t`Judging Form`)
  return (
    <JudgingPage eventName={eventName}>
      <NoticePage
        title={<Trans>Judging Form</Trans>}
        action={
          <Link to="/portal" className={buttonClass()}>
            <Trans>Go to the club's portal</Trans>
          </Link>
        }
      >
        <p className={styles.message}>{children}</p>
        {links}
      </NoticePage>
    </JudgingPage>
  )
}

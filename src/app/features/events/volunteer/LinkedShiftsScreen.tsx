// What the link in a volunteer's mail opens: their shifts, each with "I will come" and "Give this shift back". What was
// asked for is confirmed here.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Failure } from '../../../../contract/failures.ts'
import { useSend } from '../../../call/useSend.ts'
import { ReadView } from '../../../reading/ReadView.tsx'
import { useRead } from '../../../reading/useRead.ts'
import { ClubContact } from '../../../text/ClubContact.tsx'
import { toFailureText } from '../../../text/failureText.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonShape } from '../../../ui/SkeletonShape.tsx'
import { EventFacts } from '../../../wizard/order/EventFacts.tsx'
import { GiveBackDialog } from './GiveBackDialog.tsx'
import { LinkedShiftRow } from './LinkedShiftRow.tsx'
import type { LinkedShift, LinkedShifts } from './linkedShifts.ts'

export function LinkedShiftsScreen() {
  const { t } = useLingui()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [opened, setOpened] = useState(hash)
  // another mail's link in the same tab
  if (hash !== '' && hash !== opened) setOpened(hash)
  const code = new URLSearchParams(opened).get('code')
  useScreenTitle(t`Your shifts`)
  return (
    <div className="stack">
      <h1>
        <Trans>Your shifts</Trans>
      </h1>
      {code === null ? <Broken /> : <Shifts key={code} code={code} />}
      <ClubContact />
    </div>
  )
}

function Broken() {
  return (
    <EmptyState title={<Trans>This link is not whole</Trans>}>
      <Trans>Open it again from the mail, or copy all of it.</Trans>
    </EmptyState>
  )
}

function Shifts({ code }: { code: string }) {
  const { t } = useLingui()
  // nothing of it stays on the device: the link alone is the proof
  const reading = useRead('get_linked_shifts', { code: code.slice(0, 80) }, { saved: false })
  if (reading.error instanceof Failure && reading.error.code === 'bad-mail-code') {
    return (
      <EmptyState title={<Trans>This link leads to no shift</Trans>}>
        <Trans>The event or the shift may be gone. Ask the club, or look up your shifts by e-mail.</Trans>
      </EmptyState>
    )
  }
  return (
    <ReadView
      reading={reading}
      label={t`Loading your shifts…`}
      loading={<SkeletonShape shape="block" />}
      isEmpty={({ shifts }) => shifts.length === 0}
      empty={<EmptyState title={<Trans>You have no shifts at this event</Trans>} />}
    >
      {(read) => <Answering code={code} read={read} />}
    </ReadView>
  )
}

function Answering({ code, read }: { code: string; read: LinkedShifts }) {
  const { i18n, t } = useLingui()
  // an answer to what was pressed is newer than what was read when the page opened
  const [answered, setAnswered] = useState<{ shifts: LinkedShifts; of: LinkedShifts }>()
  const { event, name, shifts } = answered?.of === read ? answered.shifts : read
  const [asked, setAsked] = useState<LinkedShift>()
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const { send, busy, error, forgetError } = useSend('answer_shift')
  const confirming = useSend('confirm_shifts')
  const [pressed, setPressed] = useState(0)
  const open = shifts.filter(({ state }) => state === 'asked')

  const answer = async (shift: LinkedShift, wanted: 'give-back' | 'confirm') => {
    setPressed(shift.id)
    setSaid('')
    const now = await send({ code, shift: shift.id, answer: wanted })
    if (now === undefined) return
    setAnswered({ shifts: now, of: read })
    setAsked(undefined)
    setSaid(
      wanted === 'confirm'
        ? t`The club knows that you come.`
        : t`The shift is given back. Somebody else can take it now.`,
    )
    // the button that had the focus is gone
    heading.current?.focus()
  }
  const confirmAll = async () => {
    setSaid('')
    const now = await confirming.send({ code })
    if (now === undefined) return
    setAnswered({ shifts: now, of: read })
    const ids = open.map(({ id }) => id)
    const isWhole = now.shifts.every(({ id, state }) => !ids.includes(id) || state === 'taken')
    setSaid(
      isWhole
        ? t`The shifts are yours. A mail brings their codes for the gate.`
        : t`Not all of them were free any more. What is yours is said below.`,
    )
    heading.current?.focus()
  }
  const close = () => {
    if (busy) return
    forgetError()
    setAsked(undefined)
  }
  return (
    <>
      <Panel>
        <EventFacts event={event} name={name} hasCalendar={false} />
      </Panel>
      <Panel>
        <h2 ref={heading} tabIndex={-1} className="h3">
          {open.length > 0 ? <Trans>Please confirm your shifts</Trans> : <Trans>What you have taken</Trans>}
        </h2>
        {open.length > 0 && (
          <>
            <p>
              <Trans>
                You have asked for them, and they are not yours yet. Before you confirm, somebody else may
                take the last place.
              </Trans>
            </p>
            <Button variant="primary" busy={confirming.busy} onClick={() => void confirmAll()}>
              <Plural value={open.length} one="Confirm the shift" other="Confirm # shifts" />
            </Button>
          </>
        )}
        {confirming.error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, confirming.error)}
          </Notice>
        )}
        {error !== undefined && asked === undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, error)}
          </Notice>
        )}
        <p role="status" className="strong">
          {said}
        </p>
        <List flush>
          {shifts.map((shift) => (
            <LinkedShiftRow
              key={shift.id}
              shift={shift}
              timeZone={event.timeZone}
              isConfirming={busy && asked === undefined && pressed === shift.id}
              onConfirm={() => void answer(shift, 'confirm')}
              onGiveBack={() => {
                forgetError()
                setAsked(shift)
              }}
            />
          ))}
        </List>
      </Panel>
      <GiveBackDialog
        shift={asked}
        timeZone={event.timeZone}
        busy={busy}
        error={error}
        onClose={close}
        onGiveBack={(shift) => void answer(shift, 'give-back')}
      />
    </>
  )
}

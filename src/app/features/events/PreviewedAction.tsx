// What an action will offer, for the holder of the preview link: prices, texts and questions. Nothing is sold here.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ClubEvent, EventOption } from '../../../domain/event.ts'
import { formatInstant, formatMoney } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { FactRow, FactRows } from '../../ui/layout/FactRows.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { EventAction } from './eventActions.ts'
import { ToEvents } from './ToEvents.tsx'
import { useEventMessages } from './useEventMessages.ts'

interface PreviewedActionProps {
  event: ClubEvent
  action: EventAction
  title: string
}

export function PreviewedAction({ event, action, title }: PreviewedActionProps) {
  return (
    <div className="stack">
      <h1>{title}</h1>
      <Notice tone="warn" title={<Trans>Not published: only who has this link sees it.</Trans>}>
        <Trans>Nothing can be bought or taken yet. This is what will be offered.</Trans>
      </Notice>
      <Offer event={event} action={action} />
      <ToEvents />
    </div>
  )
}

function Offer({ event, action }: Omit<PreviewedActionProps, 'title'>) {
  switch (action) {
    case 'register':
      return <Registration event={event} />
    case 'tickets':
      return <Tickets event={event} />
    case 'vendor':
      return <Spaces event={event} />
    default:
      return <Volunteers event={event} />
  }
}

function Registration({ event }: { event: ClubEvent }) {
  const { registration, registrationOptions, agreement } = event
  const { register } = useEventMessages(event)
  if (!registration) return <NotOffered />
  return (
    <>
      <Panel>
        <FactRows lined>
          <Price dollars={event.reg_price} membersLess={event.regMemberDiscount} />
          <Window event={event} from={event.reg_startdate} until={event.reg_enddate} />
          <Questions options={registrationOptions} />
        </FactRows>
        <Prose>{register}</Prose>
      </Panel>
      {agreement !== '' && (
        <Panel title={<Trans>Agreement</Trans>}>
          <Prose>{agreement}</Prose>
        </Panel>
      )}
    </>
  )
}

function Tickets({ event }: { event: ClubEvent }) {
  const { tickets } = useEventMessages(event)
  if (event.tickets.length === 0) return <NotOffered />
  return (
    <>
      <Prose>{tickets}</Prose>
      {event.tickets.map((ticket) => (
        <Panel key={ticket.id} title={ticket.description}>
          <FactRows lined>
            <Price dollars={ticket.price} />
            <Window event={event} from={ticket.startdate} until={ticket.enddate} />
            <Questions options={ticket.options} />
          </FactRows>
          <Prose>{ticket.info}</Prose>
        </Panel>
      ))}
    </>
  )
}

function Spaces({ event }: { event: ClubEvent }) {
  const maps = event.maps.filter(({ available }) => available)
  if (maps.length === 0) return <NotOffered />
  return (
    <>
      <Prose>{event.vendorMessage}</Prose>
      {maps.map((map) => {
        const costs = map.elements.filter(({ available }) => available).map(({ cost }) => cost)
        const [low, high] = [Math.min(...costs), Math.max(...costs)]
        return (
          <Panel key={map.id} title={map.label}>
            <FactRows lined>
              <FactRow name={<Trans>Spaces</Trans>}>{costs.length}</FactRow>
              {costs.length > 0 && <Price dollars={low} to={high} membersLess={map.memberDiscount} />}
              <Window event={event} from={map.availableStartdate} until={map.availableEnddate} />
            </FactRows>
          </Panel>
        )
      })}
    </>
  )
}

function Volunteers({ event }: { event: ClubEvent }) {
  const { volunteer } = useEventMessages(event)
  if (!event.workerSignup) return <NotOffered />
  return (
    <Panel>
      <FactRows lined>
        <Window event={event} from={event.workerStartDate} until={event.workerEndDate} />
      </FactRows>
      <Prose>{volunteer}</Prose>
    </Panel>
  )
}

function NotOffered() {
  return (
    <p>
      <Trans>The club does not offer this at the show.</Trans>
    </p>
  )
}

function Prose({ children }: { children: string }): ReactNode {
  return children !== '' && <p className="prose">{children}</p>
}

interface PriceProps {
  dollars: number
  /** The highest, where there are several. */
  to?: number
  membersLess?: number
}

function Price({ dollars, to = dollars, membersLess = 0 }: PriceProps) {
  const text = [...new Set([dollars, to])].map(formatMoney).join('–')
  return (
    <FactRow name={<Trans>Price</Trans>}>
      {text}
      {membersLess > 0 && (
        <>
          {' '}
          <Trans>({formatMoney(membersLess)} less for members)</Trans>
        </>
      )}
    </FactRow>
  )
}

interface WindowProps {
  event: ClubEvent
  from: string | null
  until: string | null
}

function Window({ event: { timeZone }, from, until }: WindowProps) {
  const { t } = useLingui()
  const language = useLanguage()
  if (from === null || until === null) return null
  const [begin, end] = [from, until].map((at) => formatInstant(Date.parse(at), timeZone, language))
  return <FactRow name={<Trans>Open</Trans>}>{t`from ${begin} to ${end}`}</FactRow>
}

function Questions({ options }: { options: readonly EventOption[] }) {
  if (options.length === 0) return null
  return (
    <FactRow name={<Trans>Questions</Trans>}>
      {options.map(({ id, label, choices }) => (
        <p key={id}>
          {label}
          {choices.length > 0 && `: ${choices.map((choice) => choice.label).join(', ')}`}
        </p>
      ))}
    </FactRow>
  )
}

// The state of an order, at the address in the receipt's mail: on any device, for anyone with the link.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { optionalPart } from '../../parts/lazyPart.tsx'
import type { SavedOrderProps } from '../../passes/SavedOrder.tsx'
import { isUnreachable } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { WithAside } from '../../ui/layout/WithAside.tsx'
import { OrderOutcome } from '../../wizard/order/OrderOutcome.tsx'
import { isOver } from '../../wizard/order/orderState.ts'
import { QuoteTable } from '../../wizard/order/QuoteTable.tsx'
import { useOrder } from '../../wizard/order/useOrder.ts'
import { TestBanner } from '../../wizard/payment/TestBanner.tsx'
import { parseWizardSearch } from '../../wizard/wizardSearch.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'

const SavedOrder = optionalPart<SavedOrderProps>(
  async () => (await import('../../passes/SavedOrder.tsx')).SavedOrder,
  ({ children }) => children,
)

export function OrderScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Your order`)
  const search = useSearch({ from: '/_shell/portal/order' })
  const hash = useRouterState({ select: ({ location }) => location.hash })
  // behind the # no server and no log sees it; earlier mails have it in the query
  const key = parseWizardSearch({ key: new URLSearchParams(hash).get('key') }).key ?? search.key
  if (key === undefined) {
    return (
      <EmptyState level={1} title={<Trans>This link is incomplete</Trans>} action={<PortalLink />}>
        <Trans>Open it again from the mail with your receipt, or copy all of it.</Trans>
      </EmptyState>
    )
  }
  return <Order orderKey={key} />
}

function Order({ orderKey }: { orderKey: string }) {
  const { t } = useLingui()
  const reading = useOrder(orderKey)
  const { order, isOutdated, askAnew } = reading
  const [confirming, setConfirming] = useState<'now' | 'tried'>()
  // not every answer has it, because the provider is not asked each time
  const [secret, setSecret] = useState<string>()
  if (order?.confirmWith !== undefined && order.confirmWith !== secret) setSecret(order.confirmWith)
  const isUnconfirmed = order?.state === 'pending' && !order.paid
  // from the first try on, only an answer that was asked after it says that nothing was charged
  const isUncharged = order?.uncharged === true && confirming !== 'now' && !isOutdated
  const outcome = (
    <OrderOutcome
      reading={order === undefined ? reading : { ...reading, order: { ...order, uncharged: isUncharged } }}
      parts={undefined}
      level={2}
      unpaidAction={order && isOver(order) && <AgainLink kind={order.kind} />}
    />
  )
  return (
    <div className="stack">
      <TestBanner isSandboxOrder={order?.sandbox === true} />
      <h1>
        <Trans>Your order</Trans>
      </h1>
      <WithAside
        aside={
          order && (
            <Panel title={t`Order Summary`}>
              <QuoteTable quote={order.quote} />
            </Panel>
          )
        }
      >
        {isUnconfirmed && secret !== undefined && (isUncharged || confirming !== undefined) && (
          <ConfirmPayment
            secret={secret}
            isUncharged={isUncharged}
            onTry={() => setConfirming('now')}
            onTried={() => {
              setConfirming('tried')
              askAnew()
            }}
          />
        )}
        {order === undefined && isUnreachable(reading.error) ? (
          <SavedOrder orderKey={orderKey}>{outcome}</SavedOrder>
        ) : (
          outcome
        )}
      </WithAside>
      <PortalLink />
    </div>
  )
}

function PortalLink() {
  return (
    <Link to="/portal" className={buttonClass()}>
      <Trans>Go to the club's portal</Trans>
    </Link>
  )
}

const flows = {
  membership: '/portal/join',
  renewal: '/portal/renew',
  donation: '/portal/donate',
  event: '/portal/events',
} as const

function AgainLink({ kind }: { kind: string }) {
  const to = Object.entries(flows).find(([name]) => name === kind)?.[1]
  return (
    to && (
      <Link to={to} className={buttonClass()}>
        <Trans>Order again</Trans>
      </Link>
    )
  )
}

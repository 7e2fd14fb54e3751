// The saved cards: the one that renewals charge, the others, and a form for a new one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { lazyPart } from '../../parts/lazyPart.tsx'
import { PartMissing } from '../../parts/PartMissing.tsx'
import { PaymentTable } from '../../payments/PaymentTable.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import { type Reading, useRead } from '../../reading/useRead.ts'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { CardLoading } from '../../wizard/payment/CardLoading.tsx'
import { DeleteCardDialog } from './DeleteCardDialog.tsx'
import { readMethods, type SavedMethod } from './savedMethods.ts'

// only this form needs the provider's wrappers
const AddCard = lazyPart(async () => (await import('./AddCard.tsx')).AddCard, {
  Waiting: CardLoading,
  Missing: PartMissing,
})

type MethodsReading = Reading<Accepted<'stripe_get_payment_methods'>>

/** What has just happened to the cards. */
type News = { is: 'deleted'; ended: boolean } | { is: 'chosen'; card: SavedMethod }

export function MethodsPanel({ reading }: { reading: MethodsReading }) {
  const { t, i18n } = useLingui()
  const isOffline = useIsOffline()
  const settings = useRead('get_member_settings', {})
  const choose = useSend('stripe_attach_payment_method')
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<SavedMethod>()
  const [news, setNews] = useState<News>()
  const addButton = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const methods = reading.data && readMethods(reading.data.paymentmethods)
  const hasDefault = methods?.some(({ isDefault }) => isDefault)

  const refetch = () => {
    reading.refetch()
    settings.refetch()
  }
  const use = async (card: SavedMethod) => {
    setNews(undefined)
    if ((await choose.send({ paymentMethodId: card.id })) === undefined) return
    setNews({ is: 'chosen', card })
    refetch()
  }
  const needsConnection = isOffline ? t`This needs a connection.` : undefined

  return (
    <>
      <Panel>
        <h2 ref={heading} tabIndex={-1}>
          <Trans>Payment methods</Trans>
        </h2>
        <ReadFault reading={reading} />
        {news && <NewsNotice news={news} />}
        {choose.error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, choose.error)}
          </Notice>
        )}
        {reading.isLoading && (
          <Skeleton label={t`Loading your payment methods…`}>
            <SkeletonShape shape="block" count={2} />
          </Skeleton>
        )}
        {methods?.length === 0 && (
          <p className="muted">
            <Trans>You have no payment methods setup</Trans>
          </p>
        )}
        {methods !== undefined && methods.length > 0 && (
          <MethodsTable
            methods={methods}
            isBusy={choose.busy}
            needsConnection={needsConnection}
            onUse={(card) => void use(card)}
            onDelete={setLeaving}
          />
        )}
        {methods !== undefined && methods.length > 0 && hasDefault === false && (
          <Notice tone="info">
            <Trans>No card is charged for renewals now. Choose one of these to use it.</Trans>
          </Notice>
        )}
        {!isAdding && (
          <AddButton
            button={addButton}
            disabledReason={needsConnection}
            onPress={() => {
              setNews(undefined)
              choose.forgetError()
              setIsAdding(true)
            }}
          />
        )}
      </Panel>
      {isAdding && (
        <AddCard
          onSaved={refetch}
          onClose={() => {
            setIsAdding(false)
            // the form took the focus with it
            requestAnimationFrame(() => addButton.current?.focus())
          }}
        />
      )}
      <DeleteCardDialog
        card={leaving}
        hasOthers={(methods?.length ?? 0) > 1}
        autoRenew={settings.error === undefined ? settings.data?.settings.autoRenew : undefined}
        onClose={() => setLeaving(undefined)}
        onDeleted={(ended) => {
          setLeaving(undefined)
          setNews({ is: 'deleted', ended })
          refetch()
          requestAnimationFrame(() => heading.current?.focus())
        }}
      />
    </>
  )
}

interface AddButtonProps {
  button: RefObject<HTMLButtonElement | null>
  disabledReason: string | undefined
  onPress(): void
}

function AddButton({ button, disabledReason, onPress }: AddButtonProps) {
  return (
    <Button ref={button} disabledReason={disabledReason} onClick={onPress}>
      <Trans>Add Payment Method</Trans>
    </Button>
  )
}

function NewsNotice({ news }: { news: News }) {
  if (news.is === 'chosen') {
    const { brand, last4 } = news.card
    return (
      <Notice tone="ok" live="status">
        <Trans>
          Renewals are charged to {brand} ending in {last4}.
        </Trans>
      </Notice>
    )
  }
  return (
    <Notice tone={news.ended ? 'warn' : 'ok'} live="status" title={<Trans>The card has been deleted.</Trans>}>
      {news.ended && <Trans>Automatic renewal has been turned off.</Trans>}
    </Notice>
  )
}

interface MethodsTableProps {
  methods: readonly SavedMethod[]
  isBusy: boolean
  needsConnection: string | undefined
  onUse(card: SavedMethod): void
  onDelete(card: SavedMethod): void
}

function MethodsTable({ methods, isBusy, needsConnection, onUse, onDelete }: MethodsTableProps) {
  const { t } = useLingui()
  return (
    <PaymentTable>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Type</Trans>
          </th>
          <th scope="col">
            <Trans>Number</Trans>
          </th>
          <th scope="col">
            <Trans>Expiration</Trans>
          </th>
          <th scope="col" data-cell="last">
            <Trans>Actions</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {methods.map((card) => {
          const { id, brand, last4, expires, isDefault } = card
          return (
            <tr key={id}>
              <td data-cell="lead">{brand}</td>
              <td data-cell="figure">
                <span aria-hidden="true">•••• </span>
                {last4}
              </td>
              <td data-cell="figure">{expires}</td>
              <td data-cell="last">
                <div>
                  {isDefault ? (
                    <Tag>
                      <Trans>Used for renewals</Trans>
                    </Tag>
                  ) : (
                    <Button
                      size="row"
                      busy={isBusy}
                      disabled={needsConnection !== undefined}
                      aria-label={t`Use for renewals: ${brand} ${last4}`}
                      onClick={() => onUse(card)}
                    >
                      <Trans>Use for renewals</Trans>
                    </Button>
                  )}
                  <IconButton
                    label={t`Delete ${brand} ${last4}`}
                    icon={<Trash2 aria-hidden="true" />}
                    disabled={needsConnection !== undefined}
                    onClick={() => onDelete(card)}
                  />
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </PaymentTable>
  )
}

// What a thing in the cart cost when it was chosen, where it costs something else now.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../text/format.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Cost } from './cart.ts'
import { toEntryName } from './cart.ts'
import type { CartRow } from './stock.ts'

export function ChangedCost({ before, now }: { before: Cost; now: Cost }) {
  const [oldPrice, price] = [formatMoney(before.price), formatMoney(now.price)]
  const [oldOff, off] = [formatMoney(before.discount), formatMoney(now.discount)]
  const [oldPostage, postage] = [formatMoney(before.shipping), formatMoney(now.shipping)]
  return (
    <p className="small">
      {oldPrice !== price && (
        <Trans>
          The price was {oldPrice} and is {price} now.
        </Trans>
      )}{' '}
      {oldOff !== off && (
        <Trans>
          The discount was {oldOff} and is {off} now.
        </Trans>
      )}{' '}
      {oldPostage !== postage && (
        <Trans>
          Shipping was {oldPostage} and is {postage} now.
        </Trans>
      )}
    </p>
  )
}

/** Before the checkout of a cart that costs something else than when it was filled. */
export function ChangedCart({ rows, onAgree }: { rows: readonly CartRow[]; onAgree(): void }) {
  const { t } = useLingui()
  useScreenTitle(t`Checkout`)
  return (
    <div className="stack">
      <h1>
        <Trans>Checkout</Trans>
      </h1>
      <ChangedNotice rows={rows} onAgree={onAgree} />
    </div>
  )
}

function ChangedNotice({ rows, onAgree }: Parameters<typeof ChangedCart>[0]) {
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>What is in your cart has other prices now</Trans>}
      action={
        <>
          <Button variant="primary" onClick={onAgree}>
            <Trans>Go on with these prices</Trans>
          </Button>
          <Link to="/portal/member/store/cart" className={buttonClass()}>
            <Trans>Go to your cart</Trans>
          </Link>
        </>
      }
    >
      {rows.map(({ entry, before, inventory }) =>
        before === undefined || inventory === undefined ? null : (
          <div key={entry.id}>
            <p>{toEntryName(entry)}</p>
            <ChangedCost before={before} now={inventory} />
          </div>
        ),
      )}
    </Notice>
  )
}

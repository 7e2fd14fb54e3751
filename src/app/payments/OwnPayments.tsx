// What the member has paid, newest first; also while it is loaded, and where there is nothing.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Accepted } from '../../contract/caller.ts'
import { ReadFault } from '../reading/ReadState.tsx'
import type { Reading } from '../reading/useRead.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { readPayments } from './paymentItems.ts'

export function OwnPayments({ reading }: { reading: Reading<Accepted<'stripe_get_payment_history'>> }) {
  const { t } = useLingui()
  const payments = reading.data && readPayments(reading.data.paymenthistory)
  return (
    <>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading your payments…`}>
          <SkeletonShape shape="line" count={3} />
        </Skeleton>
      )}
      {payments?.length === 0 && (
        <p className="muted">
          <Trans>You have no recent payment history</Trans>
        </p>
      )}
      {payments !== undefined && payments.length > 0 && <HistoryTable payments={payments} />}
    </>
  )
}

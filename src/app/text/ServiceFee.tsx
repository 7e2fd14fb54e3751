// Says beside a price what every paid order costs on top of it.
import { Trans } from '@lingui/react/macro'
import { useClub } from '../session/SessionContext.tsx'
import { formatMoney } from './format.ts'

/** Nothing if there is no fee, or if nothing has to be paid. */
export function ServiceFee({ price }: { price?: number }) {
  const fee = useClub()?.tenant.settings.serviceFee ?? 0
  if (fee <= 0 || price === 0) return null
  return (
    <p className="small muted">
      <Trans>+ {formatMoney(fee)} service fee, once for each order</Trans>
    </p>
  )
}

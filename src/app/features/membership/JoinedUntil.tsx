// Until when the membership will be valid that is joined now, as the server's price says it.
import { Trans, useLingui } from '@lingui/react/macro'
import { toEndText } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useWizard } from '../../wizard/wizardContext.ts'
import { FactList } from './FactList.tsx'

export function JoinedUntil() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { price } = useWizard()
  const line = price.isCurrent ? price.quote?.lines.find(({ kind }) => kind === 'membership') : undefined
  const expiration = line?.expiration
  return (
    <FactList>
      <div>
        <dt>
          <Trans>Member until</Trans>
        </dt>
        <dd aria-live="polite">
          {expiration === undefined ? '…' : toEndText(i18n, { expiration }, language)}
        </dd>
      </div>
    </FactList>
  )
}

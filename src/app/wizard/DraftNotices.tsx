// What a person must know about the draft of their form: that it is not kept, or that another tab has cleared it.
import { Trans } from '@lingui/react/macro'
import { Notice } from '../ui/Notice.tsx'
import { useWizard } from './wizardContext.ts'

export function NotKept() {
  const { unsaved } = useWizard()
  if (unsaved === undefined) return null
  return (
    <Notice tone="warn" live="status">
      {unsaved === 'all' ? (
        <Trans>This browser keeps nothing: leave this page open until you have finished.</Trans>
      ) : (
        <Trans>
          This device could not keep your last changes: leave this page open until you have finished.
        </Trans>
      )}
    </Notice>
  )
}

export function ClearedElsewhere() {
  return (
    <Notice tone="info" live="status" title={<Trans>This form was finished or cleared in another tab</Trans>}>
      <Trans>It begins anew here. If you finished it there, look at that tab or at your e-mail.</Trans>
    </Notice>
  )
}

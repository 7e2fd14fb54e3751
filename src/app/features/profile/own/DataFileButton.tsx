// Saves everything that the club has of the member as one file.
import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { useSigninWork } from '../../../signin/useSigninWork.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'

export function DataFileButton() {
  const { t } = useLingui()
  const session = useSession()
  const isOffline = useIsOffline()
  const work = useSigninWork()
  const save = () =>
    work.run(async () => {
      try {
        // new each time, because it opens for a few minutes only
        const { url } = await session.caller.call('get_own_data_link', {})
        const link = document.createElement('a')
        link.href = url
        link.download = ''
        link.click()
      } catch (error) {
        session.noteFailure(error)
        throw error
      }
    })
  return (
    <>
      <div>
        <Button
          icon={<Download aria-hidden="true" />}
          busy={work.isBusy}
          disabledReason={isOffline ? t`This needs a connection.` : undefined}
          onClick={() => void save()}
        >
          <Trans>Save my data</Trans>
        </Button>
      </div>
      {work.error !== undefined && (
        <Notice tone="bad" live="alert">
          {work.error}
        </Notice>
      )}
    </>
  )
}

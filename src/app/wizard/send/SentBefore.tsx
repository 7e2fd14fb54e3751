// After a phone that died: what was sent and not answered is sent again, as it was and under its key.
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useSession } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useAskAgain } from '../../unsaved/useAskAgain.ts'
import { useSendWizard } from '../wizardContext.ts'
import { isRefusal } from './SendStep.tsx'

export function SentBefore() {
  const { ending, values, started, mend, saveStarted, saveAnswer, finishWith } = useSendWizard()
  const session = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const isUnderWay = useRef(false)
  // what was changed since is another sign-up, which the form sends
  const isSame = started !== undefined && started.text === JSON.stringify(ending.toContent(values))
  const ask = async () => {
    if (started === undefined || isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    try {
      const answer = await ending.send(values, started.key)
      saveAnswer({ ...started, answer })
      finishWith({ key: started.key, receiptId: undefined, answer })
    } catch (failure) {
      session.noteFailure(failure)
      if (isRefusal(failure)) {
        await saveStarted(undefined)
        mend(failure)
      }
    } finally {
      isUnderWay.current = false
      setIsBusy(false)
    }
  }
  useAskAgain(isSame, isSame, () => void ask())
  return (
    <Notice
      tone="warn"
      live="status"
      title={<Trans>We can't tell yet whether this has arrived</Trans>}
      action={
        isSame && (
          <Button size="row" busy={isBusy} onClick={() => void ask()}>
            <Trans>Send it again</Trans>
          </Button>
        )
      }
    >
      {isSame ? (
        <Trans>
          You have sent this form, and no answer has come: perhaps it was never sent. It is sent again by
          itself, and counts once.
        </Trans>
      ) : (
        <Trans>
          You have sent this form, and no answer has come. What you change here is sent beside what you sent
          before.
        </Trans>
      )}
    </Notice>
  )
}

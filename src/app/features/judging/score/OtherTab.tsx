// Above the form: what another tab of this judge does with the sheet on the screen, or has done.
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Buttons, Padded } from '../Padded.tsx'
import type { SheetDraft } from './useScoring.ts'
import type { SentElsewhere } from './useSentElsewhere.ts'

interface OtherTabProps {
  draft: SheetDraft
  sentElsewhere: SentElsewhere | undefined
}

export function OtherTab({ draft, sentElsewhere }: OtherTabProps) {
  const { number } = draft.scoring.sheet
  if (draft.isElsewhere) {
    return (
      <Padded>
        <Notice
          tone="warn"
          live="alert"
          action={
            <Buttons>
              <Button size="row" onClick={draft.takeBack}>
                <Trans>Continue here</Trans>
              </Button>
              <Button size="row" onClick={draft.reset}>
                <Trans>Score another car</Trans>
              </Button>
            </Buttons>
          }
        >
          <Trans>The sheet for {number} is open in another tab. What is set there is saved.</Trans>
        </Notice>
      </Padded>
    )
  }
  if (sentElsewhere === undefined) return null
  return (
    <Padded>
      <Notice tone="info" live="status">
        {sentElsewhere === 'sent' ? (
          <Trans>The sheet for {number} was sent from another tab. This is what was sent.</Trans>
        ) : (
          <Trans>
            Scores for {number} were sent from another tab. If you submit here, these correct them.
          </Trans>
        )}
      </Notice>
    </Padded>
  )
}

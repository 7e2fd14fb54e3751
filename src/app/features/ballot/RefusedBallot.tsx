// Why a ballot was refused.
import { useLingui } from '@lingui/react/macro'
import { toRefusalText } from '../../outbox/refusalText.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { BallotOutboxEntry } from './ballotView.ts'

export function RefusedBallot({ entry }: { entry: BallotOutboxEntry }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="bad" live="alert">
      <p>{toRefusalText(i18n, entry)}</p>
    </Notice>
  )
}

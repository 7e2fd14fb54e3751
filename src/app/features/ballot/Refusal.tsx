// Why a ballot was rejected.
import { useLingui } from '@lingui/react/macro'
import { toRefusalText } from '../../outbox/refusalText.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { BallotEntry } from './ballotView.ts'

export function Refusal({ entry }: { entry: BallotEntry }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="bad" live="alert">
      <p>{toRefusalText(i18n, entry)}</p>
    </Notice>
  )
}

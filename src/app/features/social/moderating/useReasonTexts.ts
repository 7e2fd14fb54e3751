// The reasons of a report, in the reader's language.
import { useLingui } from '@lingui/react/macro'
import type { Input } from '../../../../contract/index.ts'

export function useReasonTexts(): Record<Input<'report_post'>['reason'], string> {
  const { t } = useLingui()
  return {
    rude: t`It insults or threatens somebody`,
    spam: t`It is advertising or a fraud`,
    other: t`Something else`,
  }
}

// Before a vendor pays: visitors will find them by their name alone, if nothing was written for visitors.
import { Trans } from '@lingui/react/macro'
import { useFormContext, useWatch } from 'react-hook-form'
import { vendorLengths } from '../../../../domain/shapes/personLengths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { VendorQuestions, VendorValues } from './vendorForm.ts'

export function VisitorsRead({ questions }: { questions: VendorQuestions }) {
  const { setValue } = useFormContext<VendorValues>()
  const { goods, description, name } = useWatch<VendorValues, 'vendor'>({ name: 'vendor' })
  if (goods.trim() !== '') return null
  const text = questions.description ? description.trim() : ''
  return (
    <Notice
      tone="info"
      action={
        text !== '' && (
          <Button
            size="row"
            onClick={() =>
              setValue('vendor.goods', text.slice(0, vendorLengths.goods), { shouldDirty: true })
            }
          >
            <Trans>Show them my description</Trans>
          </Button>
        )
      }
    >
      {text === '' ? (
        <Trans>
          Visitors will see only your name, {name}: under “What visitors read” nothing is written.
        </Trans>
      ) : (
        <Trans>
          Visitors will see only your name, {name}. Your description is for the club's officers: nobody finds
          you by what it says.
        </Trans>
      )}
    </Notice>
  )
}

// The terms that a person agrees to before a card is charged.
import { Trans, useLingui } from '@lingui/react/macro'
import { useFormContext } from 'react-hook-form'
import { platform } from '../../../domain/platform.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { toFieldId } from '../fieldIds.ts'
import { useOrderWizard } from '../wizardContext.ts'
import styles from './AgreementStep.module.css'

export interface AgreementStepProps {
  /** The event's own agreement. Its line breaks are shown. */
  text?: string
}

export function AgreementStep({ text = '' }: AgreementStepProps) {
  const { t } = useLingui()
  const { ending } = useOrderWizard()
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState('agreed', formState)
  const { description } = ending
  const { company } = platform
  const termsAddress = useSession().toAddress('/terms')
  return (
    <Panel title={<Trans>Agreement</Trans>}>
      <ul className={styles.terms}>
        <li>
          <Trans>A credit card will be used to complete this purchase.</Trans>
        </li>
        <li>
          <Trans>
            The charge will appear on your statement with the description "{description}" from {company}.
          </Trans>
        </li>
        <li>
          <Trans>
            You agree not to dispute this charge with your bank, and to help get a disputed charge dropped.
          </Trans>
        </li>
        <li>
          <Trans>
            You agree to the{' '}
            <a className="link" href={termsAddress} target="_blank" rel="noopener">
              Terms of use of {company}
            </a>
            .
          </Trans>
        </li>
      </ul>
      {text !== '' && <p className="prose">{text}</p>}
      <CheckboxRow
        id={toFieldId('agreed')}
        label={t`By checking this box you are agreeing to the terms above.`}
        error={error?.message}
        {...register('agreed')}
      />
    </Panel>
  )
}

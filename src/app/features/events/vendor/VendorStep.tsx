// Who the vendor is, and what they sell.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { vendorLengths } from '../../../../domain/shapes/personLengths.ts'
import { toStatePlace } from '../../../../domain/shapes/state.ts'
import { useClubCountry } from '../../../session/useClubCountry.ts'
import { CheckboxRow } from '../../../ui/form/CheckboxRow.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { FormGrid } from '../../../ui/layout/FormGrid.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { toFieldId } from '../../../wizard/fieldIds.ts'
import { PhoneField } from '../../../wizard/fields/PhoneField.tsx'
import { SelectField } from '../../../wizard/fields/SelectField.tsx'
import { StateField } from '../../../wizard/fields/StateField.tsx'
import { TextField } from '../../../wizard/fields/TextField.tsx'
import styles from './VendorStep.module.css'
import { mostDescription } from './vendorFaults.ts'
import type { VendorQuestions } from './vendorForm.ts'

export function VendorStep({ questions }: { questions: VendorQuestions }) {
  const { t } = useLingui()
  const { register } = useFormContext()
  const country = useClubCountry()
  useEffect(() => {
    // the map comes next: it loads while the form is filled in
    import('../../../map/drawing/webGl.ts').then(
      ({ prepareWebGl }) => prepareWebGl(),
      // that step says so
      () => undefined,
    )
  }, [])
  return (
    <>
      <Panel title={<Trans>Personal Info</Trans>} note={<Trans>all fields required</Trans>}>
        <FormGrid columns={2} level>
          <div className={styles.wide}>
            <TextField
              name="vendor.name"
              label={t`Name`}
              hint={t`Your own, or that of your business.`}
              autoComplete="name"
              autoCapitalize="words"
              required
            />
          </div>
          {questions.type && (
            <div className={styles.wide}>
              <SelectField name="vendor.vendorType" label={t`Vendor type`} required>
                <option value="">{t`Choose`}</option>
                <option value="1">{t`Swapper`}</option>
                <option value="2">{t`Food`}</option>
                <option value="3">{t`Merchandise`}</option>
                <option value="4">{t`Camping`}</option>
                <option value="0">{t`Other`}</option>
              </SelectField>
            </div>
          )}
          <div className={styles.wide}>
            <TextField name="vendor.address" label={t`Address`} autoComplete="street-address" required />
          </div>
          <TextField
            name="vendor.city"
            label={t`City`}
            autoComplete="address-level2"
            autoCapitalize="words"
            required
          />
          <div className={styles.pair}>
            <StateField name="vendor.state" place={toStatePlace(undefined, country)} />
            <TextField name="vendor.zip" label={t`Zip`} autoComplete="postal-code" required />
          </div>
          <PhoneField name="vendor.phone" hint={<Trans>numbers only</Trans>} />
          <TextField
            name="vendor.email"
            label={t`E-mail`}
            hint={t`Your receipt goes there.`}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </FormGrid>
        <CheckboxRow
          id={toFieldId('vendor.allowEmailMarketing')}
          label={<Trans>Opt-in to recieving marketing emails about this event</Trans>}
          {...register('vendor.allowEmailMarketing')}
        />
      </Panel>
      <Panel
        title={<Trans>What you sell</Trans>}
        note={<Trans>Visitors read this, on the map and in search.</Trans>}
      >
        <LongField
          name="vendor.goods"
          label={<Trans>What visitors read</Trans>}
          hint={
            <Trans>
              Say in your own words what you sell. Leave out what is not for everybody. At most{' '}
              {vendorLengths.goods} characters.
            </Trans>
          }
        />
      </Panel>
      {(questions.taxId || questions.description) && (
        <Panel title={<Trans>For the club</Trans>} note={<Trans>Only the club reads this.</Trans>}>
          {questions.taxId && (
            <TextField name="vendor.taxId" label={t`Tax ID`} autoComplete="off" autoCapitalize="characters" />
          )}
          {questions.description && (
            <LongField
              name="vendor.description"
              label={<Trans>Describe what you will be selling</Trans>}
              hint={
                <Trans>
                  For the club's officers: no visitor reads or finds this. At most {mostDescription}{' '}
                  characters.
                </Trans>
              }
            />
          )}
        </Panel>
      )}
    </>
  )
}

function LongField({ name, label, hint }: { name: string; label: ReactNode; hint: ReactNode }) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return (
    <Field id={toFieldId(name)} label={label} hint={hint} error={error?.message} optional>
      <TextArea rows={4} {...register(name)} />
    </Field>
  )
}

// The address that somebody is signing in with, and the way back to another one.
import { Trans } from '@lingui/react/macro'
import { Field } from '../ui/form/Field.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import styles from './KnownEmail.module.css'

export function KnownEmail({ email, onChange }: { email: string; onChange(): void }) {
  return (
    <div className={styles.known}>
      <Field label={<Trans>E-mail</Trans>}>
        <TextInput type="email" name="username" autoComplete="username" value={email} readOnly />
      </Field>
      <button type="button" className={styles.change} onClick={onChange}>
        <Trans>Use another e-mail address</Trans>
      </button>
    </div>
  )
}

// A password control whose text can be shown and hidden.

import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { classNames } from '../classNames.ts'
import styles from './control.module.css'
import { useFieldWiring } from './fieldContext.ts'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'className' | 'type' | 'size'>) {
  const { t } = useLingui()
  const wiring = useFieldWiring(props)
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={styles.frame}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        {...wiring}
        type={isShown ? 'text' : 'password'}
        className={classNames(styles.control, styles.hasWord)}
      />
      <span className={styles.trailing}>
        <button
          type="button"
          className={styles.word}
          aria-label={isShown ? t`Hide password` : t`Show password`}
          aria-controls={wiring.id}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? t`Hide` : t`Show`}
        </button>
      </span>
    </div>
  )
}

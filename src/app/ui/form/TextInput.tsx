// A one-line text control, with room for an icon before and a button after.

import { type ComponentProps, type ReactNode, use } from 'react'
import { classNames } from '../classNames.ts'
import styles from './control.module.css'
import { FormBusy, useFieldWiring } from './fieldContext.ts'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'size'> {
  icon?: ReactNode
  /** An IconButton, such as one that clears a search. */
  trailing?: ReactNode
}

export function TextInput({ icon, trailing, ...rest }: TextInputProps) {
  const wiring = useFieldWiring(rest)
  const isClosed = use(FormBusy)
  const input = (
    <input
      readOnly={isClosed}
      {...rest}
      {...wiring}
      className={classNames(
        styles.control,
        Boolean(icon) && styles.hasLeading,
        Boolean(trailing) && styles.hasTrailing,
      )}
    />
  )
  if (!icon && !trailing) return input
  return (
    <div className={styles.frame}>
      {icon && <span className={styles.leading}>{icon}</span>}
      {input}
      {trailing && <span className={styles.trailing}>{trailing}</span>}
    </div>
  )
}

// The button: four variants, three heights. Busy keeps its width; disabled shows its reason nearby.

import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import styles from './Button.module.css'
import { type ButtonVariant, buttonClass } from './buttonClass.ts'
import { classNames } from './classNames.ts'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'>, ButtonVariant {
  /** Placed before the label. */
  icon?: ReactNode
  submit?: boolean | undefined
  /** Ignores presses, keeps focus and width. */
  busy?: boolean | undefined
  /** Replaces the label while busy. */
  busyLabel?: ReactNode
  /** Ignores presses for a moment, so that two fast taps are one. Says so to screen readers alone. */
  paused?: boolean | undefined
  /** Disables the button but keeps it focusable, and shows the reason below it. */
  disabledReason?: string | undefined
}

export function Button({
  variant,
  size,
  full,
  icon,
  submit = false,
  busy = false,
  busyLabel,
  paused = false,
  disabledReason,
  children,
  onClick,
  'aria-describedby': describedBy,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const isBlocked = busy || paused || disabledReason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={buttonClass({ variant, size, full })}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={isBlocked || undefined}
      data-disabled={disabledReason === undefined ? undefined : ''}
      aria-describedby={classNames(describedBy, disabledReason !== undefined && reasonId) || undefined}
    >
      {busyLabel === undefined ? (
        <>
          {busy ? <Spinner /> : icon}
          {children}
        </>
      ) : (
        <span className={styles.labels}>
          <span className={busy ? styles.hiddenLabel : undefined} aria-hidden={busy || undefined}>
            {icon}
            {children}
          </span>
          <span className={busy ? undefined : styles.hiddenLabel} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <span className={classNames(styles.withReason, full && styles.full)}>
      {button}
      <span id={reasonId} className={styles.reason}>
        {disabledReason}
      </span>
    </span>
  )
}

// The eight reactions side by side: one press chooses, the same press again takes it back.
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { classNames } from '../../ui/classNames.ts'
import styles from './ReactionBar.module.css'
import { reactionList } from './reactions.tsx'

interface ReactionBarProps {
  id: string
  own: number | null
  onChoose(code: number, event: MouseEvent): void
  onClose(): void
}

export function ReactionBar({ id, own, onChoose, onClose }: ReactionBarProps) {
  const { t, i18n } = useLingui()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    ;(chosen ?? bar.current?.querySelector('button'))?.focus()
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div ref={bar} id={id} className={styles.bar} role="group" aria-label={t`Reactions`} onKeyDown={press}>
      {reactionList.map(({ code, label, Icon }) => (
        <button
          key={code}
          type="button"
          className={classNames(styles.reaction, own === code && styles.chosen)}
          aria-pressed={own === code}
          onClick={(event) => onChoose(code, event)}
        >
          <Icon aria-hidden="true" />
          {i18n._(label)}
        </button>
      ))}
    </div>
  )
}

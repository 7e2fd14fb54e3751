// A button that shows a month, and opens a calendar of months: arrows for the year, and twelve buttons.
import { Popover } from '@base-ui/react/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Month } from '../../../domain/calendar/activity.ts'
import { formatMonth, listMonthNames } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './MonthPicker.module.css'

/** Shown before a month is chosen. */
export const firstYear = 2025
const years = { least: 1970, most: 2100 }

interface MonthPickerProps {
  label: ReactNode
  /** Undefined while none is chosen. */
  month: Month | undefined
  onChoose(month: Month): void
}

export function MonthPicker({ label, month, onChoose }: MonthPickerProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const labelId = useId()
  const valueId = useId()
  const chosenYear = month === undefined ? firstYear : Number(month.slice(0, 4))
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [year, setYear] = useState(chosenYear)
  const open = (isOpening: boolean) => {
    // it opens at what is chosen, however far somebody had looked before
    if (isOpening) setYear(chosenYear)
    setIsOpen(isOpening)
  }
  const choose = (chosen: Month) => {
    setIsOpen(false)
    onChoose(chosen)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <div className={styles.field}>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        <Popover.Trigger className={styles.button} aria-labelledby={`${labelId} ${valueId}`}>
          <span id={valueId} className={styles.value}>
            {month === undefined ? <Trans>Choose</Trans> : formatMonth(month, language, 'short')}
          </span>
          <CalendarDays aria-hidden="true" />
        </Popover.Trigger>
      </div>
      {/* within the screen, which then keeps the focus */}
      <div ref={place} className={styles.place} />
      <Popover.Portal container={place}>
        <Popover.Positioner className={styles.positioner} align="start" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className={styles.popup} aria-labelledby={labelId}>
            <div className={styles.year}>
              <IconButton
                label={t`Year before`}
                icon={<ChevronLeft aria-hidden="true" />}
                disabled={year <= years.least}
                onClick={() => setYear(year - 1)}
              />
              <span className={styles.number} aria-live="polite">
                {year}
              </span>
              <IconButton
                label={t`Year after`}
                icon={<ChevronRight aria-hidden="true" />}
                disabled={year >= years.most}
                onClick={() => setYear(year + 1)}
              />
            </div>
            <div className={styles.months}>
              {listMonthNames(language).map((name, index) => {
                const own = `${year}-${String(index + 1).padStart(2, '0')}`
                const isChosen = own === month
                return (
                  <button
                    key={own}
                    type="button"
                    className={classNames(styles.month, isChosen && styles.chosen)}
                    aria-pressed={isChosen}
                    onClick={() => choose(own)}
                  >
                    {name}
                    <VisuallyHidden> {year}</VisuallyHidden>
                  </button>
                )
              })}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

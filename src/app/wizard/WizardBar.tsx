// The bar under a step: what it comes to, which opens the summary on a phone, Back, and the step's main action.
import { Trans } from '@lingui/react/macro'
import { ChevronUp } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { useLooseWhenTall } from '../ui/layout/useLooseWhenTall.ts'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { useCoveredHeight } from '../ui/useCoveredHeight.ts'
import { isSecondHalf } from './doublePress.ts'
import { toPrice } from './order/QuoteTable.tsx'
import { SummaryBody, SummaryButtons } from './Summary.tsx'
import styles from './WizardBar.module.css'
import { useOrderWizard, useWizard } from './wizardContext.ts'

export interface WizardBarProps {
  /** One line about what the action does or waits for. */
  note?: ReactNode
  /** False if there is no way back any more. */
  hasBack?: boolean
  /** False if the step itself shows the amount to pay. */
  hasTotal?: boolean
  /** The main action. */
  children: ReactNode
}

export function WizardBar({ note, hasBack = true, hasTotal = true, children }: WizardBarProps) {
  const { flow, values, goBack } = useWizard()
  const [isOpen, setIsOpen] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  useLooseWhenTall(bar)
  useCoveredHeight('--bottom-clear', bar)
  const [shownAt] = useState(() => performance.now())
  // a double tap on Next presses nothing of the next step, neither its Back nor Finished
  const dropSecondHalf = (event: MouseEvent<HTMLElement>) => {
    if (!isSecondHalf(event.nativeEvent, shownAt)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div ref={bar} className={classNames(styles.bar, !hasTotal && styles.alone)} data-action-bar="">
        {hasTotal && (
          <button
            type="button"
            className={styles.total}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
          >
            {flow.ending.is === 'order' ? (
              <Total />
            ) : (
              <span className={styles.amount}>{flow.ending.summaryLine(values)}</span>
            )}
            <span className={styles.open}>
              {flow.summaryTitle}
              <ChevronUp size={18} aria-hidden="true" />
            </span>
          </button>
        )}
        {note && <p className={styles.note}>{note}</p>}
        <div className={styles.buttons} onClickCapture={dropSecondHalf}>
          {hasBack && (
            <Button disabled={goBack === undefined} onClick={goBack}>
              <Trans>Back</Trans>
            </Button>
          )}
          {children}
        </div>
      </div>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={flow.summaryTitle}>
        <div className={styles.sheet}>
          <SummaryBody />
          <SummaryButtons />
        </div>
      </Sheet>
    </>
  )
}

function Total() {
  const { ending, values, price, orderQuote } = useOrderWizard()
  const quote = orderQuote ?? price.quote
  const isOld = orderQuote === undefined && ending.toPriced(values) !== undefined && !price.isCurrent
  // no choice costs nothing; without a price of the server, or after a failed new one, there is no price
  const isUnknown = isOld && (quote === undefined || price.error !== undefined)
  return (
    <span
      className={classNames(styles.amount, 'number', isOld && !isUnknown && styles.old)}
      aria-busy={(isOld && !isUnknown) || undefined}
    >
      {isUnknown ? (
        price.error === undefined ? (
          '…'
        ) : (
          <Trans>No price yet</Trans>
        )
      ) : (
        toPrice(quote?.grandTotalCents ?? 0)
      )}
    </span>
  )
}

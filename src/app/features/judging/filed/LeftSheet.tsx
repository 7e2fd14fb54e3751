// After another number was typed: what became of the sheet that was on the screen.
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { LeftSheet as Left } from '../sheet.ts'

export interface LeftSheetProps {
  left: Left
  /** The car's that is on the screen now. */
  number: string
  onCarry(): void
  onOpen(number: string): void
}

export function LeftSheet({ left, number, onCarry, onOpen }: LeftSheetProps) {
  const before = left.number
  return (
    <Notice
      tone="info"
      live="status"
      action={
        left.isFiled ? (
          <Button size="row" onClick={() => onOpen(before)}>
            <Trans>Open {before}</Trans>
          </Button>
        ) : (
          <Button size="row" onClick={onCarry}>
            <Trans>The scores are for {number}</Trans>
          </Button>
        )
      }
    >
      {left.isFiled ? (
        <Trans>
          {number} starts empty, and your sheet for {before} stays as it is. If it was for another car, open
          it and choose “Wrong car”.
        </Trans>
      ) : (
        <Trans>
          {number} starts empty. What you set for {before} is kept as its draft.
        </Trans>
      )}
    </Notice>
  )
}

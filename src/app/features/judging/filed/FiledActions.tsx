// Below a filed sheet: it was the wrong car, or it should not count.
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRightLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { Button } from '../../../ui/Button.tsx'
import type { FiledSheet } from '../myCars.ts'
import type { KnownCars } from '../score/useKnownCars.ts'
import type { SheetDraft } from '../score/useScoring.ts'
import { MoveSheet } from './MoveSheet.tsx'
import { useFiled } from './useFiled.ts'
import { WithdrawSheet } from './WithdrawSheet.tsx'

export interface FiledActionsProps {
  form: JudgingForm
  filed: FiledSheet
  draft: SheetDraft
  known: KnownCars
  /** After the sheet has gone from its car. */
  onGone(text: string): void
  /** After it was taken back: its number can be changed now. */
  onBack(text: string): void
}

export function FiledActions({ form, filed, draft, known, onGone, onBack }: FiledActionsProps) {
  const { t } = useLingui()
  const work = useFiled(form, filed, { draft, known })
  // each question has a key of its own, so that two presses make one entry
  const [asked, setAsked] = useState<{ what: 'move' | 'withdraw'; key: string }>()
  const close = () => setAsked(undefined)
  const { number } = filed

  const [isTaking, setIsTaking] = useState(false)
  const takeBack = async () => {
    setIsTaking(true)
    const isBack = await work.takeBack()
    setIsTaking(false)
    if (!isBack) return
    if (filed.entry?.movedFrom !== undefined) onGone(t`The sheet for ${number} is where it was.`)
    else onBack(t`The sheet for ${number} is taken back. It is not submitted any more.`)
  }
  if (work.standing === 'on-its-way') return null
  if (work.standing === 'here') {
    return (
      <Button
        size="row"
        icon={<Undo2 aria-hidden="true" />}
        aria-label={t`Take back the sheet for ${number}`}
        busy={isTaking}
        busyLabel={<Trans>Take back</Trans>}
        onClick={() => void takeBack()}
      >
        <Trans>Take back</Trans>
      </Button>
    )
  }
  return (
    <>
      <Button
        size="row"
        icon={<ArrowRightLeft aria-hidden="true" />}
        aria-label={t`Wrong car: move the sheet for ${number} to another car`}
        onClick={() => setAsked({ what: 'move', key: newKey() })}
      >
        <Trans>Wrong car</Trans>
      </Button>
      <Button
        size="row"
        icon={<Undo2 aria-hidden="true" />}
        aria-label={t`Withdraw the sheet for ${number}`}
        onClick={() => setAsked({ what: 'withdraw', key: newKey() })}
      >
        <Trans>Withdraw</Trans>
      </Button>
      {asked?.what === 'move' && (
        <MoveSheet
          number={number}
          known={known}
          work={work}
          onClose={close}
          onMove={async (to) => {
            if (!(await work.move(asked.key, to))) return
            close()
            onGone(t`Your sheet for ${number} goes to ${to}.`)
          }}
        />
      )}
      {asked?.what === 'withdraw' && (
        <WithdrawSheet
          number={number}
          work={work}
          onClose={close}
          onWithdraw={async (reason) => {
            if (!(await work.withdraw(asked.key, reason))) return
            close()
            onGone(t`Your sheet for ${number} is being withdrawn.`)
          }}
        />
      )}
    </>
  )
}

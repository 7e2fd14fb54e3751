// A withdrawal or a move that has not left the phone can be taken back there.
import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useNotKept } from '../../../call/useNotKept.ts'
import { takeBackWhenStill } from '../../../outbox/takeBack.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/overlay/toastContext.ts'
import type { CarRow } from '../myCars.ts'
import { mayBeHere } from './useFiled.ts'

export function TakenBack({ row: { number, entry }, onBack }: { row: CarRow; onBack(text: string): void }) {
  const { t } = useLingui()
  const session = useSession()
  const sayNotKept = useNotKept()
  const toast = useToast()
  if (entry?.takesBack === undefined || !mayBeHere(entry)) return null
  const undo = () =>
    takeBackWhenStill(openOutbox(session).outbox, entry.key).then((isBack) => {
      if (isBack) onBack(t`The sheet for ${number} is where it was.`)
      else toast({ text: t`It may have left this phone already. Wait for the club's answer.` })
    }, sayNotKept)
  return (
    <Button size="row" icon={<Undo2 aria-hidden="true" />} onClick={() => void undo()}>
      <Trans>Leave it as it was</Trans>
    </Button>
  )
}

// A withdrawal or a move that has not left the phone can be taken back there.
import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { isUnsent } from '../../../../offline/outbox.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useNotKept } from '../../../call/useNotKept.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { CarRow } from '../myCars.ts'

export function TakenBack({ row: { number, entry }, onBack }: { row: CarRow; onBack(text: string): void }) {
  const { t } = useLingui()
  const session = useSession()
  const sayNotKept = useNotKept()
  if (entry?.takesBack === undefined || !isUnsent(entry)) return null
  const undo = () =>
    openOutbox(session)
      .outbox.takeBack(entry.key)
      .then((isBack) => isBack && onBack(t`The sheet for ${number} is where it was.`), sayNotKept)
  return (
    <Button size="row" icon={<Undo2 aria-hidden="true" />} onClick={() => void undo()}>
      <Trans>Leave it as it was</Trans>
    </Button>
  )
}

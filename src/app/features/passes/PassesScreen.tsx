// My tickets and cars: the codes that the gate reads, as this phone has them, also without a connection.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNotKept } from '../../call/useNotKept.ts'
import { AskingPayment } from '../../passes/AskingPayment.tsx'
import { groupPasses, type PassGroup } from '../../passes/groupPasses.ts'
import { PassEvent } from '../../passes/PassEvent.tsx'
import { PassList } from '../../passes/PassList.tsx'
import { removePasses } from '../../passes/passStore.ts'
import { useBegunOrders } from '../../passes/useBegunOrders.ts'
import { ReadView } from '../../reading/ReadView.tsx'
import { useSession } from '../../session/SessionContext.tsx'
import { useServerNow } from '../../session/useServerNow.ts'
import { ClubContact } from '../../text/ClubContact.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import styles from './PassesScreen.module.css'
import { useMyPasses } from './useMyPasses.ts'

export function PassesScreen() {
  const { t } = useLingui()
  useScreenTitle(t`My tickets and cars`)
  const { reading, isRefused } = useMyPasses()
  const isAsking = useBegunOrders(atOnce)
  const now = useServerNow(60_000)
  return (
    <div className={styles.page}>
      <h1>
        <Trans>My tickets and cars</Trans>
      </h1>
      {isAsking === true && <AskingPayment />}
      {isRefused && (
        <Notice tone="warn" live="status" title={<Trans>This browser saves nothing</Trans>}>
          <Trans>
            So nothing that you have bought is on this phone. Before you go where there is no signal, save a
            picture of each code from the mail with your receipt.
          </Trans>
        </Notice>
      )}
      <ReadView
        reading={reading}
        label={t`Loading your tickets and cars…`}
        loading={
          <>
            <SkeletonShape shape="line" count={2} />
            <SkeletonShape shape="picture" />
          </>
        }
        isEmpty={(saved) => saved.length === 0}
        // while an order's end is unknown, nobody can say that there is nothing
        empty={isAsking === false && <NoPasses isRefused={isRefused} />}
      >
        {(saved) => groupPasses(saved, now).map((group) => <Group key={group.event.id} group={group} />)}
      </ReadView>
      <ClubContact />
    </div>
  )
}

async function atOnce(): Promise<void> {}

function NoPasses({ isRefused }: { isRefused: boolean }) {
  const action = (
    <Link to="/portal/events" className={buttonClass()}>
      <Trans>See the events</Trans>
    </Link>
  )
  if (isRefused) return action
  return (
    <EmptyState title={<Trans>No tickets or cars on this phone</Trans>} action={action}>
      <Trans>
        What you buy here is saved on this phone by itself. If you bought on another one, open the link in the
        mail with your receipt.
      </Trans>
    </EmptyState>
  )
}

function Group({ group: { event, passes, removable } }: { group: PassGroup }) {
  return (
    <section className={styles.event} aria-labelledby={`passes-${event.id}`}>
      <PassEvent event={event} id={`passes-${event.id}`} />
      <PassList passes={passes} timeZone={event.timeZone} level={3} />
      {removable.length > 0 && <RemovePasses keys={removable} event={event.name} />}
    </section>
  )
}

function RemovePasses({ keys, event }: { keys: readonly string[]; event: string }) {
  const session = useSession()
  const sayNotKept = useNotKept()
  const [isAsked, setIsAsked] = useState(false)
  const remove = () => {
    setIsAsked(false)
    void removePasses(session, keys).catch(sayNotKept)
  }
  return (
    <>
      <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setIsAsked(true)}>
        <Trans>Remove from this phone</Trans>
      </Button>
      <Dialog
        open={isAsked}
        alert
        title={<Trans>Remove them from this phone?</Trans>}
        onClose={() => setIsAsked(false)}
        foot={
          <>
            <Button onClick={() => setIsAsked(false)}>
              <Trans>Keep them</Trans>
            </Button>
            <Button variant="danger" onClick={remove}>
              <Trans>Remove</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            What you have for {event} stays yours: the link in the mail with your receipt shows it again.
          </Trans>
        </p>
      </Dialog>
    </>
  )
}

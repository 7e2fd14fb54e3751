// The member's card, to be shown at a gate: also without a connection, as it was last seen.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSend } from '../../call/useSend.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { isUnreachable, toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { MembershipCard } from './MembershipCard.tsx'
import styles from './MembershipCardScreen.module.css'
import { useWakeLock } from './useWakeLock.ts'

export function MembershipCardScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Membership card`)
  useWakeLock()
  const reading = useRead('get_membership_card', {})
  const { data: card, savedAt } = reading
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Membership card</Trans>
      </h1>
      {reading.isLoading && (
        <Skeleton label={t`Loading the card…`}>
          <SkeletonShape shape="picture" />
          <SkeletonShape shape="line" count={3} />
        </Skeleton>
      )}
      {card !== undefined && <MembershipCard card={card} confirmedAt={savedAt} />}
      <ReadFault reading={reading} />
      {card !== undefined && !isUnreachable(reading.error) && <NewCardCode onRenewed={reading.refetch} />}
    </div>
  )
}

/** For a member who has sent somebody a picture of the card. */
function NewCardCode({ onRenewed }: { onRenewed: () => void }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const { send, busy, error } = useSend('renew_membership_card')

  async function renew(): Promise<void> {
    if ((await send({})) === undefined) return
    onRenewed()
    toast({ text: t`Your card has a new QR code.` })
  }

  return (
    <Panel title={<Trans>A new QR code</Trans>}>
      <p className="muted">
        <Trans>
          Whoever has a picture of this card can see your name, your membership type and its end. With a new
          code the old one opens nothing any more.
        </Trans>
      </p>
      {error !== undefined && !busy && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      <Button full busy={busy} onClick={() => void renew()}>
        <Trans>New QR code</Trans>
      </Button>
    </Panel>
  )
}

// The private address under which a member's own calendar follows the club's.
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ConfirmSend } from '../../call/ConfirmSend.tsx'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { toFailureText } from '../../text/failureText.ts'
import { useCopy } from '../../text/useCopy.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import styles from './CalendarFeed.module.css'

export function CalendarFeed() {
  const { t, i18n } = useLingui()
  const isOffline = useIsOffline()
  // the address is a secret: it stays off the device
  const reading = useRead('get_calendar_feed', {}, { saved: false })
  const { send, busy, error } = useSend('renew_calendar_feed')
  const address = reading.data?.address
  const make = async () => {
    if ((await send({})) !== undefined) reading.refetch()
  }
  return (
    <Panel title={<Trans>In your own calendar</Trans>}>
      <p>
        <Trans>
          The calendar of your phone or computer can show the club's activities and keep up with them.
        </Trans>
      </p>
      {!isOffline && <ReadFault reading={reading} />}
      {isOffline && address === undefined && (
        <p className="muted">
          <Trans>This needs a connection.</Trans>
        </p>
      )}
      {address === null && (
        <div>
          <Button
            icon={<CalendarPlus size={20} aria-hidden="true" />}
            busy={busy || reading.isFetching}
            disabledReason={isOffline ? t`This needs a connection.` : undefined}
            onClick={() => void make()}
          >
            <Trans>Make an address</Trans>
          </Button>
        </div>
      )}
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      {address != null && <FeedAddress address={address} onRenewed={reading.refetch} />}
    </Panel>
  )
}

function FeedAddress({ address, onRenewed }: { address: string; onRenewed(): void }) {
  const { t } = useLingui()
  const toast = useToast()
  const { copied, copy } = useCopy(address)
  const [isAsking, setIsAsking] = useState(false)
  const words = { copied: t`Copied`, failed: t`Select the address to copy it` }
  return (
    <>
      <Field
        label={<Trans>Your private address</Trans>}
        hint={<Trans>Whoever has it can read the club's activities. Do not pass it on.</Trans>}
      >
        <TextInput readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
      <div className={styles.ways}>
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass({ variant: 'primary' })}>
          <CalendarPlus size={20} aria-hidden="true" />
          <Trans>Open in my calendar</Trans>
        </a>
        <Button icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          <Trans>Copy the address</Trans>
        </Button>
        <Button icon={<RefreshCw size={20} aria-hidden="true" />} onClick={() => setIsAsking(true)}>
          <Trans>New address</Trans>
        </Button>
      </div>
      <p role="status" className={styles.copied}>
        {copied && words[copied]}
      </p>
      {isAsking && (
        <ConfirmSend
          action="renew_calendar_feed"
          input={{}}
          title={<Trans>Make a new address?</Trans>}
          confirm={<Trans>New address</Trans>}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false)
            toast({ text: t`The old address works no more.` })
            onRenewed()
          }}
        >
          <Trans>
            The old address stops working: calendars that follow it show nothing new until you give them the
            new one.
          </Trans>
        </ConfirmSend>
      )}
    </>
  )
}

// Removing a listing, after a question.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { getLastList, noteNews } from './listingsSearch.ts'
import { type Listing, useListingsChanged } from './useListings.ts'

export function RemoveListing({ listing: { id, label } }: { listing: Listing }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const toast = useToast()
  const isOffline = useIsOffline()
  const noteChange = useListingsChanged()
  const [isAsked, setIsAsked] = useState(false)
  const { send, busy, error, forgetError } = useSend('delete_classified')

  const close = () => {
    setIsAsked(false)
    forgetError()
  }
  const remove = async () => {
    if ((await send({ id })) === undefined) return
    await noteChange((one) => (one.id === id ? undefined : one))
    noteNews('removed')
    await navigate({
      to: '/portal/member/classifieds',
      search: getLastList(),
      replace: true,
      resetScroll: false,
    })
    toast({ text: t`The listing was removed.` })
  }
  return (
    <>
      <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setIsAsked(true)}>
        <Trans>Remove</Trans>
      </Button>
      <Dialog
        open={isAsked}
        alert
        title={<Trans>Remove this listing?</Trans>}
        onClose={close}
        foot={
          <>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="danger"
              busy={busy}
              disabledReason={isOffline ? t`This needs a connection.` : undefined}
              onClick={() => void remove()}
            >
              <Trans>Remove</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>Nobody will see "{label}" any more. This cannot be undone.</Trans>
        </p>
        {error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, error)}
          </Notice>
        )}
      </Dialog>
    </>
  )
}

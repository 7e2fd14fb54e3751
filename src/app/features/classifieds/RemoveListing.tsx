// Removing a listing, after a question.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { ConfirmSend } from '../../call/ConfirmSend.tsx'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { getLastList, noteNews } from './listingsSearch.ts'
import { type Listing, useListingsChanged } from './useListings.ts'

export function RemoveListing({ listing: { id, label } }: { listing: Listing }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToast()
  const noteChange = useListingsChanged()
  const [isAsked, setIsAsked] = useState(false)

  const leave = async (text: string) => {
    await noteChange((one) => (one.id === id ? undefined : one))
    noteNews('removed')
    await navigate({
      to: '/portal/member/classifieds',
      search: getLastList(),
      replace: true,
      resetScroll: false,
    })
    toast({ text })
  }
  return (
    <>
      <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setIsAsked(true)}>
        <Trans>Remove</Trans>
      </Button>
      {isAsked && (
        <ConfirmSend
          action="delete_classified"
          input={{ id }}
          title={<Trans>Remove this listing?</Trans>}
          confirm={<Trans>Remove</Trans>}
          onClose={(error) => {
            setIsAsked(false)
            if (error instanceof Failure && error.code === 'listing-not-found') {
              void leave(t`This listing is not there any more.`)
            }
          }}
          onDone={() => void leave(t`The listing was removed.`)}
        >
          <Trans>Nobody will see "{label}" any more. This cannot be undone.</Trans>
        </ConfirmSend>
      )}
    </>
  )
}

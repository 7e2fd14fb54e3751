// The picture of a ticket, and a dialog with all that the club says about it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { EventTicket } from '../../../../domain/event.ts'
import { toPictureUrl } from '../../../../domain/picture.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from './TicketDetails.module.css'

export interface TicketPictureProps {
  ticket: EventTicket
  /** '' for a picture beside the ticket's name. */
  alt: string
  className: string | undefined
}

/** Nothing for a ticket without a picture, and for one that cannot be fetched. */
export function TicketPicture({ ticket: { imageData }, alt, className }: TicketPictureProps) {
  const [missing, setMissing] = useState<string>()
  if (imageData === '' || imageData === missing) return null
  return (
    <img
      className={className}
      src={toPictureUrl(imageData, 'car')}
      alt={alt}
      decoding="async"
      onError={() => setMissing(imageData)}
    />
  )
}

/** Nothing for a ticket of which the club says no more than its description. */
export function TicketDetails({ ticket }: { ticket: EventTicket }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { description, imageData, info } = ticket
  if (imageData === '' && info === '') return null
  const close = () => setIsOpen(false)
  return (
    <div className={styles.details}>
      <Button
        size="row"
        variant="quiet"
        aria-label={t`Details: ${description}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Trans>Details</Trans>
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        dismissible
        title={description}
        foot={
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <TicketPicture ticket={ticket} className={styles.large} alt={t`Picture of ${description}`} />
        {info === '' ? (
          <p className="muted">
            <Trans>The club says nothing more about this ticket.</Trans>
          </p>
        ) : (
          <p className="prose">{info}</p>
        )}
      </Dialog>
    </div>
  )
}

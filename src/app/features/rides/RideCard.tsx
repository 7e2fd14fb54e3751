// One ride: pictures, what it is, whose, at which shows it was, and its story behind a press.
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { PictureGallery } from '../../pictures/PictureGallery.tsx'
import { formatDay } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Roundel } from '../../ui/Roundel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './RideCard.module.css'
import { nameRide, type Ride } from './rideTexts.ts'

interface RideCardProps {
  ride: Ride
  hasOwner?: boolean
  /** Buttons. */
  actions?: ReactNode
}

export function RideCard({ ride, hasOwner = false, actions }: RideCardProps) {
  const { t } = useLingui()
  const storyId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { owner, description, images, shows } = ride
  const name = nameRide(ride)
  return (
    <article className={styles.card} aria-label={name}>
      <PictureGallery pictures={images} name={name} />
      <div className={styles.text}>
        <div>
          <h2 className={styles.name} tabIndex={-1} data-ride={ride.id}>
            {name}
          </h2>
          {hasOwner && (
            <p className={styles.owner}>
              <Trans>by {owner}</Trans>
            </p>
          )}
        </div>
        {shows.length > 0 && (
          <ul className={styles.shows} aria-label={t`Shows`}>
            {shows.map((show) => (
              <Show key={show.eventId} show={show} />
            ))}
          </ul>
        )}
        {description !== '' && (
          <div>
            <div className={styles.toggle}>
              <Button
                variant="quiet"
                size="row"
                aria-label={t`Description of ${name}`}
                aria-expanded={isOpen}
                aria-controls={storyId}
                icon={<ChevronDown aria-hidden="true" className={isOpen ? styles.up : undefined} />}
                onClick={() => setIsOpen(!isOpen)}
              >
                <Trans>Description</Trans>
              </Button>
            </div>
            <p id={storyId} hidden={!isOpen} className={styles.story}>
              {description}
            </p>
          </div>
        )}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </article>
  )
}

function Show({ show: { name, startDate, carNumber } }: { show: Ride['shows'][number] }) {
  const language = useLanguage()
  return (
    <li className={styles.show}>
      <VisuallyHidden>
        <Trans>Car number</Trans>{' '}
      </VisuallyHidden>
      <Roundel number={carNumber} size="small" />
      <span className={styles.event}>
        <span>{name}</span>
        <span className={styles.day}>{formatDay(startDate, language)}</span>
      </span>
    </li>
  )
}

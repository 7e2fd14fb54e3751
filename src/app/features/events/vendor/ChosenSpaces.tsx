// The chosen spaces with what they cost, and what becomes of one that somebody else has taken meanwhile.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Trash2, TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { EventMap } from '../../../../domain/event.ts'
import { formatMoney } from '../../../text/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useWizard } from '../../../wizard/wizardContext.ts'
import styles from './ChosenSpaces.module.css'
import {
  type ChosenSpace,
  type FoundSpace,
  findLoss,
  findSpaces,
  type Loss,
  type NextChoice,
  withoutLost,
  withoutSpace,
} from './chosenSpaces.ts'
import { isOtherType, toTypeText, toVendorTypeText } from './mapSpaces.ts'
import type { VendorValues } from './vendorForm.ts'

export interface ChosenSpacesProps {
  /** All of the event. */
  maps: readonly EventMap[]
  onSale: readonly EventMap[]
  spaces: readonly ChosenSpace[]
  lost: readonly number[]
  onChange(next: NextChoice): void
  /** Shows where a space is on its map. */
  onShow(space: ChosenSpace): void
  onRemoved(space: ChosenSpace): void
}

export function ChosenSpaces({ maps, onSale, spaces, lost, onChange, onShow, onRemoved }: ChosenSpacesProps) {
  const { started, goTo } = useWizard()
  const choice = { spaces, lost }
  const found = findSpaces(maps, choice)
  const gone = found.filter(({ isLost }) => isLost)
  const dropLost = () => {
    const rest = withoutLost(maps, choice)
    onChange(rest)
    return rest.spaces.length
  }
  return (
    <Panel title={<Trans>Selected spaces</Trans>}>
      <div role="alert" className={styles.lost}>
        {gone.length > 0 && (
          <LostSpaces
            gone={gone}
            onSale={onSale}
            onGoOn={() => {
              // whoever was about to pay goes back there
              if (dropLost() > 0 && started !== undefined) goTo('pay')
            }}
            onChoose={() => {
              const [first] = gone
              dropLost()
              if (first !== undefined) onShow(first.chosen)
            }}
          />
        )}
      </div>
      {found.length === 0 ? (
        <p className="muted">
          <Trans>No space is selected yet. Tap a space on the map, or choose one from the list.</Trans>
        </p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        <ul role="list" className={styles.rows}>
          {found.map((space) => (
            <SpaceRow
              key={space.chosen.element}
              space={space}
              loss={findLoss(space, onSale)}
              hasMap={onSale.length > 1}
              onRemove={() => {
                onChange(withoutSpace(choice, space.chosen.element))
                onRemoved(space.chosen)
              }}
            />
          ))}
        </ul>
      )}
      {found.length > gone.length && (
        <p className="small muted">
          <Trans>They are held for you from Pay on, not before.</Trans>
        </p>
      )}
    </Panel>
  )
}

interface SpaceRowProps {
  space: FoundSpace
  loss: Loss | undefined
  /** There are several maps, so the row says on which one it is. */
  hasMap: boolean
  onRemove(): void
}

function SpaceRow({ space: { chosen, map, element }, loss, hasMap, onRemove }: SpaceRowProps) {
  const { i18n, t } = useLingui()
  const { location } = chosen
  const type = element === undefined ? '' : toTypeText(i18n, element)
  const notes = element?.notes ?? ''
  // where the club does not ask, nothing was said
  const vendorType = useWatch<VendorValues, 'vendor.vendorType'>({ name: 'vendor.vendorType' })
  const kind = toVendorTypeText(i18n, vendorType)
  return (
    <li className={classNames(styles.row, loss !== undefined && styles.gone)}>
      <div className={styles.words}>
        <span className={styles.name}>
          <Trans>Space {location}:</Trans>
        </span>
        {loss !== undefined ? (
          <span className={styles.why}>
            <TriangleAlert size={18} aria-hidden="true" />
            {loss === 'taken' ? <Trans>No longer available</Trans> : <Trans>No longer for sale</Trans>}
          </span>
        ) : (
          <span className={styles.fact}>
            <Trans>
              Type: {type} {notes}
            </Trans>
          </span>
        )}
        {element !== undefined && loss === undefined && isOtherType(element, vendorType) && (
          <span className={styles.why} role="status">
            <TriangleAlert size={18} aria-hidden="true" />
            <Trans>
              It is meant for “{type}”, and you sell “{kind}”. Ask the club before you pay.
            </Trans>
          </span>
        )}
        {hasMap && map !== undefined && <span className={styles.fact}>{map.label}</span>}
      </div>
      <span className={classNames(styles.cost, 'number')}>
        {element !== undefined && loss === undefined && formatMoney(element.cost)}
      </span>
      <Button
        size="row"
        icon={<Trash2 size={18} aria-hidden="true" />}
        aria-label={t`Remove space ${location}`}
        onClick={onRemove}
      >
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}

interface LostSpacesProps {
  gone: readonly FoundSpace[]
  onSale: readonly EventMap[]
  onGoOn(): void
  onChoose(): void
}

function LostSpaces({ gone, onSale, onGoOn, onChoose }: LostSpacesProps) {
  const toNames = (spaces: readonly FoundSpace[]) => spaces.map(({ chosen }) => chosen.location).join(', ')
  const { money } = useWizard()
  const names = toNames(gone)
  const unsold = toNames(gone.filter((space) => findLoss(space, onSale) === 'not-for-sale'))
  const isTaken = gone.some((space) => findLoss(space, onSale) === 'taken')
  return (
    <Notice
      tone="warn"
      title={<Trans>No longer available: {names}</Trans>}
      action={
        <div className="row">
          <Button onClick={onGoOn}>
            <Plural value={gone.length} one="Go on without it" other="Go on without them" />
          </Button>
          <Button onClick={onChoose}>
            <Trans>Choose another</Trans>
          </Button>
        </div>
      }
    >
      {isTaken && (
        <p>
          <Trans>Somebody else was faster.</Trans>
        </p>
      )}
      {unsold !== '' && (
        <p>
          <Trans>The club no longer sells {unsold}.</Trans>
        </p>
      )}
      <p>
        {money === 'unknown' ? (
          <Trans>
            We are asking whether your payment went through. Everything else that you chose is kept.
          </Trans>
        ) : (
          <Trans>Nothing was charged, and everything else that you chose is kept.</Trans>
        )}
      </p>
    </Notice>
  )
}

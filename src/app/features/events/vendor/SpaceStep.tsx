// The step for choosing spaces: the map or its list, and below it what was chosen.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ClubEvent, EventMap, MapElement } from '../../../../domain/event.ts'
import { mostLines } from '../../../../domain/order.ts'
import { toSpaceLabel } from '../../../map/space.ts'
import { isUnreachable, toFailureText } from '../../../text/failureText.ts'
import { formatMoney } from '../../../text/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toFieldId } from '../../../wizard/fieldIds.ts'
import { ChosenSpaces } from './ChosenSpaces.tsx'
import {
  type ChosenSpace,
  findStatus,
  listKeptSpaces,
  type NextChoice,
  withoutSpace,
  withSpace,
} from './chosenSpaces.ts'
import { SpaceMap } from './SpaceMap.tsx'
import styles from './SpaceStep.module.css'
import { type TakenSpaces, useTakenSpaces } from './useTakenSpaces.ts'
import { VisitorsRead } from './VisitorsRead.tsx'
import { findQuestions, type VendorValues } from './vendorForm.ts'

/** What was missing before is looked at again. */
const changed = { shouldDirty: true, shouldValidate: true }

export interface SpaceStepProps {
  event: ClubEvent
  /** Those on sale. */
  maps: readonly EventMap[]
}

export function SpaceStep({ event, maps, isLast }: SpaceStepProps & { isLast: boolean }) {
  const spaces = useWatch<VendorValues, 'spaces'>({ name: 'spaces' })
  if (maps.some(({ elements }) => elements.length > 0)) {
    return (
      <>
        <SpacePicker event={event} maps={maps} />
        {isLast && spaces.length > 0 && <VisitorsRead questions={findQuestions(event)} />}
      </>
    )
  }
  if (spaces.length > 0) return <OwnSpaces event={event} maps={maps} />
  return (
    <Panel title={<Trans>Select Spaces</Trans>}>
      <NoSpaces />
    </Panel>
  )
}

/** After the end of all sales: what the buyer's order still holds. */
function OwnSpaces({ event, maps }: SpaceStepProps) {
  const { setValue } = useFormContext<VendorValues>()
  const [spaces, lost] = useWatch<VendorValues, ['spaces', 'lost']>({ name: ['spaces', 'lost'] })
  const standing = useTakenSpaces(event, maps)
  const groupId = toFieldId('spaces')
  const focusGroup = () => document.getElementById(groupId)?.focus()
  return (
    <div id={groupId} tabIndex={-1} className="stack">
      <NotLive standing={standing} />
      <ChosenSpaces
        maps={event.maps}
        onSale={maps}
        spaces={spaces}
        lost={lost}
        onChange={(next) => {
          setValue('lost', next.lost)
          setValue('spaces', next.spaces, changed)
        }}
        onShow={focusGroup}
        onRemoved={focusGroup}
      />
    </div>
  )
}

function NoSpaces() {
  return (
    <EmptyState level={3} title={<Trans>No spaces</Trans>}>
      <Trans>
        We're sorry, there are no available spaces to purchase at this time. Please try again later or contact
        the event staff for assistance.
      </Trans>
    </EmptyState>
  )
}

function SpacePicker({ event, maps }: SpaceStepProps) {
  const { t } = useLingui()
  const { setValue, getFieldState, formState } = useFormContext<VendorValues>()
  const [mapId, spaces, lost] = useWatch<VendorValues, ['map', 'spaces', 'lost']>({
    name: ['map', 'spaces', 'lost'],
  })
  const standing = useTakenSpaces(event, maps)
  const { taken } = standing
  const map = maps.find(({ id }) => id === mapId) ?? (maps[0] as EventMap)
  const selected = useSelected(event.maps, spaces, lost)
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const [said, setSaid] = useState<Said & { count: number }>({ what: 'nothing', count: 0 })
  const say = (news: Said) => setSaid(({ count }) => ({ ...news, count: count + 1 }))
  const isFull = maps.every((one) =>
    one.elements.every((element) => findStatus(element, { taken, selected: noneSelected }) !== 'free'),
  )

  const write = (next: NextChoice) => {
    setValue('lost', next.lost)
    setValue('spaces', next.spaces, changed)
  }
  const toggle = (id: number) => {
    const element = map.elements.find((one) => one.id === id)
    if (element === undefined) return
    const label = toSpaceLabel(element)
    const status = findStatus(element, { taken, selected })
    if (status === 'selected') {
      write(withoutSpace({ spaces, lost }, id))
      say({ what: 'out', label })
    } else if (status === 'unavailable') say({ what: 'unsold', label })
    else if (status === 'taken') say({ what: 'taken', label })
    else if (spaces.length >= mostLines) say({ what: 'most' })
    else {
      write(withSpace(withoutSpace({ spaces, lost }, id), map, element))
      say({ what: 'selected', label, element })
    }
  }
  const { error } = getFieldState('spaces', formState)
  // what was lost is said beside it
  const message = selected.size < spaces.length ? undefined : error?.message
  const groupId = toFieldId('spaces')
  return (
    <>
      {isFull && spaces.length === 0 && <NoSpaces />}
      <fieldset
        id={groupId}
        tabIndex={-1}
        aria-label={t`Select Spaces`}
        aria-describedby={message === undefined ? undefined : `${groupId}-error`}
        className={styles.picker}
      >
        <SpaceMap
          maps={maps}
          map={map}
          taken={taken}
          selected={selected}
          focusedId={focusedId}
          onShowMap={(id) => {
            setFocusedId(null)
            setValue('map', id)
          }}
          onFocus={setFocusedId}
          onToggle={toggle}
        />
        <p role="status" className={styles.said}>
          <SaidText key={said.count} said={said} selected={selected} />
        </p>
        {message !== undefined && (
          <div className={styles.message}>
            <FieldMessage id={`${groupId}-error`}>{message}</FieldMessage>
          </div>
        )}
      </fieldset>
      <NotLive standing={standing} />
      <ChosenSpaces
        maps={event.maps}
        onSale={maps}
        spaces={spaces}
        lost={lost}
        onChange={write}
        onShow={(space) => {
          setValue('map', space.map)
          setFocusedId(space.element)
          document.getElementById(groupId)?.scrollIntoView({ block: 'start' })
          document.getElementById(groupId)?.focus({ preventScroll: true })
        }}
        onRemoved={(space) => {
          say({ what: 'out', label: space.location })
          document.getElementById(groupId)?.focus({ preventScroll: true })
        }}
      />
    </>
  )
}

/** What the last press did. */
type Said =
  | { what: 'nothing' | 'most' }
  | { what: 'out' | 'unsold' | 'taken'; label: string }
  | { what: 'selected'; label: string; element: MapElement }

/** In the language of now, and only as long as it is true. */
function SaidText({ said, selected }: { said: Said; selected: ReadonlySet<number> }) {
  const label = 'label' in said ? said.label : ''
  if (said.what === 'selected' && selected.has(said.element.id)) {
    const price = formatMoney(said.element.cost)
    return (
      <strong>
        <Trans>
          Space {label} is selected: {price}.
        </Trans>
      </strong>
    )
  }
  if (said.what === 'nothing' || said.what === 'selected') {
    return (
      <span className="muted">
        <Trans>Press a space to select it, and once more to take it out.</Trans>
      </span>
    )
  }
  return (
    <strong>
      {said.what === 'out' ? (
        <Trans>Space {label} is taken out.</Trans>
      ) : said.what === 'unsold' ? (
        <Trans>Space {label} is not for sale.</Trans>
      ) : said.what === 'taken' ? (
        <Trans>Space {label} is taken. Choose another one.</Trans>
      ) : (
        <Trans>One order has at most {mostLines} spaces. Take one out.</Trans>
      )}
    </strong>
  )
}

const noneSelected: ReadonlySet<number> = new Set()

/** The same set as long as the same spaces are chosen. */
function useSelected(
  maps: readonly EventMap[],
  spaces: readonly ChosenSpace[],
  lost: readonly number[],
): ReadonlySet<number> {
  const ids = listKeptSpaces(maps, { spaces, lost }).map(({ element }) => element)
  const text = ids.join(' ')
  const latest = useRef(ids)
  latest.current = ids
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says which they are
  return useMemo(() => new Set(latest.current), [text])
}

/** Offline the map can still be read. What is chosen there is checked before anybody pays. */
function NotLive({ standing: { error } }: { standing: TakenSpaces }) {
  const { i18n } = useLingui()
  if (error === undefined) return null
  return (
    <Notice tone="info" live="status">
      {isUnreachable(error) ? (
        <Trans>
          No connection: others may have taken spaces meanwhile. What you choose is kept, and checked before
          you pay.
        </Trans>
      ) : (
        toFailureText(i18n, error)
      )}
    </Notice>
  )
}

// My cars: one bar of all states, first the cars that need the judge; each car is one tap from its sheet.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CalendarClock, CloudOff, Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { JudgingForm } from '../../../domain/event.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useNotKept } from '../../call/useNotKept.ts'
import { StillCounts } from '../../outbox/StillCounts.tsx'
import { useSession } from '../../session/SessionContext.tsx'
import { toCarName } from '../../show/carName.ts'
import { useShow } from '../../show/ShowContext.tsx'
import { useTabState } from '../../show/tabMemory.ts'
import { LanguageSwitch } from '../../text/LanguageSwitch.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { ActionBar } from '../../ui/layout/ActionBar.tsx'
import { ChipRow } from '../../ui/layout/ChipRow.tsx'
import { List } from '../../ui/layout/List.tsx'
import { ListRow } from '../../ui/layout/ListRow.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Strip } from '../../ui/layout/Strip.tsx'
import { Roundel } from '../../ui/Roundel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { CarStateChip } from './CarStateChip.tsx'
import styles from './CarsScreen.module.css'
import { CorrectionLine } from './CorrectionLine.tsx'
import { type CarFilter, countCars, countScored, isFound, isOfFilter } from './carGroups.ts'
import { DiscardSheet } from './DiscardSheet.tsx'
import { VerifyAgain } from './FormsScreen.tsx'
import { StateLine } from './filed/StateLine.tsx'
import {
  toJudgesPlace,
  useAtClub,
  useIsAway,
  useJudging,
  useJudgingState,
  useSheets,
} from './JudgeContext.tsx'
import { JudgeOutbox } from './JudgeOutbox.tsx'
import { JudgingHeader } from './JudgingHeader.tsx'
import { type CarRow, isVerificationOver, listCarRows } from './myCars.ts'
import { RefusalLine } from './RefusalLine.tsx'
import { StateBar } from './StateBar.tsx'
import { isReadable, listReadable } from './sent/readableSheets.ts'
import { SheetReader } from './sent/SheetReader.tsx'
import { discardSheets, toDraftId } from './sheetRecords.ts'
import { useStartedSheets } from './useStartedSheets.ts'

const route = '/portal/judging/$eventId/form/$formId/cars'

export function CarsScreen() {
  const { t } = useLingui()
  const { formId } = useParams({ from: route })
  const { grant } = useJudging()
  const isAway = useIsAway()
  const isEnded = useJudgingState() === 'ended'
  const search = useCarSearch(Number(formId))
  const { rows, shown, searched } = search
  const [readNumber, setReadNumber] = useState<string>()
  const eventId = String(grant.eventId)
  const { judgeId, judgeName } = grant
  useScreenTitle(t`My cars`)

  return (
    <Page
      strong
      header={
        <>
          <JudgingHeader
            title={t`My cars`}
            note={
              <Trans>
                Judge {judgeId}, {judgeName}
              </Trans>
            }
            back={{ to: '/portal/judging/$eventId', params: { eventId } }}
            backLabel={t`Go back to forms`}
          >
            <JudgeOutbox />
          </JudgingHeader>
          {isAway && !isEnded && (
            <Strip icon={<CloudOff aria-hidden="true" />}>
              <Trans>No connection. Keep scoring; sheets wait on this phone.</Trans>
            </Strip>
          )}
          {isEnded && (
            <Strip icon={<CalendarClock aria-hidden="true" />}>
              <Trans>This event has ended and judging is no longer allowed.</Trans>
            </Strip>
          )}
        </>
      }
    >
      <Head formId={formId} search={search} />
      <div className={styles.rows}>
        {shown.length === 0 ? (
          <p className={styles.none} role="status">
            {rows.length === 0 ? (
              <Trans>The club has not entered any cars yet.</Trans>
            ) : (
              <Trans>No cars match.</Trans>
            )}
          </p>
        ) : (
          <List label={t`My cars`} edged>
            {shown.map((row) => (
              <Row
                key={row.number}
                row={row}
                eventId={eventId}
                formId={formId}
                isEnded={isEnded}
                onDiscard={search.discard}
                onRead={setReadNumber}
              />
            ))}
          </List>
        )}
        <div className={styles.end}>
          <LanguageSwitch />
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">
          {searched !== '' && <Plural value={shown.length} one="# car found" other="# cars found" />}
        </span>
      </VisuallyHidden>
      <SheetReader
        row={isEnded ? rows.find(({ number }) => number === readNumber) : undefined}
        sheetsOf={search.read}
        onClose={() => setReadNumber(undefined)}
      />
      {!isEnded && (
        <ActionBar>
          <Link
            to="/portal/judging/$eventId/form/$formId"
            params={{ eventId, formId }}
            className={buttonClass({ variant: 'primary', size: 'scoring', full: true })}
          >
            <Trans>Score another car</Trans>
          </Link>
        </ActionBar>
      )}
    </Page>
  )
}

/** The judge's filter and search, remembered while the tab is open, and the cars found. */
function useCarSearch(formId: number) {
  const { saved } = useShow()
  const { grant, cars, forms } = useJudging()
  const sheets = useSheets(formId)
  const atClub = useAtClub(formId)
  const draftId = toDraftId(grant, formId)
  const { sheets: started, reload } = useStartedSheets(draftId)
  const { drafts } = openOutbox(useSession())
  const [filter, setFilter] = useTabState<CarFilter>(`${saved.key} ${formId} car filter`, 'all')
  const [carClass, setCarClass] = useTabState<string>(`${saved.key} ${formId} car class`, '')
  const [query, setQuery] = useTabState(`${saved.key} ${formId} car search`, '')
  const searched = useDeferredValue(query)

  const rows = useMemo(
    () =>
      listCarRows(cars.entries.cars, cars.entries.classes, sheets, started, atClub).filter(
        ({ car }) => carClass === '' || String(car?.carClass) === carClass,
      ),
    [cars, sheets, started, atClub, carClass],
  )
  const shown = useMemo(
    () => rows.filter((row) => isOfFilter(row, filter) && isFound(row, searched)),
    [rows, filter, searched],
  )
  const sayNotKept = useNotKept()
  const discard = (number: string) => void discardSheets(drafts, draftId, number).then(reload, sayNotKept)
  const read = (row: CarRow) =>
    listReadable(
      forms.find(({ id }) => id === formId),
      row,
      sheets,
      started,
      atClub,
    )
  return { rows, shown, searched, filter, setFilter, carClass, setCarClass, query, setQuery, discard, read }
}

interface HeadProps {
  formId: string
  search: ReturnType<typeof useCarSearch>
}

/** The judge's progress, and the search for a car. */
function Head({ formId, search }: HeadProps) {
  const { t } = useLingui()
  const { forms, grant, cars, entries } = useJudging()
  const { rows, filter, setFilter, carClass, setCarClass, query, setQuery } = search
  const counts = countCars(rows)
  const scored = countScored(rows)
  const total = counts.all
  const allChips: [CarFilter, ReactNode][] = [
    ['all', <Trans key="all">All</Trans>],
    ['todo', <Trans key="todo">To do</Trans>],
    ['phone', <Trans key="phone">On this phone</Trans>],
    ['attention', <Trans key="attention">Attention</Trans>],
    ['sent', <Trans key="sent">Sent</Trans>],
    ['accepted', <Trans key="accepted">Accepted</Trans>],
  ]
  // a chip that finds nothing would only push the others off a phone's screen
  const chips = allChips.filter(
    ([value]) => value === 'all' || value === 'todo' || value === filter || counts[value] > 0,
  )
  return (
    <div className={styles.head}>
      <div className={styles.inside}>
        {isVerificationOver(entries, toJudgesPlace(grant)) && <VerifyAgain />}
        <div className={styles.choices}>
          {forms.length > 1 && <FormChoice forms={forms} formId={formId} />}
          <Field label={<Trans>Class</Trans>}>
            <Select value={carClass} onChange={({ target }) => setCarClass(target.value)}>
              <option value="">{t`All classes`}</option>
              {cars.entries.classes.map((one) => (
                <option key={one.carClass} value={String(one.carClass)}>
                  {one.carClass} {one.classDescription}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <h2>
          <Trans>
            {scored} of {total} cars scored
          </Trans>
        </h2>
        <StateBar counts={counts} />
        <Field label={<Trans>Search</Trans>}>
          <TextInput
            type="search"
            icon={<Search aria-hidden="true" />}
            value={query}
            placeholder={t`Number, make, model`}
            onChange={({ target }) => setQuery(target.value)}
          />
        </Field>
        <ChipRow label={t`Show`}>
          {chips.map(([value, words]) => (
            <FilterChip
              key={value}
              pressed={filter === value}
              count={counts[value]}
              onClick={() => setFilter(value)}
            >
              {words}
            </FilterChip>
          ))}
        </ChipRow>
      </div>
    </div>
  )
}

interface RowProps {
  row: CarRow
  eventId: string
  formId: string
  /** Judging is over: sheets can be read, and nothing in them can be changed. */
  isEnded: boolean
  onDiscard(number: string): void
  onRead(number: string): void
}

function Row({ row, eventId, formId, isEnded, onDiscard, onRead }: RowProps) {
  const { number, car, state, entry, countsAt, isCorrecting } = row
  const name = toCarName(car) || entry?.about?.title || ''
  const title = name === '' ? <Trans>Car {number}</Trans> : name
  return (
    <ListRow
      leading={<Roundel number={number} />}
      title={
        isEnded ? (
          <ReadTitle row={row} onRead={onRead}>
            {title}
          </ReadTitle>
        ) : (
          <Link
            to="/portal/judging/$eventId/form/$formId"
            params={{ eventId, formId }}
            search={{ car: number }}
            preload={false}
          >
            {title}
          </Link>
        )
      }
      chevron={!isEnded || isReadable(row)}
    >
      <CarStateChip state={state} />
      {isCorrecting && <CorrectionLine />}
      <StateLine row={row} />
      {(state === 'started' || isCorrecting) && (
        <div className={styles.discard}>
          <DiscardSheet number={number} isCorrection={isCorrecting} onDiscard={() => onDiscard(number)} />
        </div>
      )}
      {state === 'attention' && entry !== undefined && <RefusalLine entry={entry} />}
      {state === 'attention' && countsAt !== undefined && <StillCounts number={countsAt} />}
      {isEnded && row.isSent && !isReadable(row) && (
        <p className="small">
          <Trans>The club has your scores. They are not on this phone.</Trans>
        </p>
      )}
    </ListRow>
  )
}

interface ReadTitleProps {
  row: CarRow
  onRead(number: string): void
  children: ReactNode
}

/** Opens what this phone holds of the judge's scores for the car. */
function ReadTitle({ row, onRead, children }: ReadTitleProps) {
  if (!isReadable(row)) return children
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => onRead(row.number)}>
      {children}
    </button>
  )
}

function FormChoice({ forms, formId }: { forms: readonly JudgingForm[]; formId: string }) {
  const { grant } = useJudging()
  const navigate = useNavigate()
  return (
    <Field label={<Trans>Judging form</Trans>}>
      <Select
        value={formId}
        onChange={({ target }) =>
          void navigate({
            to: '/portal/judging/$eventId/form/$formId/cars',
            params: { eventId: String(grant.eventId), formId: target.value },
            replace: true,
          })
        }
      >
        {forms.map(({ id, title }) => (
          <option key={id} value={String(id)}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  )
}

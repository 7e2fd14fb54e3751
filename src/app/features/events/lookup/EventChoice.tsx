// Where a club has several events: which of them the look-up is for.
import { Trans } from '@lingui/react/macro'
import { useRead } from '../../../reading/useRead.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** An event in which somebody may have bought something. */
export interface LookupEvent {
  id: number
  name: string
  /** A show that is over is told without it. */
  timeZone?: string
}

interface EventChoiceProps {
  chosen: LookupEvent
  onChoose(event: LookupEvent): void
}

/** Nothing while no other is known: the look-up works without it. */
export function EventChoice({ chosen, onChoose }: EventChoiceProps) {
  const { data } = useRead('get_upcoming_events', { availability: '0' })
  const known: readonly LookupEvent[] = [...(data?.events ?? []), ...(data?.past ?? [])]
  const events = known.some(({ id }) => id === chosen.id) ? known : [chosen, ...known]
  if (events.length < 2) return null
  return (
    <Panel title={<Trans>Am I Registered</Trans>}>
      <Field label={<Trans>Which event are you interested in?</Trans>}>
        <Select
          value={String(chosen.id)}
          onChange={({ target }) => {
            const event = events.find(({ id }) => String(id) === target.value)
            if (event !== undefined) onChoose(event)
          }}
        >
          {events.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </Panel>
  )
}

// A car's state in the judge's lists, in the words that all chips use.
import { Trans } from '@lingui/react/macro'
import { type ChipState, StateChip } from '../../ui/StateChip.tsx'
import styles from './CarStateChip.module.css'
import type { CarState } from './myCars.ts'

const chips: Record<Exclude<CarState, 'todo'>, ChipState> = {
  attention: 'attention',
  'sign-in': 'sign-in',
  started: 'started',
  saved: 'saved',
  sending: 'sending',
  accepted: 'accepted',
}

export function CarStateChip({ state }: { state: CarState }) {
  if (state !== 'todo') return <StateChip state={chips[state]} />
  return (
    <span className={styles.todo}>
      <Trans>Not scored</Trans>
    </span>
  )
}

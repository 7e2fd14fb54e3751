// A car's state in the judge's lists, with the words of all state chips.
import { Trans } from '@lingui/react/macro'
import { StateChip } from '../../ui/StateChip.tsx'
import styles from './CarStateChip.module.css'
import type { CarState } from './myCars.ts'

export function CarStateChip({ state }: { state: CarState }) {
  if (state !== 'todo') return <StateChip state={state} />
  return (
    <span className={styles.todo}>
      <Trans>Not scored</Trans>
    </span>
  )
}

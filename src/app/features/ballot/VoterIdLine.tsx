// The voter id, for an officer who has to answer questions about a ballot.
import { Trans } from '@lingui/react/macro'
import styles from './VoterIdLine.module.css'

export function VoterIdLine({ voterId }: { voterId: string }) {
  return (
    <p className={styles.voter}>
      <Trans>Voter Id: {voterId}</Trans>
    </p>
  )
}

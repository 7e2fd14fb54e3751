// The pinstripe at the bottom of every header.

import styles from './Coachline.module.css'

export function Coachline() {
  return <div className={styles.coachline} aria-hidden="true" />
}

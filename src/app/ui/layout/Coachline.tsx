// The pinstripe that closes every header.

import styles from './Coachline.module.css'

export function Coachline() {
  return <div className={styles.coachline} aria-hidden="true" />
}

// What is only on this device and goes with its member, and what stays for others.
import { Trans } from '@lingui/react/macro'
import styles from './LeftBehindList.module.css'
import type { LeftBehind } from './leftBehind.ts'

export function LeftBehindList({ left }: { left: LeftBehind }) {
  const { cart, orders, posts, rides, listings } = left
  return (
    <ul className={styles.list}>
      {cart > 0 && (
        <li>
          <Trans>In your cart: {cart}</Trans>
        </li>
      )}
      {orders > 0 && (
        <li>
          <Trans>Orders and sign-ups that you have not finished: {orders}</Trans>
        </li>
      )}
      {posts > 0 && (
        <li>
          <Trans>Posts and comments that you have not posted: {posts}</Trans>
        </li>
      )}
      {rides > 0 && (
        <li>
          <Trans>Rides that you have not saved: {rides}</Trans>
        </li>
      )}
      {listings > 0 && (
        <li>
          <Trans>Listings that you have not saved: {listings}</Trans>
        </li>
      )}
    </ul>
  )
}

/** Nobody's account has these. */
export function StayingHere() {
  return (
    <p className="small muted">
      <Trans>
        Score sheets and ballots that wait to be sent, orders made without signing in, and favourites stay on
        this device.
      </Trans>
    </p>
  )
}

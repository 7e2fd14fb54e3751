// Which tabs judge or vote at a show, so that no other tab deletes what they need.
import { useEffect } from 'react'
import { type ShowId, toKey } from '../../offline/library.ts'

const toLock = (show: ShowId) => `show/${toKey(show)}`

/** While a screen has this hook, the saved copy of the show stays. */
export function useShowInUse(show: ShowId): void {
  const lock = toLock(show)
  useEffect(() => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    void navigator.locks?.request(lock, { mode: 'shared' }, () => released)
    return release
  }, [lock])
}

/** Runs the step unless somebody judges or votes at the show in a tab. Returns whether it ran. */
export async function runIfUnused(show: ShowId, step: () => Promise<void>): Promise<boolean> {
  if (navigator.locks === undefined) {
    await step()
    return true
  }
  return navigator.locks.request(toLock(show), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await step()
    return lock !== null
  })
}

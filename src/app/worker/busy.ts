// Which tabs hold something that a reload would lose. They share one Web Lock, so it is free if there is none.
import { busyLock } from '../../offline/messages.ts'

/** Marks this tab as busy. Call the returned function to end that. */
export function holdBusy(): () => void {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(busyLock, { mode: 'shared' }, () => released)
  return release
}

/** Runs a step in which no tab becomes busy, unless one is already. Returns whether it ran. */
export async function runIfNoTabIsBusy(step: () => Promise<void>): Promise<boolean> {
  if (navigator.locks === undefined) {
    await step()
    return true
  }
  return navigator.locks.request(busyLock, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await step()
    return true
  })
}

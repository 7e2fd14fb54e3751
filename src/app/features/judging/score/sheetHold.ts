// A Web Lock for each half-filled sheet: the tab that has it is the one in which the sheet is filled in.

export interface SheetHold {
  release(): void
}

export interface SheetHoldOptions {
  /** Takes the sheet from the tab that has it: the judge wants to go on here. */
  steal?: boolean
  /** Another tab has taken the sheet. */
  onLost(): void
}

/** Undefined if another tab has the sheet. A browser without Web Locks lets each tab have it. */
export function holdSheet(
  id: string,
  { steal = false, onLost }: SheetHoldOptions,
): Promise<SheetHold | undefined> {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return Promise.resolve({ release() {} })
  return new Promise((resolve) => {
    let isReleased = false
    const held = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined)
      return new Promise<void>((end) => {
        resolve({
          release() {
            isReleased = true
            end()
          },
        })
      })
    }
    locks.request(id, steal ? { steal } : { ifAvailable: true }, held).catch(() => {
      resolve(undefined)
      if (!isReleased) onLost()
    })
  })
}

// Whether what is saved on this device stays there, or the browser may clear it away.

/** `may-go`: the browser said no, does not say, or has no such thing. */
export type Lasting = 'stays' | 'may-go'

/** What this file needs of `navigator.storage`. */
export interface LastingStorage {
  persisted?(): Promise<boolean>
  persist?(): Promise<boolean>
}

/** rules/offline 1.11: asks the browser not to clear this device's storage; asking again is harmless. */
export async function askForLasting(storage: LastingStorage | undefined): Promise<Lasting> {
  try {
    if ((await storage?.persisted?.()) === true) return 'stays'
    return (await storage?.persist?.()) === true ? 'stays' : 'may-go'
  } catch {
    return 'may-go' // some browsers reject in a private window
  }
}

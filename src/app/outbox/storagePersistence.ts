// Whether the data saved on this device stays, or the browser may delete it.

/**
 * `may-go`: the browser said no, does not say, or cannot promise it. `private`: the same, and it gives as little
 * room as a private window, which forgets everything when it is closed.
 */
export type StoragePersistence = 'stays' | 'may-go' | 'private'

/** Less than any phone's browser gives a site that it remembers, unless the phone itself is tiny. */
const privateQuotaBytes = 2_000_000_000

/** The part of `navigator.storage` that this file needs. */
export interface PersistableStorage {
  persisted?(): Promise<boolean>
  persist?(): Promise<boolean>
  estimate?(): Promise<{ quota?: number }>
}

/** rules/offline 1.11: asks the browser not to delete this device's storage. Asking again does no harm. */
export async function requestPersistence(
  storage: PersistableStorage | undefined,
): Promise<StoragePersistence> {
  try {
    if ((await storage?.persisted?.()) === true) return 'stays'
    if ((await storage?.persist?.()) === true) return 'stays'
    const { quota } = (await storage?.estimate?.()) ?? {}
    return quota !== undefined && quota < privateQuotaBytes ? 'private' : 'may-go'
  } catch {
    return 'may-go' // some browsers reject in a private window
  }
}

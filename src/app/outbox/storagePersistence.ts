// Whether the data saved on this device stays, or the browser may delete it.

/** `may-go`: the browser said no, does not say, or cannot promise it. */
export type StoragePersistence = 'stays' | 'may-go'

/** The part of `navigator.storage` that this file needs. */
export interface PersistableStorage {
  persisted?(): Promise<boolean>
  persist?(): Promise<boolean>
}

/** rules/offline 1.11: asks the browser not to delete this device's storage. Asking again does no harm. */
export async function requestPersistence(
  storage: PersistableStorage | undefined,
): Promise<StoragePersistence> {
  try {
    if ((await storage?.persisted?.()) === true) return 'stays'
    return (await storage?.persist?.()) === true ? 'stays' : 'may-go'
  } catch {
    return 'may-go' // some browsers reject in a private window
  }
}

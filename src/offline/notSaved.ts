// Why nothing could be saved on this device. In its own file, so that its texts do not load the outbox.

export type NotSavedReason =
  /** The device has no room left. */
  | 'no-room'
  /** The browser gives no storage, as in some private modes. */
  | 'no-storage'
  /** The browser's storage does not answer, as after a phone woke up. */
  | 'no-answer'
  /** Anything else. */
  | 'failed'

/** Nothing was saved on this device. The screen keeps its values and offers to try again. */
export class NotSaved extends Error {
  readonly reason: NotSavedReason

  constructor(cause: unknown) {
    super('The entry could not be saved on this device.', { cause })
    this.name = 'NotSaved'
    this.reason = findStorageFault(cause)
  }
}

/** Why the browser's storage failed, by the names that browsers give their errors. */
export function findStorageFault(error: unknown): NotSavedReason {
  return (error instanceof Error ? reasons[error.name] : undefined) ?? 'failed'
}

/** The browser's storage gave no answer in time. */
export class StorageTimeout extends Error {
  constructor(options?: ErrorOptions) {
    super("The browser's storage does not answer.", options)
    this.name = 'StorageTimeout'
  }
}

const reasons: Readonly<Record<string, NotSavedReason>> = {
  QuotaExceededError: 'no-room',
  SecurityError: 'no-storage',
  InvalidStateError: 'no-storage',
  NotAllowedError: 'no-storage',
  StorageTimeout: 'no-answer',
}

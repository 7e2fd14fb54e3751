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

/** Woken up, some browsers never answer. Then nothing may wait for an opening longer than this, */
export const openTimeLimitMs = 10_000
/** nor for a transaction. */
export const transactionTimeLimitMs = 8_000

/** Fails with `StorageTimeout` if the answer takes longer. */
export async function withTimeLimit<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageTimeout()), limitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const reasons: Readonly<Record<string, NotSavedReason>> = {
  QuotaExceededError: 'no-room',
  SecurityError: 'no-storage',
  InvalidStateError: 'no-storage',
  NotAllowedError: 'no-storage',
  StorageTimeout: 'no-answer',
}

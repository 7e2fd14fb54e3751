// Why nothing could be kept on this device; apart from the outbox, so that its text needs none of it.

export type NotSavedReason =
  /** The device has no room left. */
  | 'no-room'
  /** The browser gives no storage, as in some private modes, or it is broken. */
  | 'no-storage'

/** Nothing was kept on this device: the screen keeps its values and offers to try again. */
export class NotSaved extends Error {
  readonly reason: NotSavedReason

  constructor(cause: unknown) {
    super('The entry could not be saved on this device.', { cause })
    this.name = 'NotSaved'
    this.reason = cause instanceof Error && cause.name === 'QuotaExceededError' ? 'no-room' : 'no-storage'
  }
}

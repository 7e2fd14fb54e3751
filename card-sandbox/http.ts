// Requests to the sandbox and its answers, as they travel between it and whoever mounts it.

/** Beneath it stands what browsers load: the script, the card's frame, and the API as far as they may use it. */
export const publicPath = '/sandbox/stripe'

/** A request to one of the sandbox's addresses, as HTTP brought it; it can be sent to a worker thread. */
export interface SandboxRequest {
  readonly id: string
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Whether it came from this machine, with no proxy on its way. */
  readonly isLocal: boolean
  /** Whether whoever sent it proved to run this instance. */
  readonly isOperator: boolean
}

export interface SandboxAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Instead of an answer the connection breaks. */
  readonly isCut: boolean
}

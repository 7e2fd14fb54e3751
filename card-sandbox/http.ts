// Requests to the sandbox and its answers, as the server passes them in and out.

/** Below it are the files for browsers (script, card's frame) and the part of the API that they may use. */
export const publicPath = '/sandbox/stripe'

/** A request to one of the sandbox's addresses. It can be sent to a worker thread. */
export interface SandboxRequest {
  readonly id: string
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Whether the request came from this machine, through no proxy. */
  readonly isLocal: boolean
  /** Whether the sender proved that they run this instance. */
  readonly isOperator: boolean
}

export interface SandboxAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The connection is cut instead of an answer. */
  readonly isCut: boolean
}

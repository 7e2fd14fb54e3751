// The part of the server that owns the database, as the HTTP edge sees it: in this thread or in a worker.

/** One call to the endpoint; it can be sent to a worker thread. */
export interface Call {
  /** As it came: reading it is the engine's work, so that forty batches at once hold up no page and no pack. */
  readonly json: Uint8Array
  readonly token: string | null
  /** The club that the host names, when the product's own domain is set. */
  readonly hostSlug: string | null
  readonly peer: string
  readonly requestId: string
}

export interface Reply {
  readonly status: number
  /** JSON text. */
  readonly body: string
  readonly token: string | null
  readonly retryAfter: number | null
  /** For the access log: the action's name when it is one of ours, and the refusal's code. */
  readonly action: string | null
  readonly code: string | null
}

/** What the edge needs to know of a club for its documents and its manifest. */
export interface ClubFace {
  readonly tenantId: number
  readonly slug: string
  readonly name: string
  readonly themeColor: string
  readonly backgroundColor: string
  /** Content hash of the logo, or null. */
  readonly logoHash: string | null
}

/** What the edge needs to know of an event for its manifest and its document. */
export interface EventFace {
  readonly name: string
  readonly place: string
  /** Address of the first picture as screens show it, or null. */
  readonly poster: string | null
}

/** A pack made once per version, compressed three ways. */
export interface PackBodies {
  readonly version: string
  readonly plain: Uint8Array
  readonly brotli: Uint8Array
  readonly gzip: Uint8Array
  readonly zstd: Uint8Array
}

/** What was written to somebody while no real service was set up. */
export interface SandboxMessage {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** ISO instant. */
  readonly at: string
}

/** A request to what is mounted beside the product, as it came; it can be sent to a worker thread. */
export interface MountedRequest {
  readonly id: string
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Whether it came from this machine, with no proxy on its way. */
  readonly isLocal: boolean
  /** Whether its sender sits at the machine or knows the sandbox's token. */
  readonly isOperator: boolean
}

export interface MountedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Instead of an answer the connection breaks. */
  readonly isCut: boolean
}

export interface Engine {
  dispatch(call: Call): Promise<Reply>
  /** The club under this slug, or the default club for null; undefined when there is none. */
  findClub(slug: string | null): Promise<ClubFace | undefined>
  /** Undefined when the event is unknown or a draft; `unchanged` when the caller has this version already. */
  findPack(
    slug: string | null,
    eventId: number,
    known: string | null,
  ): Promise<PackBodies | 'unchanged' | undefined>
  /**
   * Another number whenever a commit since may have changed a pack; null where other processes write too, and
   * only asking tells.
   */
  countPackChanges(): number | null
  /** Undefined when the event is unknown or a draft. */
  findEventFace(slug: string | null, eventId: number): Promise<EventFace | undefined>
  /** Newest last. */
  listSandboxMessages(kind: 'sms' | 'mail'): Promise<SandboxMessage[]>
  /** One request to what is mounted beside the product; undefined where it has nothing for this sender. */
  answerMounted(request: MountedRequest): Promise<MountedAnswer | undefined>
  /** An event of the card provider as it came; false when it is forged, old, or not as it was sent. */
  hearCards(body: string, signature: string): Promise<boolean>
  /** Runs one command of the club officers' command line; `print` gets its output as it comes. */
  runClubCommand(args: readonly string[], print: (text: string) => void): Promise<number>
  /** Imports the demo club when it is due; resolves when the server may call itself ready. */
  prepare(print: (text: string) => void): Promise<void>
  isReady(): boolean
  /** Finishes what runs, then closes the database. */
  close(): Promise<void>
}

// The part of the server that owns the database, as the HTTP edge sees it: in this thread or in a worker.
import type { FailureCode } from '../../contract/failures.ts'
import type { ActionName } from '../../contract/index.ts'
import type { Language } from '../../domain/shapes/language.ts'
import type { StoredAttachment } from '../db/instance/sandboxMessage.ts'

/** One call to the endpoint. It can be sent to a worker thread. */
export interface Call {
  /** The bytes as they came. The engine parses them, so that forty batches do not delay pages and packs. */
  readonly json: Uint8Array
  readonly token: string | null
  /** The club in the host name, if the product's own domain is set. */
  readonly hostSlug: string | null
  /** The proof in the browser's cookie that it has just joined. */
  readonly joined?: string | undefined
  /** The mark in the browser's other cookie that somebody has signed in there. */
  readonly device?: string | undefined
  /** The link in its third cookie, to look at an event before it is published. */
  readonly preview?: string | undefined
  readonly peer: string
  readonly requestId: string
}

export interface Reply {
  readonly status: number
  /** JSON text. */
  readonly body: string
  readonly token: string | null
  /** For the browser's cookie: it has just joined. '' deletes it. */
  readonly joined?: string | undefined
  /** For the browser's other cookie: somebody has signed in there. */
  readonly device?: string | undefined
  readonly retryAfter: number | null
  /** For the access log: the action's name if it exists, and the code of the refusal. */
  readonly action: ActionName | null
  readonly code: FailureCode | null
  /** What a person is told to quote, of a fault of ours. */
  readonly reference?: string | undefined
}

/** What the edge needs of a club for its documents and its manifest. */
export interface ClubBranding {
  readonly tenantId: number
  readonly slug: string
  readonly name: string
  readonly language: Language
  readonly themeColor: string
  readonly backgroundColor: string
  /** Hash of the logo's content, or null. */
  readonly logoHash: string | null
}

/** What the edge needs of an event for its manifest and its document. */
export interface EventSummary {
  readonly name: string
  readonly place: string
  /** Calendar days. */
  readonly startDate: string
  readonly endDate: string
  readonly description: string
  /** Address of the first picture in the size for screens, or null. */
  readonly poster: string | null
}

/** A pack, made once per version and compressed in three ways. */
export interface PackBodies {
  readonly version: string
  readonly plain: Uint8Array
  readonly brotli: Uint8Array
  readonly gzip: Uint8Array
  readonly zstd: Uint8Array
}

export interface FoundPack {
  /** `unchanged` when the caller already has this version. */
  readonly pack: PackBodies | 'unchanged'
  /** The version of the vendors who travel beside it. */
  readonly soldVendors: string
}

/** A message that was written while no real service was set up. */
export interface SandboxMessage {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly StoredAttachment[]
  /** ISO instant. */
  readonly at: string
}

/** A request to something mounted beside the product, as it came. It can be sent to a worker thread. */
export interface MountedRequest {
  readonly id: string
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Whether the request came from this machine, through no proxy. */
  readonly isLocal: boolean
  /** Whether the sender is at this machine or knows the sandbox's token. */
  readonly isOperator: boolean
}

export interface MountedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The connection is cut instead of an answer. */
  readonly isCut: boolean
}

/** What a request says of its sender, before its body is read. */
export interface CallerProof {
  readonly token: string | null
  /** One grant of a batch, as its header has it. */
  readonly grant: string | null
  readonly hostSlug: string | null
}

/** What is wrong with the instance just now, as `/readyz` says it. */
export type Trouble = 'database_unreachable' | 'disk_full' | 'tables_newer'

/**
 * Whether it can do its work. While machines are updated one after the other, those with the older version go on with
 * the newer tables: a proxy that took them all away would leave nobody to answer.
 */
export function isAbleWith(trouble: Trouble | 'starting' | null): boolean {
  return trouble === null || trouble === 'tables_newer'
}

export interface Engine {
  dispatch(call: Call): Promise<Reply>
  /** A name for the member or the judge; null for a stranger. */
  findCaller(proof: CallerProof): Promise<string | null>
  /** The club with this slug, or the default club for null. Undefined when there is none. */
  findClub(slug: string | null): Promise<ClubBranding | undefined>
  /**
   * Undefined when the event is unknown, or not published and `preview` is not its link. `known`: the version that the
   * caller has.
   */
  findPack(
    slug: string | null,
    eventId: number,
    known: string | null,
    preview?: string,
  ): Promise<FoundPack | undefined>
  /**
   * A number that changes whenever a commit may have changed a pack. Null when other processes write too, so
   * that only a request to the engine can tell.
   */
  countPackChanges(): number | null
  /** Undefined when the event is unknown or a draft. */
  findEventSummary(slug: string | null, eventId: number): Promise<EventSummary | undefined>
  /** Those of these objects that are stored. Their checksums: 32 hexadecimal digits, null where none was noted. */
  findStored(
    keys: readonly string[],
  ): Promise<readonly { readonly key: string; readonly md5: string | null }[]>
  /** Newest last. */
  listSandboxMessages(kind: 'sms' | 'mail'): Promise<SandboxMessage[]>
  /** Undefined when there is nothing for this sender. */
  answerMounted(request: MountedRequest): Promise<MountedAnswer | undefined>
  /** An event of the card provider as it came. False when it is forged, old or changed on its way. */
  receiveCardEvent(body: string, signature: string): Promise<boolean>
  /** Runs one command of the club officers' command line. `print` gets its output at once. */
  runClubCommand(args: readonly string[], print: (text: string) => void): Promise<number>
  /** Imports the demo club when needed. Resolves when the server is ready. */
  prepare(print: (text: string) => void): Promise<void>
  isReady(): boolean
  /** Null when all is well. */
  findTrouble(): Promise<Trouble | null>
  /** Its part of the figures for `/metrics`, as text. */
  readFigures(): Promise<string>
  /** Waits for what is running, then closes the database. */
  close(): Promise<void>
}

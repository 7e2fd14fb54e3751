// `define` declares an action: what it takes, who may call it, and how it can fail.
import type { z } from 'zod'
import type { Quote } from '../domain/order.ts'
import type { Right } from '../domain/rights.ts'
import type { DispatchFailureCode, MeritFailureCode } from './failures.ts'

/** Who may call. `either`: visitors and members, but a bad token is no visitor (rules/security 1.7). */
export type Access = 'public' | 'member' | 'either' | 'judge' | 'voter' | 'officer'

/** `external` opens its own short transactions and holds none during a network call. */
export type Effect = 'read' | 'write' | 'external'

// rules/security 1.1: body limits in bytes
export const bodyLimits = { plain: 64 * 1024, batch: 512 * 1024, pictures: 6 * 1024 * 1024 } as const

/** The four fields by which a caller may name the club. Dispatch reads and removes them. */
export const tenantFields = ['subdomain', 'tenant', 'tenantId', 'tenantUUID'] as const
export type TenantFields = Partial<Record<(typeof tenantFields)[number], string | number>>

/** What is said of an officer's action alone. */
type Policy =
  | {
      readonly access: Exclude<Access, 'officer'>
      readonly effect: Effect
      readonly right?: never
      readonly recent?: never
      readonly ofEvent?: never
      /** What it changes goes into the trail. */
      readonly trail?: true
    }
  | ({ readonly access: 'officer' } & OfficersPolicy)

type OfficersPolicy = OfficersEffect & {
  readonly right: Right
  /** Only with a sign-in of the last minutes. */
  readonly recent?: true
  /** A role for the event alone is enough: the one that the input's `eventId` names, or any where it names none. */
  readonly ofEvent?: true
}

/** No write of an officer without a trail. */
type OfficersEffect =
  | { readonly effect: 'read'; readonly trail?: never }
  | { readonly effect: 'write'; readonly trail: true }

interface Rules {
  /** May wait in the outbox. */
  readonly queued?: boolean
  /** Expired members may call it (rules/security 1.5). */
  readonly expired?: boolean
  /** Works after a sign-in with a temporary password, which is only good for choosing a new one. */
  readonly beforeNewPassword?: true
  /** A read that thousands of phones behind one address make; not counted (rules/security 8.1). */
  readonly uncounted?: boolean
  /** A read whose answer is the same for everybody, so it is compressed only once. */
  readonly isShared?: true
  /** The only actions whose answer may carry a token in its header. */
  readonly signsIn?: boolean
  /** Its key is an order's key. The action itself does nothing twice; a refusal may become an acceptance. */
  readonly ownKey?: true
  /** The field of its answer that no idempotency record may store. The same key gets it again. */
  readonly secret?: string
  /** Its `memberId` may also be the author of what is changed, which a moderator's call names. Its handler compares. */
  readonly namesAuthor?: true
  readonly body?: keyof typeof bodyLimits
  /** What a refusal adds to `errorMessage`, for clients that read it in another field. */
  readonly refused?: (message: string) => Readonly<Record<string, unknown>>
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly failures: readonly MeritFailureCode[]
}

export type Definition = Policy & Rules

/** One action under its wire name. The area files collect actions; `index.ts` joins them in one map. */
export function define<const D extends Definition>(definition: D): D {
  return definition
}

/** The receipt of a write: it was accepted, or refused for good (rules/offline 1.13). */
export interface Receipt {
  key: string
  outcome: 'accepted' | 'refused'
  at: string
}

/** What a caller may add to any call: the club's name, the language, and a write's key. */
export interface Envelope extends TenantFields {
  language?: 'en' | 'es'
  key?: string
}

export type InputOf<D extends Definition> = z.input<D['input']>
export type ParsedInputOf<D extends Definition> = z.output<D['input']>
/** What a handler returns. Dispatch adds `success`, `receipt` and `serverTime`. */
export type OutputOf<D extends Definition> = z.input<D['output']>
export type FailureOf<D extends Definition> = D['failures'][number] | DispatchFailureCode

export interface Refusal<Code extends string = string> {
  success: false
  code: Code
  errorMessage: string
  receipt: Receipt | null
  faults?: { path: string; message: string }[]
  retryAfter?: number
  reference?: string
  quote?: Quote
  wasCents?: number
}

export type AnswerOf<D extends Definition> =
  | ({ success: true; receipt?: Receipt | null } & z.output<D['output']>)
  | (Refusal<FailureOf<D>> & Partial<z.output<D['output']>>)

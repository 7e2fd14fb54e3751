// The word `define`: what may be asked, by whom, and how it can fail.
import type { z } from 'zod'
import type { Quote } from '../domain/order.ts'
import type { GateFailureCode, MeritFailureCode } from './failures.ts'

/** Who may call: `either` takes visitors and members, but never a bad token as a visitor (rules/security 1.7). */
export type Who = 'public' | 'member' | 'either' | 'judge' | 'voter'

/** `external` opens short transactions of its own and holds none over a network call. */
export type Effect = 'read' | 'write' | 'external'

// rules/security 1.1: body limits in bytes
export const bodyLimits = { plain: 64 * 1024, batch: 512 * 1024, pictures: 6 * 1024 * 1024 } as const

/** The four names under which a caller may name the club; dispatch resolves and removes them. */
export const tenantFields = ['subdomain', 'tenant', 'tenantId', 'tenantUUID'] as const
export type TenantFields = Partial<Record<(typeof tenantFields)[number], string | number>>

export interface Definition {
  readonly who: Who
  readonly effect: Effect
  /** May wait in the outbox. */
  readonly queued?: boolean
  /** Expired members may call it (rules/security 1.5). */
  readonly expired?: boolean
  /** Reads that thousands of phones behind one address make are not counted against it (rules/security 8.1). */
  readonly uncounted?: boolean
  /** The one kind of action whose answer may carry a token in its header. */
  readonly signsIn?: boolean
  /** Its key is an order's: the action does nothing twice by itself, and a refusal may come true later. */
  readonly ownKey?: true
  /** The field of its answer that no receipt may keep: the action itself gives it again for the same key. */
  readonly secret?: string
  readonly body?: keyof typeof bodyLimits
  /** What a refusal says beside `errorMessage`, where clients read it elsewhere. */
  readonly refused?: (message: string) => Readonly<Record<string, unknown>>
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly failures: readonly MeritFailureCode[]
}

/** One action under its wire name; the area files collect them, `index.ts` makes the one map. */
export function define<const D extends Definition>(definition: D): D {
  return definition
}

/** A receipt: the write stands, or was refused for good (rules/offline 1.13). */
export interface Receipt {
  key: string
  outcome: 'accepted' | 'refused'
  at: string
}

/** What every caller may add to any call: the club's name, the language, and a write's key. */
export interface Envelope extends TenantFields {
  language?: 'en' | 'es'
  key?: string
}

export type InputOf<D extends Definition> = z.input<D['input']>
export type ParsedInputOf<D extends Definition> = z.output<D['input']>
/** What a handler returns; dispatch adds `success`, `receipt` and `serverTime`. */
export type OutputOf<D extends Definition> = z.input<D['output']>
export type FailureOf<D extends Definition> = D['failures'][number] | GateFailureCode

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

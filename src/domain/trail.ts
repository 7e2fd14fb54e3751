// What the trail tells of: each kind of thing that officers change, and who may read of it (rules/security 9).
import { toCanonicalJson } from './canonicalJson.ts'
import type { Right } from './rights.ts'

interface TrailRules {
  /** Who has it reads these rows, beside `trail.read`. */
  readonly right: Right
  /** The fields that say how somebody is reached. Their values stand apart, and end with the account. */
  readonly contact?: readonly string[]
}

export const trailKinds = {
  officer: { right: 'roles.read' },
  member: {
    right: 'people.find',
    contact: [
      'email_address',
      'alternateEmail',
      'phone',
      'phoneNumbers',
      'address',
      'address2',
      'city',
      'state',
      'zip',
      'country',
    ],
  },
} as const satisfies Readonly<Record<string, TrailRules>>

export type TrailKind = keyof typeof trailKinds

export function listTrailKinds(): TrailKind[] {
  return Object.keys(trailKinds) as TrailKind[]
}

export function isContactField(kind: TrailKind, field: string): boolean {
  const { contact = [] }: TrailRules = trailKinds[kind]
  return contact.includes(field)
}

export function findTrailRight(kind: TrailKind): Right {
  return trailKinds[kind].right
}

type Fields = Readonly<Record<string, unknown>>

/** One thing that a call has changed. */
export interface Changed {
  readonly kind: TrailKind
  readonly id: number | string
  /** How people call it: a name, a number. */
  readonly label?: string
  readonly eventId?: number | null
  /** Whose contact values are among the fields. They are erased with the account. */
  readonly memberId?: number
  /** What was there. Left out of what is new. */
  readonly before?: Fields
  /** What is there now. Left out of what is gone. */
  readonly after?: Fields
  readonly reason?: string
}

export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields that differ, by their names. */
export function listFieldChanges({
  before = {},
  after = {},
}: Pick<Changed, 'before' | 'after'>): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter(({ before: old, after: now }) => toCanonicalJson(old) !== toCanonicalJson(now))
}

/** The values of fields that reach somebody stand apart; of them the row keeps the names alone. */
export function splitContact(kind: TrailKind, changes: readonly FieldChange[]) {
  const contact = changes.filter(({ field }) => isContactField(kind, field))
  const kept = changes.map((change) => (contact.includes(change) ? { field: change.field } : change))
  return { kept, contact }
}

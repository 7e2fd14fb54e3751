// The hash of an input, which decides whether two writes are the same.
import { hash } from 'node:crypto'
import { tenantFields } from '../../contract/define.ts'
import { toCanonicalJson } from '../../domain/canonicalJson.ts'

/** Fields that are not part of the effect. The club is part of the idempotency record's own key. */
const saidBeside: ReadonlySet<string> = new Set([
  'action',
  'key',
  'grant',
  'token',
  'language',
  ...tenantFields,
])

/** Hashes the body as it came: a schema's new defaults must not make a repetition look different. */
export function hashInput(body: Readonly<Record<string, unknown>>): string {
  const input = Object.fromEntries(Object.entries(body).filter(([name]) => !saidBeside.has(name)))
  return hash('sha256', toCanonicalJson(input))
}

// What makes two writes the same: the hash of their input.
import { hash } from 'node:crypto'
import { tenantFields } from '../../contract/define.ts'
import { toCanonicalJson } from '../../domain/canonicalJson.ts'

/** Said with each call, and no part of what it does: the club is in the receipt's own key. */
const saidBeside: ReadonlySet<string> = new Set([
  'action',
  'key',
  'grant',
  'token',
  'language',
  ...tenantFields,
])

/** Over the body as it came, so that a newer schema's defaults never turn a repetition into another input. */
export function hashInput(body: Readonly<Record<string, unknown>>): string {
  const input = Object.fromEntries(Object.entries(body).filter(([name]) => !saidBeside.has(name)))
  return hash('sha256', toCanonicalJson(input))
}

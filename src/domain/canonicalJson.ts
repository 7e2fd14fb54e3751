// One text for equal values. Device and server recognize a repeated key by the hash of this text.

/** JSON with the keys of every object sorted. Leaves out what JSON leaves out, such as undefined. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`)
  return `{${members.join(',')}}`
}

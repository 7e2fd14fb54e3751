// The keys that this device makes: random UUIDs.

/** `crypto.randomUUID` needs a secure address, and a club's own network may have none. */
export function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(random, (byte, at) => {
    // RFC 9562, 5.4: version 4, and the variant
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

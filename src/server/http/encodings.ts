// Which compression a browser takes.
export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

const preferred: readonly Exclude<Encoding, 'identity'>[] = ['br', 'zstd', 'gzip']
const longestHeader = 200
const remembered = new Map<string, readonly Encoding[]>()
const mostRemembered = 500

/** The best first; `identity` is always the last. A refusal by `q=0` is heard. */
export function listEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const known = remembered.get(acceptEncoding ?? '')
  if (known !== undefined) return known
  const header = (acceptEncoding ?? '').slice(0, longestHeader)
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) accepted.add(name)
  }
  const list: Encoding[] = [...preferred.filter((encoding) => accepted.has(encoding)), 'identity']
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(header, list)
  return list
}

// Which compression a browser accepts.
import { cacheSizes } from '../limits/machine.ts'
import { longestEncodingsHeader } from '../limits/sizes.ts'
import { createLru } from '../process/lru.ts'

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

const preferred: readonly Exclude<Encoding, 'identity'>[] = ['br', 'zstd', 'gzip']
const remembered = createLru<readonly Encoding[]>(cacheSizes.encodingsHeaders)

/** The best first, `identity` always last. `q=0` excludes an encoding. */
export function listEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const header = (acceptEncoding ?? '').slice(0, longestEncodingsHeader)
  const known = remembered.get(header)
  if (known !== undefined) return known
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) accepted.add(name)
  }
  const list: Encoding[] = [...preferred.filter((encoding) => accepted.has(encoding)), 'identity']
  remembered.set(header, list)
  return list
}

// Which bytes of a file a request wants (RFC 9110, 14): one range, so that a download goes on where it broke off.

export interface ByteRange {
  readonly first: number
  /** Included. */
  readonly last: number
}

/**
 * Undefined for the whole file: nothing else was asked for, or in a way that need not be understood, such as several
 * ranges at once. 'none' when the file has no such bytes.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'none' : { first, last }
}

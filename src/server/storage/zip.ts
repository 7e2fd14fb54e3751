// Writes a zip archive as a stream. Nothing is compressed: most of it is pictures, which are already.
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** Plain letters, with `/` between folders. */
  readonly name: string
  readonly content: Uint8Array
}

// sizes and places have 32 bits, and counts 16
const mostEntries = 0xffff
const mostBytes = 0xffff_ffff
/** The version of the format that a reader needs. */
const version = 20
/** Names are UTF-8. */
const flags = 0x0800

/** The bytes, entry by entry. Fails when the archive would become larger than the format can say. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  const directory: Buffer[] = []
  let written = 0
  for await (const { name, content } of entries) {
    const path = Buffer.from(name)
    // what both headers say of an entry
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(version, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(toDosTime(at), 6)
    facts.writeUInt16LE(toDosDay(at), 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(written, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), toUint16(version), facts, place, path]))
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path])
    written += head.length + content.length
    if (directory.length > mostEntries || written > mostBytes) throw new Error('the archive is too large')
    yield head
    yield content
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(written, 16)
  yield listed
  yield end
}

function toUint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

/** In UTC, to two seconds. */
function toDosTime(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
}

/** The format begins in 1980. */
function toDosDay(at: Date): number {
  return ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
}

// What every place for objects does, whichever it is.
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import {
  contentOf,
  contentOfFile,
  type ObjectContent,
  type ObjectStore,
  readObject,
  StorageFault,
} from '../../../src/server/objects/objectStore.ts'
import { makeTestFolder } from '../database/testFolder.ts'

export async function findTrouble(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (!(error instanceof StorageFault)) throw new Error(`no fault of the storage: ${String(error)}`)
  return error.trouble
}

const read = async (store: ObjectStore, key: string) => (await readObject(store, key))?.toString('utf8')
const putText = (store: ObjectStore, key: string, text: string) =>
  store.put(key, contentOf(Buffer.from(text)))

/** `open` gives one with nothing in it. */
export function itStoresObjects(open: () => ObjectStore): void {
  it('are there as they were put, and replaced by the next ones', async () => {
    const store = open()
    expect([await read(store, 'pictures/a'), await store.keep('pictures/a')]).toEqual([undefined, false])
    await putText(store, 'pictures/a', 'first')
    await putText(store, 'pictures/b', '')
    expect([await read(store, 'pictures/a'), await store.keep('pictures/a')]).toEqual(['first', true])
    expect([await read(store, 'pictures/b'), await store.keep('pictures/b')]).toEqual(['', true])
    await putText(store, 'pictures/a', 'second ones')
    expect(await read(store, 'pictures/a')).toBe('second ones')
    await store.remove('pictures/a')
    await store.remove('pictures/a')
    expect(await read(store, 'pictures/a')).toBeUndefined()
  })

  it('are read in parts, to the end where the part is longer', async () => {
    const store = open()
    await putText(store, 'files/ab/c', '0123456789')
    const part = async (first: number, last: number, of = 10) => {
      const stream = await store.read('files/ab/c', { first, last, of })
      return stream === undefined ? undefined : Buffer.concat(await stream.toArray()).toString('utf8')
    }
    expect(await Promise.all([part(0, 0), part(3, 5), part(8, 20)])).toEqual(['0', '345', '89'])
    expect(await store.read('files/ab/d', { first: 0, last: 1, of: 10 })).toBeUndefined()
    // of another object than was asked for
    expect(await findTrouble(part(0, 0, 11))).toBe('damaged')
    expect(await findTrouble(part(0, 0, 9))).toBe('damaged')
  })

  it('come from a file that is never in memory, and go back as a stream', async () => {
    const store = open()
    const path = join(makeTestFolder(), 'large')
    const bytes = randomBytes(3_000_000)
    writeFileSync(path, bytes)
    const content = await contentOfFile(path)
    expect(content).toMatchObject({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    await store.put('files/large', content)
    expect((await readObject(store, 'files/large'))?.equals(bytes)).toBe(true)
  })

  it('are refused when they are not what was announced, and nothing is there', async () => {
    const store = open()
    const other: ObjectContent = { ...contentOf(Buffer.from('right')), open: () => Buffer.from('wrong') }
    expect(await findTrouble(store.put('pictures/x', other))).toBe('damaged')
    expect(await store.keep('pictures/x')).toBe(false)
    await putText(store, 'pictures/x', 'before')
    expect(await findTrouble(store.put('pictures/x', other))).toBe('damaged')
    expect(await read(store, 'pictures/x')).toBe('before')
  })

  it('of unknown length are there when all of it came, and not before', async () => {
    const store = open()
    const parts = [randomBytes(17_000_000), randomBytes(1000)]
    expect(await store.write('kept/night.backup', Readable.from(parts))).toEqual({ bytes: 17_001_000 })
    expect((await readObject(store, 'kept/night.backup'))?.equals(Buffer.concat(parts))).toBe(true)
    async function* broken(): AsyncGenerator<Buffer> {
      yield randomBytes(17_000_000)
      expect(await store.keep('kept/broken.backup')).toBe(false)
      throw new Error('the source broke off')
    }
    await expect(store.write('kept/broken.backup', Readable.from(broken()))).rejects.toThrow('broke off')
    expect(await store.keep('kept/broken.backup')).toBe(false)
    const again = store.write('kept/night.backup', Readable.from([Buffer.from('other')]), true)
    expect(await findTrouble(again)).toBe('exists')
    expect((await readObject(store, 'kept/night.backup'))?.length).toBe(17_001_000)
  })

  it('are listed by what their keys begin with', async () => {
    const store = open()
    const keys = [
      'files/aa/1',
      'pictures/member/1',
      'pictures/member/2',
      'pictures/public/1',
      'pictures/public/2',
    ]
    for (const key of keys) await putText(store, key, key)
    const list = async (prefix: string) => (await Array.fromAsync(store.list(prefix))).map(({ key }) => key)
    expect(await list('')).toEqual(keys)
    expect(await list('pictures/')).toEqual(keys.slice(1))
    expect(await list('kept/')).toEqual([])
    const [{ bytes = 0 } = {}] = await Array.fromAsync(store.list('files/'))
    expect(bytes).toBe('files/aa/1'.length)
  })
}

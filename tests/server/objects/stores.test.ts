// The two places where objects lie do the same.
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openFolderStore } from '../../../src/server/objects/folderStore.ts'
import {
  contentOf,
  contentOfFile,
  type ObjectContent,
  type ObjectStore,
  readObject,
  StorageFault,
} from '../../../src/server/objects/objectStore.ts'
import { openS3Store } from '../../../src/server/objects/s3Store.ts'
import { createBucket } from '../../../storage-sandbox/bucket.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { setUpStorageSandbox } from '../../support/storage/sandboxStorage.ts'

const bucket = createBucket()
const sandbox = setUpStorageSandbox({ listPage: 3, bucket })

const stores: readonly [string, () => ObjectStore][] = [
  ['in a folder', () => openFolderStore(makeTestFolder())],
  [
    'in a storage that speaks S3',
    () => openS3Store({ ...sandbox.place(), prefix: `of-${randomBytes(4).toString('hex')}/` }),
  ],
]

async function findTrouble(work: Promise<unknown>): Promise<string> {
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

describe.each(stores)('objects %s', (_name, open) => {
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
    const part = async (first: number, last: number) => {
      const stream = await store.read('files/ab/c', { first, last })
      return stream === undefined ? undefined : Buffer.concat(await stream.toArray()).toString('utf8')
    }
    expect(await Promise.all([part(0, 0), part(3, 5), part(8, 20)])).toEqual(['0', '345', '89'])
    expect(await store.read('files/ab/d', { first: 0, last: 1 })).toBeUndefined()
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
})

describe('a storage that speaks S3 and', () => {
  const bytes = randomBytes(200_000)
  const open = () => openS3Store(sandbox.place())
  const { objects, uploads } = bucket

  it('answers with a fault for a moment is asked again', async () => {
    for (const trouble of ['fail', 'slow-down', 'cut', 'lose-answer'] as const) {
      const from = sandbox.get().requests.length
      sandbox.get().misbehave(({ count }) => (count === from + 1 ? trouble : undefined))
      await open().put(`pictures/${trouble}`, contentOf(bytes))
      expect(objects.get(`pictures/${trouble}`)?.bytes.equals(bytes)).toBe(true)
      expect(sandbox.get().requests.length).toBe(from + 2)
    }
  })

  it.each([
    ['fail', 'unreachable'],
    ['slow-down', 'unreachable'],
    ['cut', 'unreachable'],
    ['full', 'full'],
    ['wrong', 'damaged'],
  ] as const)('goes on to %s fails in a sentence, and nothing is there', async (trouble, named) => {
    sandbox.get().misbehave(() => trouble)
    expect(await findTrouble(open().put('pictures/none', contentOf(bytes)))).toBe(named)
    expect(objects.has('pictures/none')).toBe(false)
  })

  it('breaks off in the middle of an object fails, in the stream', async () => {
    await open().put('pictures/half', contentOf(bytes))
    sandbox.get().misbehave(() => 'half')
    expect(await findTrouble(readObject(open(), 'pictures/half'))).toBe('unreachable')
  })

  it('does not know our credentials, or the bucket, says so', async () => {
    const place = sandbox.place()
    const other = openS3Store({ ...place, bucket: 'elsewhere' })
    expect(await findTrouble(other.put('pictures/a', contentOf(bytes)))).toBe('refused')
    expect(await findTrouble(Array.fromAsync(other.list('')))).toBe('refused')
    const nobody = openS3Store({ ...place, endpoint: 'http://127.0.0.1:1' })
    expect(await findTrouble(nobody.put('pictures/a', contentOf(bytes)))).toBe('unreachable')
  })

  it('loses the end of an upload in parts leaves no part behind', async () => {
    sandbox
      .get()
      .misbehave(({ method, key }) => (method === 'PUT' && key === 'kept/lost' ? 'fail' : undefined))
    expect(await findTrouble(open().write('kept/lost', Readable.from([bytes])))).toBe('unreachable')
    expect([objects.has('kept/lost'), uploads.size]).toEqual([false, 0])
    let isFirst = true
    sandbox.get().misbehave(({ method, key }) => {
      if (method !== 'POST' || key !== 'kept/found' || uploads.size === 0 || !isFirst) return undefined
      isFirst = false
      return 'lose-answer'
    })
    expect(await open().write('kept/found', Readable.from([bytes]))).toEqual({ bytes: bytes.length })
  })

  it('signs an address for ten minutes, for this object alone, where that is wanted', async () => {
    const until = Date.now() + 600_000
    const link = { until, disposition: 'attachment; filename="a.pdf"', contentType: 'application/pdf' }
    await open().put('files/ab/one', contentOf(bytes))
    expect(await open().findLink('files/ab/one', link)).toBeUndefined()
    const signed = openS3Store({ ...sandbox.place(), hasSignedLinks: true })
    const address = (await signed.findLink('files/ab/one', link)) ?? ''
    const answer = await fetch(address)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(answer.headers.get('content-disposition')).toBe(link.disposition)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toMatch(/^(?:600|599)$/)
    expect((await fetch(address.replace('/one', '/two'))).status).toBe(403)
  })
})

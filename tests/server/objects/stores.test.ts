// The two places where objects lie do the same, and a storage that misbehaves is no loss.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { storageProbes } from '../../../src/server/limits/machine.ts'
import { openFolderStore } from '../../../src/server/objects/folderStore.ts'
import { contentOf, readObject } from '../../../src/server/objects/objectStore.ts'
import { openS3Store } from '../../../src/server/objects/s3Store.ts'
import { createBucket } from '../../../storage-sandbox/bucket.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { findTrouble, itStoresObjects } from '../../support/storage/objectCases.ts'
import { setUpStorageSandbox } from '../../support/storage/sandboxStorage.ts'

const bucket = createBucket()
const sandbox = setUpStorageSandbox({ listPage: 3, bucket })

describe('objects in a folder', () => itStoresObjects(() => openFolderStore(makeTestFolder())))
describe('objects in a storage that speaks S3', () =>
  itStoresObjects(() => openS3Store({ ...sandbox.place(), prefix: `of-${randomBytes(4).toString('hex')}/` })))

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

  describe('says nothing', () => {
    const patience = { connectMs: 500, silenceMs: 500, triesMs: 250 }
    const openImpatiently = () => openS3Store(sandbox.place(), patience)

    it('keeps a crowd waiting once, and then only a few, until it speaks again', async () => {
      const store = openImpatiently()
      await store.put('pictures/asked', contentOf(bytes))
      sandbox.get().misbehave(() => 'stall')
      const ask = () => findTrouble(readObject(store, 'pictures/asked'))
      const first = performance.now()
      const crowd = await Promise.all(Array.from({ length: 60 }, ask))
      expect(new Set(crowd)).toEqual(new Set(['unreachable']))
      // no second try for what has been waited for so long
      expect(performance.now() - first).toBeLessThan(3 * patience.silenceMs)
      const asked = sandbox.get().requests.length
      let waiting = 0
      const later = Array.from({ length: 60 }, () => {
        waiting += 1
        return ask().finally(() => {
          waiting -= 1
        })
      })
      await Promise.race(later)
      await vi.waitFor(() => expect(waiting).toBe(storageProbes))
      await vi.waitFor(() => expect(sandbox.get().requests.length).toBe(asked + storageProbes))
      await Promise.all(later)
      sandbox.get().misbehave()
      expect((await readObject(store, 'pictures/asked'))?.equals(bytes)).toBe(true)
      const all = await Promise.all(Array.from({ length: 60 }, () => readObject(store, 'pictures/asked')))
      expect(all.every((one) => one?.equals(bytes))).toBe(true)
    })

    it('about one object alone answers about all others', async () => {
      const store = openImpatiently()
      await store.put('pictures/well', contentOf(bytes))
      sandbox.get().misbehave(({ key }) => (key === 'pictures/ill' ? 'stall' : undefined))
      const ill = findTrouble(readObject(store, 'pictures/ill'))
      await vi.waitFor(() => expect(sandbox.get().requests.at(-1)).toBe('GET pictures/ill'))
      const askOthers = () =>
        Promise.all(Array.from({ length: 20 }, () => readObject(store, 'pictures/well')))
      for (const one of await askOthers()) expect(one?.length).toBe(bytes.length)
      expect(await ill).toBe('unreachable')
      for (const one of await askOthers()) expect(one?.length).toBe(bytes.length)
    })

    it('because a phone or a line is slow is no fault of it', async () => {
      const store = openS3Store(sandbox.place(), { ...patience, silenceMs: 1000 })
      const large = randomBytes(12_000_000)
      async function* slowly(): AsyncGenerator<Buffer> {
        for (let at = 0; at < 12; at += 1) {
          await pause(120)
          yield large.subarray(at * 1_000_000, (at + 1) * 1_000_000)
        }
      }
      const { md5, bytes: length } = contentOf(large)
      const open = () => Readable.from(slowly(), { objectMode: false })
      await store.put('files/slow', { md5, bytes: length, open })
      const stream = await store.read('files/slow')
      // nothing is taken for longer than the storage may be silent
      await pause(1600)
      const got = Buffer.concat((await stream?.toArray()) ?? [])
      expect(got.equals(large)).toBe(true)
    })
  })
})

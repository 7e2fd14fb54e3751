// The same in a real storage: Ceph's gateway, or the one of PROOF_STORAGE.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '../../../src/server/objects/objectStore.ts'
import { parseStorageUrl } from '../../../src/server/objects/openStorage.ts'
import { openS3Store, type S3Place } from '../../../src/server/objects/s3Store.ts'
import { type Gateway, startGateway } from '../../support/storage/gateway.ts'
import { findTrouble, itStoresObjects } from '../../support/storage/objectCases.ts'
import { toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

describe('objects in a real storage @proof', () => {
  let gateway: Gateway | undefined
  let place: S3Place | undefined
  beforeAll(async () => {
    gateway = await startGateway()
    const { STORAGE_URL, ...credentials } = toStorageEnvironment(gateway)
    Object.assign(process.env, credentials)
    place = parseStorageUrl(STORAGE_URL)
  })
  afterAll(() => gateway?.stop())

  const open = (change: Partial<S3Place> = {}) => {
    if (place === undefined) throw new Error('the gateway is not open')
    return openS3Store({ ...place, prefix: `of-${randomBytes(4).toString('hex')}/`, ...change })
  }
  itStoresObjects(open)

  it('a link leads to one object alone, as an attachment', async () => {
    const store = open({ hasSignedLinks: true })
    await store.put('files/ab/one', contentOf(Buffer.from('rules')))
    const link = { until: Date.now() + 600_000, disposition: 'attachment; filename="a.pdf"' }
    const address = (await store.findLink('files/ab/one', { ...link, contentType: 'application/pdf' })) ?? ''
    const answer = await fetch(address)
    expect(await answer.text()).toBe('rules')
    expect(answer.headers.get('content-disposition')).toBe(link.disposition)
    expect((await fetch(address.replace('/one', '/two'))).status).toBe(403)
  })

  it('a bucket that is none, and a storage that is none, are said', async () => {
    expect(await findTrouble(open({ bucket: 'elsewhere' }).put('a', contentOf(Buffer.of(1))))).toBe('refused')
    const nowhere = open({ endpoint: 'http://127.0.0.1:1' })
    expect(await findTrouble(nowhere.put('a', contentOf(Buffer.of(1))))).toBe('unreachable')
  })
})

// What the doctor says of an object storage, and of the backups in it.
import { describe, expect, it } from 'vitest'
import { checkBackups } from '../../../src/server/checks/backups.ts'
import { checkStorage } from '../../../src/server/checks/storage.ts'
import type { S3Place } from '../../../src/server/objects/s3Store.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const sandbox = setUpStorageSandbox()

const find = async (change: Partial<S3Place> = {}) => {
  const config = parseConfig(toStorageEnvironment(sandbox.get()), [])
  const place = config.storage ?? sandbox.place()
  return (await checkStorage({ config: { ...config, storage: { ...place, ...change } } }))[0]
}

describe('the storage', () => {
  it('is good when an object comes back and goes', async () => {
    expect(await find()).toMatchObject({ level: 'good' })
    expect(sandbox.get().bucket.objects.size).toBe(0)
    expect(await checkStorage({ config: parseConfig({}, []) })).toMatchObject([{ level: 'good' }])
  })

  it('is a fault with what to do, however it is wrong', async () => {
    expect(await find({ bucket: 'elsewhere' })).toMatchObject({
      level: 'fault',
      text: expect.stringContaining('there is no such bucket'),
    })
    expect(await find({ endpoint: 'http://127.0.0.1:1' })).toMatchObject({
      level: 'fault',
      text: expect.stringContaining(
        'it does not answer (ECONNREFUSED). STORAGE_URL says where it is; start it',
      ),
    })
    sandbox.get().misbehave(({ method }) => (method === 'GET' ? 'wrong' : undefined))
    expect(await find()).toMatchObject({ text: expect.stringContaining('did not give back what it got') })
    sandbox.get().misbehave(() => 'full')
    expect(await find()).toMatchObject({ text: expect.stringContaining('make room there') })
    sandbox.get().misbehave()
    const secret = process.env.AWS_SECRET_ACCESS_KEY
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
    const text = (await find({ prefix: 'with-another-secret/' }))?.text ?? ''
    process.env.AWS_SECRET_ACCESS_KEY = secret
    expect(text).toContain('it does not take our credentials (403 SignatureDoesNotMatch)')
    expect(text).not.toContain('wrong')
  })

  it('has the newest backup by its name', async () => {
    const config = parseConfig(toStorageEnvironment(sandbox.get()), [])
    const look = () => checkBackups({ config, backups: 'storage:', now: Date.now() })
    expect((await look())[0]?.text).toContain('There is no backup in storage:')
    sandbox.get().misbehave(() => 'fail')
    expect((await look())[0]).toMatchObject({
      level: 'fault',
      text: expect.stringContaining('does not answer'),
    })
  })
})

// A storage that speaks S3 for a whole file of tests, with its credentials where the SDK looks for them.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { parseStorageUrl } from '../../../src/server/objects/openStorage.ts'
import type { S3Place } from '../../../src/server/objects/s3Store.ts'
import {
  openStorageSandbox,
  type SandboxOptions,
  type StorageSandbox,
} from '../../../storage-sandbox/open.ts'

/** What it answers is usable from the first test on. Each test begins with a storage that does its work. */
export function setUpStorageSandbox(options: SandboxOptions = {}) {
  let opened: StorageSandbox | undefined
  const get = (): StorageSandbox => {
    if (opened === undefined) throw new Error('the storage is not open yet')
    return opened
  }
  beforeAll(async () => {
    opened = await openStorageSandbox(options)
    useCredentials(opened)
  })
  beforeEach(() => get().misbehave())
  afterAll(() => opened?.close())
  return {
    get,
    place: (): S3Place => {
      const place = parseStorageUrl(get().url)
      if (place === undefined) throw new Error(`no address of a storage: ${get().url}`)
      return place
    },
  }
}

export function toStorageEnvironment({
  url,
  accessKeyId,
  secretAccessKey,
}: Pick<StorageSandbox, 'url' | 'accessKeyId' | 'secretAccessKey'>) {
  return { STORAGE_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
}

function useCredentials(sandbox: StorageSandbox): void {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = toStorageEnvironment(sandbox)
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })
}

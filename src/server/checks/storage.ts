// Whether the storage of STORAGE_URL does what we need of it.
import { randomUUID } from 'node:crypto'
import { contentOf, readObject, StorageFault } from '../objects/objectStore.ts'
import { getStorage } from '../objects/openStorage.ts'
import type { Config } from '../process/config.ts'
import { type Finding, fault, good } from './finding.ts'

/** A small object is stored, read, listed and removed. */
export async function checkStorage({ config }: { readonly config: Config }): Promise<Finding[]> {
  if (config.storage === null) return [good('Pictures and files lie in DATA_DIR.')]
  const storage = getStorage(config)
  const key = `kept/doctor-${randomUUID()}`
  const content = Buffer.from('The doctor looks whether this comes back.')
  try {
    await storage.put(key, contentOf(content))
    const [read, listed] = [await readObject(storage, key), await Array.fromAsync(storage.list(key))]
    await storage.remove(key)
    if (read === undefined || !content.equals(read) || listed.length !== 1) {
      return [fault(`${storage.place} did not give back what it got.`)]
    }
    return [good(`${storage.place} takes, gives and removes objects.`)]
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error
    return [
      fault(
        `${error.message} STORAGE_URL says where it is; ${advice[error.trouble] ?? 'look there what is wrong.'}`,
      ),
    ]
  }
}

const advice: { readonly [T in StorageFault['trouble']]?: string } = {
  refused:
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or what the SDK finds in their place, must be allowed to read, write, list and remove there.',
  unreachable:
    'start it, or open the way to it. Meanwhile pictures cannot be sent, and those that this machine has not kept cannot be seen.',
  full: 'make room there.',
}

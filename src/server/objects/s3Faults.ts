// What an answer of a storage that speaks S3, or the lack of one, means.
import { StorageFault, type StorageTrouble } from './objectStore.ts'

interface Refusal {
  readonly status: number | undefined
  readonly name: string
}

function toRefusal(error: unknown): Refusal {
  const { $metadata, name, code } = error as {
    $metadata?: { httpStatusCode?: number }
    name?: string
    code?: string
  }
  return { status: $metadata?.httpStatusCode, name: code ?? name ?? '' }
}

/** The bucket is missing with the same status, which is no missing object. */
export function isNotThere(error: unknown): boolean {
  const { status, name } = toRefusal(error)
  return status === 404 && (error as Error).name !== 'NoSuchBucket' && name !== 'NoSuchBucket'
}

/** Whether the storage has said anything at all. */
export function isAnswer(error: unknown): boolean {
  return toRefusal(error).status !== undefined
}

/** Whether somebody has waited in vain, which a line that is refused or lost makes nobody do. */
export function isSilence(error: unknown): boolean {
  const { status, name } = toRefusal(error)
  return status === undefined && (error as Error).name === 'TimeoutError' && !/ECONNRESET|EPIPE/.test(name)
}

export function toNoBucket(place: string): StorageFault {
  return new StorageFault('refused', `${place}: there is no such bucket.`)
}

const fullNames = /Quota|Full|InsufficientCapacity|EntityTooLarge/i

/** `name`: the place and the key. */
export function toStorageFault(error: unknown, name: string): StorageFault {
  if (error instanceof StorageFault) return error
  const { status, name: reason } = toRefusal(error)
  const fault = (trouble: StorageTrouble, text: string) =>
    new StorageFault(trouble, `${name}: ${text} (${[status, reason].filter(Boolean).join(' ')}).`, error)
  if ((error as Error).name === 'NoSuchBucket') return fault('refused', 'there is no such bucket')
  if ((error as Error).name === 'CredentialsProviderError')
    return fault('refused', 'there are no credentials')
  if (status === 507 || fullNames.test(reason) || fullNames.test((error as Error).name)) {
    return fault('full', 'there is no room')
  }
  if (status === 401 || status === 403) return fault('refused', 'it does not take our credentials')
  if (status === 400 && /Digest|MD5|IncompleteBody/i.test((error as Error).name)) {
    return fault('damaged', 'it got other bytes than were sent')
  }
  if (status !== undefined && status < 500 && status !== 408 && status !== 429) {
    return fault('refused', 'it does not do this')
  }
  return fault('unreachable', 'it does not answer')
}

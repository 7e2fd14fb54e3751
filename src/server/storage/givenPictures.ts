// Pictures that members send with a call. They are read and stored before the call's transaction begins.
import { Failure } from '../../contract/failures.ts'
import type { Tx } from '../db/open.ts'
import { picturesAtOncePerMember } from '../limits/machine.ts'
import { picturesPerMember } from '../limits/often.ts'
import type { Services } from '../process/services.ts'
import { createTargetTurns } from '../throttle/targetTurns.ts'
import { countTogether } from '../throttle/throttle.ts'
import { insertPictures } from './db/pictures.ts'
import { PictureFault, type PictureFit, readDataUrl, type StoredPicture, storePicture } from './pictures.ts'
import { removeRefusedPictures } from './unusedPictures.ts'

/** A new one, which is stored already but belongs to nothing yet, or the name of one that the record has. */
export type GivenPicture = { readonly stored: StoredPicture } | { readonly kept: string }

interface Sender {
  readonly tenantId: number
  readonly memberId: number
  /** Epoch milliseconds. */
  readonly now: number
}

const notAPicture = 'This is not a PNG, JPEG, WebP or GIF picture.'
/** The address of a member's picture, as answers give it. */
const ownAddress = /^\/media\/member\/([0-9a-f]{40})\.webp(?:\?[\w=&-]*)?$/

const faultCodes = {
  'not-a-picture': 'not-a-picture',
  'too-large': 'picture-too-large',
  broken: 'picture-broken',
  busy: 'pictures-busy',
} as const

const takeMembersTurn = createTargetTurns({
  most: picturesAtOncePerMember,
  longestQueue: picturesPerMember.most,
  refuse: () => new Failure('pictures-busy', 'Too many of your pictures are being read, please try again.'),
})

/**
 * Reads and stores the pictures, then does the work with them. What the work does not take into a club is
 * removed again. Fails with the code of what is wrong with one of them. Not within a transaction.
 */
export async function withGivenPictures<T>(
  services: Services,
  { tenantId, memberId, now }: Sender,
  texts: readonly string[],
  fit: PictureFit,
  work: (given: readonly GivenPicture[]) => Promise<T>,
): Promise<T> {
  const read = texts.map((text): { kept: string } | { bytes: Uint8Array } => {
    const kept = ownAddress.exec(text)?.[1]
    if (kept !== undefined) return { kept }
    const bytes = readDataUrl(text)
    if (bytes === undefined) throw new Failure('not-a-picture', notAPicture)
    return { bytes }
  })
  const sender = `${tenantId} ${memberId}`
  const amount = read.filter((one) => 'bytes' in one).length
  if (amount > 0) {
    await countTogether({ services, now }, [{ limit: picturesPerMember, target: sender, amount }])
  }
  // the same one twice is stored once
  const given = new Map<string, GivenPicture>()
  try {
    for (const [at, text] of texts.entries()) {
      const one = read[at]
      if (one === undefined || given.has(text)) continue
      given.set(text, 'kept' in one ? one : { stored: await storeGiven(services, sender, one.bytes, fit) })
    }
    return await work([...given.values()])
  } finally {
    await removeRefusedPictures(services, listStored([...given.values()]))
  }
}

async function storeGiven(
  services: Services,
  sender: string,
  bytes: Uint8Array,
  fit: PictureFit,
): Promise<StoredPicture> {
  const leave = await takeMembersTurn(sender)
  try {
    return await storePicture(services, bytes, 'member', { fit })
  } catch (error) {
    if (error instanceof PictureFault) throw new Failure(faultCodes[error.reason], error.message)
    throw error
  } finally {
    leave()
  }
}

function listStored(given: readonly GivenPicture[]): StoredPicture[] {
  return given.flatMap((one) => ('stored' in one ? [one.stored] : []))
}

/**
 * Takes them into the club and returns their hashes, each once. One that is kept must be among `known`, what the
 * record has already: otherwise somebody could show a picture that they only know the address of.
 */
export async function takeGivenPictures(
  tx: Tx,
  given: readonly GivenPicture[],
  known: readonly string[],
): Promise<string[]> {
  const hashes = given.map((one) => ('kept' in one ? one.kept : one.stored.row.hash))
  if (given.some((one) => 'kept' in one && !known.includes(one.kept))) {
    throw new Failure('not-a-picture', notAPicture)
  }
  await insertPictures(
    tx,
    listStored(given).map(({ row }) => row),
  )
  return [...new Set(hashes)]
}

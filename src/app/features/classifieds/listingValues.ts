// What the form of a listing holds, what is wrong with it, and what is sent.
import { isRecord } from '../../../domain/isRecord.ts'
import { readAmount } from '../../../domain/money.ts'
import { toPlainLine, toPlainText } from '../../../domain/shapes/plainText.ts'
import { sharedLengths } from '../../../domain/shapes/sharedLengths.ts'
import { dayMs } from '../../../domain/time.ts'
import { type FormPicture, readFormPictures, toFormPictures } from '../../pictures/useAddPictures.ts'
import { type FormDraft, readSent } from '../../unsaved/formDraft.ts'
import type { Listing } from './useListings.ts'

export interface ListingValues {
  readonly label: string
  /** Plain dollars as text, or a text that is not clear. */
  readonly price: string
  readonly description: string
  readonly pictures: readonly FormPicture[]
}

export type ListingField = 'label' | 'price' | 'description'
export type ListingFault = 'missing' | 'too-long' | 'doubtful' | 'too-large'

export const emptyListing: ListingValues = { label: '', price: '', description: '', pictures: [] }

export function toListingValues({ label, price, description, images }: Listing): ListingValues {
  return {
    label,
    price: Number.isInteger(price) ? String(price) : price.toFixed(2),
    description,
    pictures: toFormPictures(images),
  }
}

/** As the device keeps it. */
export function readListingDraft(value: unknown): (ListingValues & FormDraft) | undefined {
  if (!isRecord(value) || typeof value.key !== 'string') return undefined
  const read = (field: ListingField): string => (typeof value[field] === 'string' ? value[field] : '')
  return {
    ...{ key: value.key, label: read('label'), price: read('price'), description: read('description') },
    pictures: readFormPictures(value.pictures),
    ...readSent(value),
  }
}

export function isSameListing(one: ListingValues, other: ListingValues): boolean {
  const keys = ({ pictures }: ListingValues) => pictures.map(({ key }) => key).join()
  return (
    one.label === other.label &&
    one.price === other.price &&
    one.description === other.description &&
    keys(one) === keys(other)
  )
}

const { label: longestLabel, description: longestDescription } = sharedLengths.classified

export function findListingFaults(values: ListingValues): Partial<Record<ListingField, ListingFault>> {
  const label = toPlainLine(values.label)
  const amount = readAmount(values.price)
  return {
    ...(label === '' ? { label: 'missing' } : label.length > longestLabel ? { label: 'too-long' } : {}),
    ...(amount.is === 'clear' ? {} : { price: amount.is === 'empty' ? 'missing' : amount.is }),
    ...(toPlainText(values.description).length > longestDescription ? { description: 'too-long' } : {}),
  }
}

/** How many whole days a listing is old. `now` in epoch milliseconds. */
export function countDays(created: string, now: number): number {
  return Math.floor((now - Date.parse(created)) / dayMs)
}

/** Of values without a fault. */
export function toListingInput({ label, price, description, pictures }: ListingValues) {
  const amount = readAmount(price)
  return {
    label: toPlainLine(label),
    price: amount.is === 'clear' ? amount.dollars : 0,
    description: toPlainText(description),
    images: pictures.map(({ imageData }) => ({ imageData })),
  }
}

// A club with a store of shirts and mugs, and one whose store is empty, for browser tests.
import { addDays } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'
import { importClubs } from './doorClubs.ts'

export const storeSlug = toOwnSlug('goods')
export const storeName = 'Goods Motor Club'
export const emptyStoreSlug = toOwnSlug('nogoods')

export const storeMembers = {
  en: { role: 'en', email: `shops@${ownDomain}`, password: 'Cotton-Road-1961!' },
  es: { role: 'es', email: `compra@${ownDomain}`, password: 'Cotton-Road-1962!' },
} as const

const person = {
  fname: 'Ada',
  lname: 'Quill',
  address: '9 Mill Lane',
  city: 'Dublin',
  state: 'OH',
  zip: '43016',
}

function toMembers(today: string) {
  return Object.entries(storeMembers).map(([ref, { email, password }]) => ({
    ...person,
    ref,
    email_address: email,
    password,
    phoneNumbers: [{ longCode: '6145550177' }],
    type: 'one',
    expiration: addDays(today, 200),
  }))
}

function makeClub(today: string, slug: string, name: string): ClubFile {
  return {
    showfield: 1,
    club: {
      slug,
      name,
      timeZone: 'America/Chicago',
      settings: { serviceFee: 1.5 },
      portal: { socialTab: true, storeTab: true },
    },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: toMembers(today),
  }
}

export async function importStores(product: Product): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  await importClubs(product, [
    {
      ...makeClub(today, storeSlug, storeName),
      products: [
        {
          ref: 'shirt',
          name: 'Club shirt',
          description: 'Heavy cotton.\nWash it cold.',
          inventories: [
            { ref: 's', name: 'S', price: 28.5, quantity: 0, shipping: 5.5, discount: 2 },
            { ref: 'm', name: 'M', price: 28.5, quantity: 20, shipping: 5.5, discount: 2 },
            { ref: 'l', name: 'L', price: 30, quantity: 20, shipping: 5.5, discount: 2 },
          ],
        },
        {
          ref: 'mug',
          name: 'Enamel mug with a name that is longer than any mug is wide',
          inventories: [{ ref: 'm1', name: '', price: 16, quantity: 1, shipping: 0, discount: 0 }],
        },
        { ref: 'flag', name: 'Flag', inventories: [{ ref: 'f1', name: '', price: 9, quantity: 0 }] },
      ],
    },
    makeClub(today, emptyStoreSlug, 'No Goods Motor Club'),
  ])
}

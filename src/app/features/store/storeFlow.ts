// What the checkout of the store asks, and what it sends.
import { emptyPersonalInfo, type PersonalInfo, personalInfoLimits } from '../../../domain/membership.ts'
import { type PersonalValues, trimPersonal } from '../../wizard/fields/personalInfo.ts'
import type { CartEntry } from './cart.ts'

export interface StoreValues extends PersonalValues {
  /** It goes to somebody else, or to another address. */
  elsewhere: boolean
  shipping: PersonalInfo
}

export const emptyStoreValues: StoreValues = {
  personal: emptyPersonalInfo,
  elsewhere: false,
  shipping: emptyPersonalInfo,
  agreed: false,
}

const { partner: _, ...buyerLimits } = personalInfoLimits
const { email: __, ...shippingLimits } = buyerLimits

export { buyerLimits, shippingLimits }

/** What decides the price; undefined while the cart is empty. */
export function toPricedCart(cart: readonly CartEntry[]) {
  return cart.length === 0 ? undefined : { cart: toCartPayload(cart) }
}

export function toStoreOrder(cart: readonly CartEntry[], values: StoreValues) {
  const personal = trimPersonal(values.personal)
  const to = values.elsewhere ? trimPersonal(values.shipping) : personal
  return {
    cart: toCartPayload(cart),
    shipping: {
      name: `${to.fname} ${to.lname}`,
      address: `${to.address1} ${to.address2}`.trim(),
      city: to.city,
      state: to.state,
      zip: to.zip,
      country: to.country,
      phone: to.phone,
      // the club asks the buyer if something is not right
      email: personal.email,
    },
  }
}

function toCartPayload(cart: readonly CartEntry[]) {
  return cart.map(({ inventoryId }) => ({ inventory: { id: inventoryId }, quantity: 1 as const }))
}

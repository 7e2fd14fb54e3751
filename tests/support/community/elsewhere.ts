// What somebody of a club does meanwhile on another device.
import { type Caller, createCaller } from '../../../src/contract/caller.ts'
import type { Demo, Product } from '../browsers/product.ts'

export async function signInElsewhere(
  product: Product,
  place: Demo['tenants'][number],
  role: string,
): Promise<Caller> {
  let token: string | undefined
  const caller = createCaller({
    fetch: (url, { signal: _none, ...init }) => fetch(url, init),
    origin: product.origin,
    envelope: () => ({ subdomain: place.subdomain }),
    findToken: () => token,
    saveToken: (given) => {
      token = given
    },
  })
  const person = place.members.find((member) => member.role === role)
  await caller.call('member_login', { username: person?.email ?? '', password: person?.password ?? '' })
  return caller
}

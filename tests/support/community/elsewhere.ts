// What somebody of a club does meanwhile on another device.
import { type Caller, createCaller } from '../../../src/contract/caller.ts'
import type { Product } from '../browsers/product.ts'
import type { Language } from '../browsers/rounds.ts'

/** A club with people who can sign in. */
export interface SignInPlace {
  readonly subdomain: string
  readonly members: readonly { readonly role: string; readonly email: string; readonly password?: string }[]
}

export function getMember({ members }: SignInPlace, role: string): SignInPlace['members'][number] {
  const found = members.find((member) => member.role === role)
  if (found === undefined) throw new Error(`nobody is ${role}`)
  return found
}

/** What the person of this role types to sign in. */
export function getSigner(place: SignInPlace, role: string): { email: string; password: string } {
  const { email, password } = getMember(place, role)
  if (password === undefined) throw new Error(`${role} has no password`)
  return { email, password }
}

export async function signInElsewhere(product: Product, place: SignInPlace, role: string): Promise<Caller> {
  const { caller } = await enter(product, place, role)
  return caller
}

/** The token of a new sign-in, in the language in which mails then come. */
export async function takeToken(
  product: Product,
  place: SignInPlace,
  role: string,
  language: Language,
): Promise<string> {
  const { findToken } = await enter(product, place, role, language)
  return findToken() ?? ''
}

async function enter(product: Product, place: SignInPlace, role: string, language?: Language) {
  const { email, password } = getSigner(place, role)
  const { caller, findToken } = openCaller(product, place.subdomain, language)
  await caller.call('member_login', { username: email, password })
  return { caller, findToken }
}

/** By calls alone, without a browser. */
export function asVisitor(product: Pick<Product, 'origin'>, subdomain: string): Caller {
  return openCaller(product, subdomain).caller
}

function openCaller({ origin }: Pick<Product, 'origin'>, subdomain: string, language?: Language) {
  let token: string | undefined
  const findToken = () => token
  const caller = createCaller({
    fetch: (url, { signal: _none, ...init }) => fetch(url, init),
    origin,
    envelope: () => (language === undefined ? { subdomain } : { subdomain, language }),
    findToken,
    saveToken: (given) => {
      token = given
    },
  })
  return { caller, findToken }
}

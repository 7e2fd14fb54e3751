// Members of the first club who can renew now and have no orders yet.
import { randomUUID } from 'node:crypto'
import { addDays, findDay } from '../../../src/domain/day.ts'
import { signIn, signToken } from '../../../src/server/auth/session.ts'
import { findAccount } from '../../../src/server/member/db/member.ts'
import type { Shop } from '../buying/shop.ts'

export interface Renewable {
  readonly id: number
  readonly email: string
}

export async function insertRenewable(shop: Shop, typeId = shop.a.memberTypes.open): Promise<Renewable> {
  const email = `${randomUUID().slice(0, 8)}@renew.example`
  const { id } = await shop.insertRow(shop.a, 'member', {
    email,
    email_folded: email,
    email_proved_at: new Date(shop.now()),
    fname: 'Renata',
    lname: 'Quill',
    member_type_id: typeId,
    expires_on: addDays(findDay(shop.now(), shop.a.timeZone), 20),
    joined_on: null,
    parent_id: null,
    avatar_hash: null,
    password_hash: null,
    language: null,
    deleted_at: null,
  })
  return { id, email }
}

/** Of a password that nobody needs. */
const someHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b2dWRWJTmaaqzGNMNfBkDV2G1g'

/** The token of a sign-in, as if the member had a password. */
export async function signInRenewable(shop: Shop, { email }: Renewable): Promise<string> {
  const session = await shop.inClub(shop.a, async (tx) => {
    await tx.updateTable('member').set({ password_hash: someHash }).where('email', '=', email).execute()
    const account = await findAccount(tx, { emailFolded: email })
    const lifetime = { now: shop.now(), hours: 24 }
    return account && signIn(tx, { newId: () => randomUUID() }, shop.a, account, lifetime)
  })
  if (session === undefined) throw new Error(`${email} could not sign in`)
  return signToken(shop, session)
}

// Additional logins: who may add one, how it begins, and its invitation.
import type { FailureDetails } from '../../contract/failures.ts'
import type { ParsedInput } from '../../contract/index.ts'
import { findDay } from '../../domain/day.ts'
import { foldEmail, isExpired } from '../../domain/member.ts'
import { findLoginFaults, mostLogins } from '../../domain/shapes/profile.ts'
import { getClub } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import { additionalLoginsPerMember, invitationsPerLogin } from '../limits/often.ts'
import type { Services } from '../process/services.ts'
import { addMail } from '../queue/queue.ts'
import { countTogether } from '../throttle/throttle.ts'
import {
  type AdditionalLogin,
  findAllowance,
  insertAdditionalLogin,
  listAdditionalLogins,
} from './db/additionalLogin.ts'
import { isAddressReserved } from './db/memberEmail.ts'
import { findProfile } from './db/profile.ts'
import { memberLetters } from './letters.ts'
import { type MemberCodes, openMemberCodes } from './memberCodes.ts'

/** What they need of a call, which opens short transactions of its own. */
interface LoginsContext {
  readonly tenant: { readonly id: number }
  readonly member: { readonly id: number; readonly isExpired: boolean } | null
  readonly now: number
  readonly language: 'en' | 'es' | null
  readonly services: Services
  inTenant<T>(body: (tx: Tx) => Promise<T>): Promise<T>
}

interface AddingContext extends LoginsContext {
  fail(
    code: 'needs-signin' | 'member-not-found' | 'invalid-input' | keyof typeof refusals,
    message: string,
    details?: FailureDetails,
  ): never
}
type AddingInput = ParsedInput<'create_member'>

/** A call for an additional login, whatever else it holds: it never renews and never joins. */
export function isAdditionalLogin(
  { parentId, email, fname, lname, type, kind, lookup }: AddingInput,
  isSignedIn: boolean,
): boolean {
  if (parentId !== undefined) return true
  if (kind !== undefined || lookup !== undefined || type !== undefined || !isSignedIn) return false
  return email !== undefined && fname !== undefined && lname !== undefined
}

export async function addLogin(context: AddingContext, input: AddingInput): Promise<Record<string, never>> {
  const { tenant, member, now, language, services, inTenant, fail } = context
  if (member === null) return fail('needs-signin', 'Please sign in.')
  if (input.parentId !== undefined && input.parentId !== member.id) {
    return fail('member-not-found', 'There is no such member.')
  }
  if (member.isExpired) {
    return fail('membership-expired', 'The membership has expired. Please renew it first.')
  }
  const login = { fname: input.fname ?? '', lname: input.lname ?? '', email: input.email ?? '' }
  const faults = findLoginFaults(login)
  if (faults.length > 0) {
    const places = faults.map(({ field }) => field).join(', ')
    return fail('invalid-input', `Something in the request is not right: ${places}.`, {
      faults: faults.map(({ field, fault }) => ({ path: field, message: fault })),
    })
  }
  await countTogether({ services, now }, [
    { limit: additionalLoginsPerMember, target: `${tenant.id} ${member.id}` },
  ])
  const codes = await openMemberCodes(services)
  const outcome = await inTenant(async (tx) => {
    const allowance = await findAllowance(tx, member.id, 'lock')
    if (!allowance?.allowsLogins) return 'no-logins'
    const others = await listAdditionalLogins(tx, member.id)
    // the answer to the first call was lost: the login is there, and invited
    if (others.some((other) => isSame(other, login))) return 'added'
    if (others.length >= mostLogins) return 'too-many-logins'
    const { timeZone } = await getClub(tx)
    const today = findDay(now, timeZone)
    if (isExpired(allowance, today)) return 'membership-expired'
    if (await isAddressReserved(tx, foldEmail(login.email), new Date(now))) return 'email-taken'
    const id = await insertAdditionalLogin(tx, {
      ...login,
      parentId: member.id,
      emailFolded: foldEmail(login.email),
      expiresOn: allowance.expiration,
      joinedOn: today,
      language,
    })
    if (id === undefined) return 'email-taken'
    await sendInvitation(tx, codes, {
      tenantId: tenant.id,
      parentId: member.id,
      now,
      language,
      login: { id, ...login },
    })
    return 'added'
  })
  return outcome === 'added' ? {} : fail(outcome, refusals[outcome])
}

type LoginTexts = Readonly<Record<'fname' | 'lname' | 'email', string>>

function isSame(one: LoginTexts, other: LoginTexts): boolean {
  const isSamePerson = one.fname === other.fname && one.lname === other.lname
  return isSamePerson && foldEmail(one.email) === foldEmail(other.email)
}

const refusals = {
  'no-logins': 'This membership does not include additional logins.',
  'too-many-logins': `This membership has ${mostLogins} additional logins already.`,
  'membership-expired': 'The membership has expired. Please renew it first.',
  'email-taken': 'This e-mail address belongs to another login of the club.',
} as const

/** Has no password yet, and an address to which an invitation can go. */
export function isInvited({ email, hasPassword }: Pick<AdditionalLogin, 'email' | 'hasPassword'>): boolean {
  return email !== '' && !hasPassword
}

/** False unless it is an additional login of this member that has no password yet. */
export async function inviteAgain(context: LoginsContext, id: number): Promise<boolean> {
  const { tenant, member, now, language, services, inTenant } = context
  const parentId = member?.id ?? 0
  const findLogin = async (tx: Tx) =>
    (await listAdditionalLogins(tx, parentId)).find((one) => one.id === id && isInvited(one))
  if ((await inTenant(findLogin)) === undefined) return false
  await countTogether({ services, now }, [{ limit: invitationsPerLogin, target: `${tenant.id} ${id}` }])
  const codes = await openMemberCodes(services)
  return inTenant(async (tx) => {
    const login = await findLogin(tx)
    if (login === undefined) return false
    await sendInvitation(tx, codes, { tenantId: tenant.id, parentId, now, language, login })
    return true
  })
}

interface Invitation {
  readonly tenantId: number
  readonly parentId: number
  readonly now: number
  readonly language: 'en' | 'es' | null
  readonly login: { readonly id: number; readonly fname: string; readonly email: string }
}

async function sendInvitation(
  tx: Tx,
  codes: MemberCodes,
  { tenantId, parentId, now, language, login }: Invitation,
): Promise<void> {
  const { id, fname, email } = login
  const parent = await findProfile(tx, parentId)
  const code = await codes.issue(tx, { tenantId, memberId: id, kind: 'invitation', now })
  const by = parent === undefined ? '' : `${parent.fname} ${parent.lname}`
  await addMail(tx, memberLetters, {
    to: email,
    language,
    message: { kind: 'invitation', fname, by, email, codeId: code.id },
  })
}

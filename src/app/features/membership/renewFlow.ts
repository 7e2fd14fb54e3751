// What renewing asks, checks and sends. Visitors prove their membership by a look-up, members by their
// sign-in.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Accepted } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import { findPersonalInfoFault } from '../../../domain/membership.ts'
import { storedEmailPattern } from '../../../domain/shapes/personLengths.ts'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import { toFailureText } from '../../text/failureText.ts'
import { toNoEmailText } from '../../text/fieldFault.ts'
import { toLongText, toPersonalFaultText } from '../../wizard/fields/personalFaults.ts'
import type { StepFault, WizardValues } from '../../wizard/flow.ts'

/** The result of a look-up: only what a stranger may see of a member. */
export interface FoundMembership {
  /** For an hour, the permission to renew it. */
  proof: string
  fname: string
  lname: string
  address: string
  city: string
  state: string
  zip: string
  typeLabel: string
  expiration: string
  life: boolean
  daysUntilRenew: number
  canRenew: boolean
}

export interface RenewValues extends WizardValues {
  lookupEmail: string
  /** Asked only of people who came by a mail's link, which contains no address. */
  receiptEmail: string
  found: FoundMembership | null
  /** The address belongs to an additional login, which has no membership of its own to renew. */
  isChild: boolean
  years: number
  autoRenew: boolean
}

export const emptyRenewal: RenewValues = {
  lookupEmail: '',
  receiptEmail: '',
  found: null,
  isChild: false,
  years: 1,
  autoRenew: false,
  agreed: false,
}

// the length of the look-up's e-mail address
const mostLookupEmail = 48

/** Undefined for an answer without a membership. */
export function toFound(answer: Accepted<'lookup_member'>): FoundMembership | undefined {
  const { member, lookup, daysUntilRenew, canRenew } = answer
  if (member === undefined || lookup === undefined) return undefined
  const { fname, lname, address, city, state, zip, typeLabel, expiration, life } = member
  return {
    proof: lookup,
    fname,
    lname,
    address,
    city,
    state,
    zip,
    typeLabel,
    expiration,
    life,
    daysUntilRenew: daysUntilRenew ?? 0,
    canRenew: canRenew ?? false,
  }
}

const lifeMember = new Failure('life-member', '')
const notRenewable = new Failure('renewal-not-found', '')

/** Why a membership cannot be renewed now, in words; undefined if it can. */
export function toRenewalFault(
  i18n: I18n,
  { daysUntilRenew: days, canRenew, life }: Pick<FoundMembership, 'daysUntilRenew' | 'canRenew' | 'life'>,
): string | undefined {
  if (life) return toFailureText(i18n, lifeMember)
  if (days > 0) return i18n._(msg`Days until you can renew: ${days}`)
  return canRenew ? undefined : toFailureText(i18n, notRenewable)
}

/** Why no membership can be looked up by what was typed, in words; undefined if it can be tried. */
export function toTypedFault(i18n: I18n, lookupEmail: string): string | undefined {
  const username = toPlainLine(lookupEmail)
  if (username === '') return i18n._(msg`Enter your e-mail address.`)
  if (username.length > mostLookupEmail) return toLongText(i18n, mostLookupEmail)
  return storedEmailPattern.test(username) ? undefined : toNoEmailText(i18n)
}

export function findLookupFaults(i18n: I18n, { lookupEmail, found }: RenewValues): StepFault[] {
  const field = 'lookupEmail'
  if (found === null) {
    const message = toTypedFault(i18n, lookupEmail) ?? i18n._(msg`Look up your membership first.`)
    return [{ field, message }]
  }
  const message = toRenewalFault(i18n, found)
  return message === undefined ? [] : [{ field, message }]
}

/** The address for a visitor's receipt. */
export function toReceiptEmail({ lookupEmail, receiptEmail }: RenewValues): string {
  return toPlainLine(lookupEmail) || toPlainLine(receiptEmail)
}

export function findReceiptFaults(i18n: I18n, values: RenewValues): StepFault[] {
  const fault = findPersonalInfoFault('email', toReceiptEmail(values))
  return fault === undefined
    ? []
    : [{ field: 'receiptEmail', message: toPersonalFaultText(i18n, 'email', fault) }]
}

export function toRenewalPayload({ found, years, autoRenew }: RenewValues) {
  if (found === null) return { years, autoRenew }
  return { years, autoRenew: false, lookup: found.proof }
}

/** If the proof has ended, returns to the look-up with the address still there. */
export function repairRenewal(values: RenewValues, error: unknown): RenewValues | undefined {
  const isOver =
    error instanceof Failure && (error.code === 'lookup-expired' || error.code === 'renewal-not-found')
  return isOver && values.found !== null ? { ...values, found: null, agreed: false } : undefined
}

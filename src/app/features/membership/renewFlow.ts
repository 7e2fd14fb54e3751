// What renewing asks, checks and sends: a visitor proves their membership by a look-up, a member by their sign-in.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Accepted } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import { findPersonalInfoFault } from '../../../domain/membership.ts'
import type { FieldFault, WizardValues } from '../../wizard/flow.ts'

/** What a look-up brought: only what a stranger may see of a member. */
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
  daysUntilRenew: number
  canRenew: boolean
}

export interface RenewValues extends WizardValues {
  lookupEmail: string
  /** Asked only of whoever came by a mail's link, which names no address. */
  receiptEmail: string
  found: FoundMembership | null
  years: number
  autoRenew: boolean
}

export const emptyRenewal: RenewValues = {
  lookupEmail: '',
  receiptEmail: '',
  found: null,
  years: 1,
  autoRenew: false,
  agreed: false,
}

// the look-up's e-mail
export const mostLookupEmail = 48

/** Undefined for an answer that brought no membership. */
export function toFound(answer: Accepted<'lookup_member'>): FoundMembership | undefined {
  const { member, lookup, daysUntilRenew, canRenew } = answer
  if (member === undefined || lookup === undefined) return undefined
  const { fname, lname, address, city, state, zip, typeLabel, expiration } = member
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
    daysUntilRenew: daysUntilRenew ?? 0,
    canRenew: canRenew ?? false,
  }
}

/** Why a membership cannot be renewed now, in words; undefined when it can. */
export function toRenewalFault(
  i18n: I18n,
  { daysUntilRenew: days, canRenew }: Pick<FoundMembership, 'daysUntilRenew' | 'canRenew'>,
): string | undefined {
  if (days > 0) return i18n._(msg`Days until you can renew: ${days}`)
  return canRenew
    ? undefined
    : i18n._(msg`This membership cannot be renewed here. Ask an officer of the club for help.`)
}

export function findLookupFaults(i18n: I18n, { lookupEmail, found }: RenewValues): FieldFault[] {
  const field = 'lookupEmail'
  if (found === null) {
    const message =
      lookupEmail.trim() === ''
        ? i18n._(msg`Enter your e-mail address.`)
        : i18n._(msg`Look up your membership first.`)
    return [{ field, message }]
  }
  const message = toRenewalFault(i18n, found)
  return message === undefined ? [] : [{ field, message }]
}

/** Where a visitor's receipt goes. */
export function toReceiptEmail({ lookupEmail, receiptEmail }: RenewValues): string {
  return (lookupEmail.trim() === '' ? receiptEmail : lookupEmail).trim()
}

export function findReceiptFaults(i18n: I18n, values: RenewValues): FieldFault[] {
  const fault = findPersonalInfoFault('email', toReceiptEmail(values))
  if (fault === undefined) return []
  const message =
    fault === 'missing'
      ? i18n._(msg`Enter your e-mail address.`)
      : i18n._(msg`Enter an e-mail address such as name@example.org.`)
  return [{ field: 'receiptEmail', message }]
}

export function toRenewalPayload({ found, years, autoRenew }: RenewValues) {
  return { years, autoRenew, ...(found === null ? {} : { lookup: found.proof }) }
}

/** A proof that has run out leads back to the look-up, with the address still there. */
export function repairRenewal(values: RenewValues, error: unknown): RenewValues | undefined {
  const isOver =
    error instanceof Failure && (error.code === 'lookup-expired' || error.code === 'renewal-not-found')
  return isOver && values.found !== null ? { ...values, found: null, agreed: false } : undefined
}

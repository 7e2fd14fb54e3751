// What keeps a vendor's sign-up from being complete, in words beside each field.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { mostLines } from '../../../../domain/order.ts'
import { toLongText, toPersonalFaultText } from '../../../wizard/fields/personalFaults.ts'
import type { StepFault } from '../../../wizard/flow.ts'
import {
  findSpaceFault,
  listVendorFaults,
  type SpaceFault,
  type VendorFault,
  vendorLimits,
} from './vendorFaults.ts'

export function findVendorFaults(i18n: I18n, ...checked: Parameters<typeof listVendorFaults>): StepFault[] {
  return listVendorFaults(...checked).map((fault) => ({
    field: `vendor.${fault.field}`,
    message: toText(i18n, fault),
  }))
}

function toText(i18n: I18n, fault: VendorFault): string {
  if ('most' in fault) return toLongText(i18n, fault.most)
  if (!('as' in fault)) {
    return fault.field === 'name'
      ? i18n._(msg`Enter your name, or that of your business.`)
      : i18n._(msg`Choose what kind of vendor you are.`)
  }
  return toPersonalFaultText(i18n, fault.as, fault.is, vendorLimits)
}

export function findSpaceFaults(i18n: I18n, ...checked: Parameters<typeof findSpaceFault>): StepFault[] {
  const fault = findSpaceFault(...checked)
  return fault === undefined ? [] : [{ field: 'spaces', message: toSpaceText(i18n, fault) }]
}

function toSpaceText(i18n: I18n, fault: SpaceFault): string {
  if (fault.is === 'none-chosen') return i18n._(msg`Choose at least one space.`)
  if (fault.is === 'too-many') return i18n._(msg`One order has at most ${mostLines} spaces. Take one out.`)
  const { names } = fault
  return i18n._(msg`No longer available: ${names}. Go on without it, or choose another one.`)
}

// The faults of the profile and of an additional login, as words beside each field.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { findMost, type ProfileFault, type ProfileField } from '../../../domain/shapes/profile.ts'
import { toFieldFaultText } from '../../text/fieldFault.ts'

export function toProfileFaultText(
  i18n: I18n,
  { field, fault }: { field: ProfileField; fault: ProfileFault },
  country: string,
): string {
  if (fault === 'missing' && field === 'fname') return i18n._(msg`Enter your first name.`)
  if (fault === 'missing' && field === 'lname') return i18n._(msg`Enter your last name.`)
  return toFieldFaultText(i18n, fault, findMost(field, country))
}

// What is wrong with one field that a member fills in, as a sentence.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProfileFault } from '../../domain/shapes/profile.ts'

export function toFieldFaultText(i18n: I18n, fault: ProfileFault, most: number): string {
  switch (fault) {
    case 'missing':
      return i18n._(msg`Enter your e-mail address.`)
    case 'not-digits':
      return i18n._(msg`phone numbers only`)
    case 'not-an-address':
      return i18n._(msg`Enter an e-mail address such as name@example.org.`)
    case 'too-long':
      return i18n._(msg`At most ${most} characters.`)
  }
}

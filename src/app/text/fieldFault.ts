// What is wrong with one field that a member fills in, as a sentence.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProfileFault } from '../../domain/shapes/profile.ts'

/** What was typed cannot be an e-mail address: "ann@". */
export function toNoEmailText(i18n: I18n): string {
  return i18n._(msg`Enter an e-mail address such as name@example.org.`)
}

/** Of a state in the United States. */
export function toTwoLettersText(i18n: I18n): string {
  return i18n._(msg`Two letters, such as OH.`)
}

export function toFieldFaultText(i18n: I18n, fault: ProfileFault, most: number): string {
  switch (fault) {
    case 'missing':
      return i18n._(msg`Enter your e-mail address.`)
    case 'not-two-letters':
      return toTwoLettersText(i18n)
    case 'not-digits':
      return i18n._(msg`phone numbers only`)
    case 'not-an-address':
      return toNoEmailText(i18n)
    case 'too-long':
      return i18n._(msg`At most ${most} characters.`)
  }
}

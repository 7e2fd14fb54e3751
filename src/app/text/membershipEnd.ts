// Until when a membership is valid, as people read it.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { findLastValidDay } from '../../domain/member.ts'
import { formatDate, formatDay } from './format.ts'
import type { Language } from './languages.ts'

export interface MembershipEnd {
  /** The first day on which it is not valid any more. */
  readonly expiration: string
  /** Missing in what a phone has saved of an earlier version. */
  readonly life?: boolean | undefined
}

/** "Friday, June 12, 2026", the last day on which it is valid, or "Life member". */
export function toEndText(i18n: I18n, { expiration, life }: MembershipEnd, language: Language): string {
  return life === true ? toLifeText(i18n) : formatDay(findLastValidDay(expiration), language)
}

export function toLifeText(i18n: I18n): string {
  return i18n._(msg`Life member`)
}

/** "June 12, 2026" */
export function toLastDay({ expiration }: MembershipEnd, language: Language): string {
  return formatDate(findLastValidDay(expiration), language)
}

// Where this page's reads save their last answers on the device.
import { createAnswers } from '../../offline/answers.ts'

export const savedAnswers = createAnswers()

/** The key prefix of one person in one club. Visitors are member 0. */
export function toPersonPrefix(slug: string | undefined, memberId: number): string {
  return `${slug ?? ''}/${memberId}/`
}

// Where this page's reads keep their last answers on the device.
import { createAnswers } from '../../offline/answers.ts'

export const keptAnswers = createAnswers()

/** What belongs to one person in one club; visitors are member 0. */
export function toPersonPrefix(slug: string | undefined, memberId: number): string {
  return `${slug ?? ''}/${memberId}/`
}

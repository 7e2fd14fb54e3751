// An example of the room's letter.
import type { alertLetters } from '../../../src/server/alerts/letters.ts'
import type { ExamplesOf } from '../../support/letters/letterExample.ts'

export const letterExamples: ExamplesOf<typeof alertLetters> = () => ({
  alert: [{ kind: 'alert', body: 'Ruth Amsel has posted: Who has a spare…', path: '/portal/member/social' }],
})

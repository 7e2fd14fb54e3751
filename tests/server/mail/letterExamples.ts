// An example of each letter of the room `member`.
import type { memberLetters } from '../../../src/server/member/letters.ts'
import { type ExamplesOf, longEmail } from '../../support/letters/letterExample.ts'

export const letterExamples: ExamplesOf<typeof memberLetters> = () => ({
  'setup-code': [{ kind: 'setup-code', codeId: '1' }],
  invitation: [{ kind: 'invitation', fname: 'Pia', by: 'Martin Keller', email: longEmail, codeId: '1' }],
})

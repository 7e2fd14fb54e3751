// What the tests of all actions need of these.
import type { files } from '../../../../src/contract/files.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof files> = {
  get_media: {
    sample: () => ({ shared: true }),
  },
  open_file: {
    sample: () => ({ id: 1, until: 4_000_000_000, proof: 'none' }),
    refused: 'file-not-found',
    noMembersIds: ['id'],
  },
}

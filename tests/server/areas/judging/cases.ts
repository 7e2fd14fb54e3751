// What the tests of all actions need of these.
import type { judging } from '../../../../src/contract/judging.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { toSheet } from '../../../support/clubs/sampleInputs.ts'

export const cases: CasesOf<typeof judging> = {
  get_judging_forms: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
  verify_judge: {
    sample: ({ show }) => ({ eventId: show.id, judgeId: show.judge.code }),
  },
  get_judge_sheets: {
    sample: ({ show }) => ({ eventId: show.id, judgeId: show.judge.code, grant: show.judge.grant }),
  },
  submit_judging_form: {
    sample: ({ show }) => toSheet(show),
    texts: 'contest',
  },
  move_judging_form: {
    sample: ({ show }) => {
      const { scores, ...sheet } = toSheet(show)
      return { ...sheet, formId: show.formIds[0] ?? 0, sequence: 1, scores, toEntryId: '201', toSequence: 1 }
    },
    texts: 'contest',
  },
  withdraw_judging_form: {
    sample: ({ show }) => {
      const { scores: _, ...place } = toSheet(show)
      return { ...place, formId: show.formIds[0] ?? 0, sequence: 1, reason: 'Wrong car' }
    },
    texts: 'contest',
  },
}

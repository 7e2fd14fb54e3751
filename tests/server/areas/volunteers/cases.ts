// What the tests of all actions need of these.
import type { volunteers } from '../../../../src/contract/volunteers.ts'
import { addDays } from '../../../../src/domain/day.ts'
import type { shiftLetters } from '../../../../src/server/event/letters/shiftLetters.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { helper } from '../../../support/clubs/sampleInputs.ts'
import { type ExamplesOf, toExampleEvent } from '../../../support/letters/letterExample.ts'

export const cases: CasesOf<typeof volunteers> = {
  worker_signup: {
    sample: ({ show }) => ({ eventId: show.id, contactInfo: helper, shifts: [show.shiftIds[0]] }),
    texts: 'sales',
  },
  get_linked_shifts: {
    sample: () => ({ code: `1.${'A'.repeat(43)}` }),
    refused: 'bad-mail-code',
  },
  confirm_shifts: {
    sample: () => ({ code: `1.${'A'.repeat(43)}` }),
    refused: 'bad-mail-code',
  },
  answer_shift: {
    sample: ({ show }) => ({ code: `1.${'A'.repeat(43)}`, shift: show.shiftIds[0], answer: 'give-back' }),
    refused: 'bad-mail-code',
  },
}

/** Of the mails that the area sends. */
export const letterExamples: ExamplesOf<typeof shiftLetters> = ({ today, instant }) => {
  const { name, place, timeZone, gateTime } = toExampleEvent(today)
  return {
    shifts: [
      {
        kind: 'shifts',
        event: name,
        place,
        timeZone,
        shifts: [1, 2].map((id) => ({
          id,
          schedule: 'Gate and parking',
          instructions: 'Bring a hat, and ask for the orange vest at the office.',
          shiftDate: addDays(today, id),
          start: 8,
          startMinute: 30,
          duration: 2.5,
          code: `7G2K-M4QX-1B9T-ZC3${id}`,
        })),
        workerId: 1,
        name: 'Pia Keller',
        gateTime,
        gift: 'Shirt XL',
        at: new Date(instant).toISOString(),
      },
    ],
  }
}

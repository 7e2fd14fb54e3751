// A judge's sheets in the outbox of a phone, as the tests of My cars have them.
import type { SheetOutboxEntry } from '../../../../src/app/features/judging/myCars.ts'

let made = 0

/** Judge 41's sheet for a car, on form 3 of event 5. */
export function makeSheet(number: string, part: Partial<SheetOutboxEntry> = {}): SheetOutboxEntry {
  made += 1
  return {
    key: `key-${made}`,
    action: 'submit_judging_form',
    schema: 1,
    club: 'harrow',
    tenantId: 'uuid',
    eventId: 5,
    principal: { kind: 'judge', ref: '41' },
    input: { eventId: 5, judgeId: '41', entryId: number, formId: 3, scores: [{ criteriaId: 11, score: 7 }] },
    inputHash: '',
    sequence: 1,
    madeAt: made,
    clockOffset: 0,
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    savedAt: made,
    order: made,
    ...part,
  }
}

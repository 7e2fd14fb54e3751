// What stands on the screen of tickets and cars: by event, each code once, what comes next first.
import { expect, test } from 'vitest'
import { groupPasses } from '../../../src/app/passes/groupPasses.ts'
import type { SavedPasses } from '../../../src/offline/passes/passes.ts'

const now = Date.parse('2026-06-12T16:00:00Z')

function toSaved(
  [eventId, day]: readonly [number, string],
  codes: readonly string[],
  more: Partial<SavedPasses> = {},
): SavedPasses {
  return {
    key: `${eventId} ${codes.join()}`,
    club: 'harbor',
    memberId: 0,
    savedAt: now,
    event: {
      id: eventId,
      name: `Show ${eventId}`,
      startDate: day,
      endDate: day,
      gateTime: '',
      place: '',
      timeZone: 'America/New_York',
    },
    passes: codes.map((code) => ({ kind: 'ticket', code, label: 'Day pass' })),
    ...more,
  }
}

const over = [1, '2026-06-01'] as const
const longOver = [2, '2026-05-01'] as const
const today = [3, '2026-06-12'] as const
const next = [4, '2026-07-01'] as const

test('what is on comes before what comes next, and what is over comes last', () => {
  const groups = groupPasses(
    [toSaved(longOver, ['A']), toSaved(over, ['B']), toSaved(next, ['C']), toSaved(today, ['D'])],
    now,
  )
  expect(groups.map(({ event }) => event.id)).toEqual([3, 4, 1, 2])
})

test('a code that is saved twice stands once, as it was saved last', () => {
  const [group, ...others] = groupPasses(
    [
      toSaved(today, ['A', 'B'], { savedAt: now - 1000 }),
      toSaved(today, ['A'], {
        memberId: 7,
        key: 'own',
        passes: [{ kind: 'ticket', code: 'A', label: 'Day pass', used: true }],
      }),
    ],
    now,
  )
  expect(others).toEqual([])
  expect(group?.passes).toMatchObject([{ code: 'A', used: true }, { code: 'B' }])
  // what the club says that a member has comes back, so it cannot be removed
  expect(group?.removable).toEqual(['3 A,B'])
})

// What signing up for shifts sends, and what it marks after a refusal.
import { expect, it } from 'vitest'
import {
  emptySignUp,
  listRefused,
  repairSignUp,
  toSignUp,
} from '../../../../src/app/features/events/volunteer/signUp.ts'
import { Failure } from '../../../../src/contract/failures.ts'

const filled = {
  ...emptySignUp,
  personal: {
    ...emptySignUp.personal,
    fname: ' Ada ',
    lname: 'Okafor',
    phone: '6145550123',
    email: 'ada@example.org',
  },
  shifts: [6, 4],
}
it('a shift that the server says is full is marked until it is taken out', () => {
  const full = new Failure('shift-full', '', { faults: [{ path: 'shifts.1', message: 'Gate' }] })
  const repaired = repairSignUp(filled, full)
  if (repaired === undefined) throw new Error('the form was not changed')
  expect(repaired.shifts).toEqual([6, 4])
  expect(listRefused(repaired)).toEqual(['shifts.4'])
  expect(listRefused({ ...repaired, shifts: [6] })).toEqual([])
})

it('a shift that the server says is over is marked with that', () => {
  const over = new Failure('shift-over', '', { faults: [{ path: 'shifts.0', message: 'Gate' }] })
  const repaired = repairSignUp(filled, over)
  expect(repaired?.refused).toEqual([{ field: 'shifts.6', value: 6, isOver: true }])
  expect(repaired && listRefused(repaired)).toEqual(['shifts.6'])
})

it('a field that the server refuses is marked until it is changed', () => {
  const refusal = new Failure('invalid-input', '', {
    faults: [
      { path: 'contactInfo.phone', message: '' },
      { path: 'contactInfo.swag', message: '' },
    ],
  })
  const repaired = repairSignUp(filled, refusal)
  if (repaired === undefined) throw new Error('the form was not changed')
  expect(listRefused(repaired)).toEqual(['personal.phone', 'swag'])
  const changed = { ...repaired, swag: 'Cap', personal: { ...repaired.personal, phone: '6145550124' } }
  expect(listRefused(changed)).toEqual([])
})

it('a refusal that names nothing in the form changes nothing', () => {
  expect(repairSignUp(filled, new Failure('volunteering-closed', ''))).toBeUndefined()
  expect(repairSignUp(filled, new Failure('invalid-input', ''))).toBeUndefined()
  expect(repairSignUp(filled, new Error('a bug'))).toBeUndefined()
})

it('is sent without spaces around it, and with a gift that is still offered', () => {
  expect(toSignUp({ ...filled, swag: 'Cap' }, 9, ['Cap'])).toEqual({
    eventId: 9,
    contactInfo: {
      fname: 'Ada',
      lname: 'Okafor',
      email: 'ada@example.org',
      phone: '6145550123',
      allowEmailMarketing: true,
      swag: 'Cap',
      notes: 'Online signup',
    },
    shifts: [6, 4],
  })
  expect(toSignUp({ ...filled, swag: 'Cap' }, 9, []).contactInfo.swag).toBe('-')
})

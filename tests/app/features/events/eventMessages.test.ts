// The placeholders in a club's own sentences are filled in.
import { expect, test } from 'vitest'
import { fillMessage } from '../../../../src/app/features/events/eventMessages.ts'

test('every place of a known name is filled, and an unknown name stays', () => {
  expect(fillMessage('By {end_date}; again {end_date}. {nobody}', { end_date: 'June 5' })).toBe(
    'By June 5; again June 5. {nobody}',
  )
})

test('what is filled in is never read as a placeholder again', () => {
  expect(
    fillMessage('{ticket_label} until {end_date}', { ticket_label: '{end_date} $& $1', end_date: 'x' }),
  ).toBe('{end_date} $& $1 until x')
})

import { describe, expect, it } from 'vitest'
import type { EventOption } from '../../../src/domain/event.ts'
import { readOptionValues } from '../../../src/domain/sales/optionValues.ts'

describe('an answer to a choice', () => {
  const seats: EventOption = {
    id: 7,
    label: 'Seats',
    subLabel: '',
    type: 2,
    required: true,
    choices: [
      { id: 1, label: '2' },
      { id: 2, label: '4' },
    ],
  }

  it('is the choice with this id, although another one has the id as its label', () => {
    expect(readOptionValues([seats], [{ optionId: 7, value: '2' }]).values).toEqual([
      { optionId: 7, value: '4' },
    ])
  })

  it('may also be the label', () => {
    expect(readOptionValues([seats], [{ optionId: 7, value: '4' }]).values).toEqual([
      { optionId: 7, value: '4' },
    ])
  })
})

// What is derived from a record's shape.
import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  column,
  listShownColumns,
  shown,
  toAnswer,
  toFileShape,
  toWireShape,
} from '../../../src/domain/shapes/recordShape.ts'

const stall = {
  name: shown(column.text('name', z.string())),
  fee: shown(column.cents('fee_cents', z.number())),
  opens: shown(column.instant('opens_at', z.string().optional())),
  until: shown(column.day('until_on', z.string().optional())),
  images: shown(column.photos('pictures', z.array(z.string()))),
  owner: shown(column.ref('member_id', 'member', z.string().optional())),
  taxId: column.text('tax_id', z.string()),
  spaces: { wire: z.number() },
}

const row = {
  name: 'Pies',
  fee_cents: 1250,
  opens_at: new Date('2026-06-12T14:00:00Z'),
  until_on: null,
  pictures: ['abc'],
  member_id: null,
  tax_id: '12-345',
}

it('an answer shows the fields whose rows say so, and no other', () => {
  expect(toAnswer(stall, row, (hash) => `/media/${hash}.webp`)).toEqual({
    name: 'Pies',
    fee: 12.5,
    opens: '2026-06-12T14:00:00.000Z',
    until: '',
    images: [{ imageData: '/media/abc.webp' }],
    owner: 0,
  })
})

it('a column that no answer shows is not selected', () => {
  expect(listShownColumns(stall)).toEqual([
    'name',
    'fee_cents',
    'opens_at',
    'until_on',
    'pictures',
    'member_id',
  ])
})

it('the wire has what answers show, also of other tables, and the file what it may hold', () => {
  const onWire = ['name', 'fee', 'opens', 'until', 'images', 'owner']
  expect(Object.keys(toWireShape(stall))).toEqual([...onWire, 'spaces'])
  expect(Object.keys(toFileShape(stall))).toEqual([...onWire, 'taxId'])
})

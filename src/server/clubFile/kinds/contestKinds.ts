// How judging and voting of an event are stored: forms, judges, voters. No sheet and no ballot.
import { recordSchemas } from '../clubFile.ts'
import { float, instant, int, reference, secret, text } from './columns.ts'
import { kind } from './recordKind.ts'

const criterion = kind('criterion', 'criterion', recordSchemas.criterion, {
  parentColumn: 'judging_form_id',
  isOrdered: true,
  columns: {
    title: text('title'),
    min_score: int('minScore'),
    max_score: int('maxScore'),
    weight: float('weight'),
  },
})

export const judgingForm = kind('judgingForm', 'judging_form', recordSchemas.judgingForm, {
  parentColumn: 'event_id',
  isOrdered: true,
  columns: { title: text('title') },
  children: [{ field: 'criteria', kind: criterion }],
})

export const judge = kind('judge', 'judge', recordSchemas.judge, {
  parentColumn: 'event_id',
  unique: { columns: ['event_id', 'code'], field: 'judgeId', park: `'~' || id`, isFolded: true },
  columns: {
    code: text('judgeId'),
    name: text('name'),
    phone: text('phone'),
    judging_form_id: reference('form', 'judging_form'),
    revoked_at: instant('revokedAt', { isOptional: true }),
  },
})

export const voter = kind('voter', 'voter', recordSchemas.voter, {
  parentColumn: 'event_id',
  columns: {
    uuid: { ...secret('uuid'), type: 'uuid' },
    voted_at: instant('votedAt'),
    voided_at: instant('voidedAt', { isOptional: true }),
  },
})

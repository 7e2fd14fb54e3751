// How a club file has what takes place beside the events.
import { clockTime, day, lengths, optional, required } from '../../../domain/shapes/fileValues.ts'
import { column } from '../../../domain/shapes/recordShape.ts'
import { kind, list } from '../../clubFile/kind.ts'

const activity = kind('activity', 'activity', {
  fields: {
    date: column.day('activity_on', day),
    start: column.text('start_time', clockTime),
    end: column.text('end_time', clockTime),
    title: column.text('title', required(lengths.label)),
    description: column.text('description', optional(lengths.prose)),
  },
  check(record, { report }) {
    const { start, end } = record.value
    if (String(end) <= String(start)) report(record, 'end', 'must be after start')
  },
})

export const clubFile = { activities: list(activity) }

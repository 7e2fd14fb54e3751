// How a club file has the makes and models of cars that a registration offers.
import { lengths, required } from '../../../domain/shapes/fileValues.ts'
import { column } from '../../../domain/shapes/recordShape.ts'
import { kind, list } from '../../clubFile/kind.ts'

const model = kind('model', 'model', {
  fields: { label: column.text('label', required(lengths.vehicle.model)) },
  parent: { column: 'make_id', table: 'make' },
})

const make = kind('make', 'make', {
  fields: { label: column.text('label', required(lengths.vehicle.make)) },
  children: { models: list(model) },
})

export const clubFile = { makes: list(make) }

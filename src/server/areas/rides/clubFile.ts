// How a club file has the cars that members show each other.
import { instant, lengths, optional, pictures, refTo } from '../../../domain/shapes/fileValues.ts'
import { column, optionalInFile } from '../../../domain/shapes/recordShape.ts'
import { kind, list } from '../../clubFile/kind.ts'

const ride = kind('ride', 'ride', {
  fields: {
    member: column.ref('member_id', 'member', refTo('a member')),
    year: column.text('year', optional(lengths.ride.year)),
    make: column.text('make', optional(lengths.ride.make)),
    model: column.text('model', optional(lengths.ride.model)),
    engine: column.text('engine', optional(lengths.ride.engine)),
    trim: column.text('trim', optional(lengths.ride.trim)),
    description: column.text('description', optional(lengths.ride.story)),
    images: column.memberPhotos('pictures', pictures),
    created: optionalInFile(column.instant('created_at', instant.optional())),
  },
})

export const clubFile = { rides: list(ride) }

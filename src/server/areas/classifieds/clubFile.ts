// How a club file has what members sell each other.
import {
  dollars,
  instant,
  lengths,
  optional,
  pictures,
  refTo,
  required,
} from '../../../domain/shapes/fileValues.ts'
import { column, optionalInFile } from '../../../domain/shapes/recordShape.ts'
import { kind, list } from '../../clubFile/kind.ts'

const classified = kind('classified', 'classified', {
  fields: {
    member: column.ref('member_id', 'member', refTo('a member')),
    label: column.text('label', required(lengths.classified.label)),
    price: column.cents('price_cents', dollars),
    description: column.text('description', optional(lengths.classified.description)),
    images: column.memberPhotos('pictures', pictures),
    created: optionalInFile(column.instant('created_at', instant.optional())),
  },
  isHidden: true,
})

export const clubFile = { classifieds: list(classified) }

// How a club file has the files that members can fetch, in their folders.
import { z } from 'zod'
import { fileTypes } from '../../../domain/shapes/fileType.ts'
import { colour, flag, instant, lengths, refTo, required } from '../../../domain/shapes/fileValues.ts'
import { column, optionalInFile } from '../../../domain/shapes/recordShape.ts'
import { plainColumn } from '../../clubFile/columns.ts'
import { kind, list } from '../../clubFile/kind.ts'
import type { Column } from '../../clubFile/recordKind.ts'

const folder = kind('folder', 'folder', {
  fields: {
    label: column.text('label', required(lengths.label)),
    color: column.text('color', colour.default('')),
  },
  isOrdered: true,
})

const contentType = z
  .string()
  .refine((type) => fileTypes.has(type), 'is not a type of file that the portal shows')

const path = z
  .string()
  .min(1)
  .max(255)
  .refine((path) => !/^[/\\]|\0|:/.test(path), 'must be a path beside the file')

const hash: Column = {
  type: 'text',
  field: 'path',
  isFile: true,
  fromFile: (value, incoming) => incoming.file(String(value)).hash,
  toFile: (value, outgoing, fields) => outgoing.file(String(value), String(fields.content_type)),
}

const file = kind('file', 'media_file', {
  fields: {
    name: column.text('name', required(lengths.label)),
    contentType: column.text('content_type', contentType),
    path: column.text('hash', path),
    folder: column.ref(
      'folder_id',
      'folder',
      refTo('a folder; without it the file lies at the root').optional(),
    ),
    shared: column.flag('shared', flag.default(true)),
    created: optionalInFile(column.instant('created_at', instant.optional())),
  },
  derive: (_fields, value, incoming) => ({ bytes: incoming.file(String(value.path)).bytes }),
  columns: { hash, bytes: plainColumn('int', null) },
})

export const clubFile = { folders: list(folder), files: list(file) }

// Finds the fields that the format does not know, also inside of other fields.
import { z } from 'zod'
import { isRecord } from '../../domain/isRecord.ts'

type Path = readonly (number | string)[]

/**
 * The shapes themselves let unknown fields pass, because they also read stored rows, which may be of another
 * version. A file is written by people, so there an unknown field is a spelling mistake.
 */
export function listUnknownFields(schema: z.core.$ZodType, value: unknown, path: Path = []): Path[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return listUnknownFields(schema.unwrap(), value, path)
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((each, at) => listUnknownFields(schema.element, each, [...path, at]))
  }
  if (!isRecord(value)) return []
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const chosen = schema.options.find(
      (option) =>
        option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(value[discriminator]).success,
    )
    return chosen === undefined ? [] : listUnknownFields(chosen, value, path)
  }
  if (!(schema instanceof z.ZodObject)) return []
  const { shape } = schema
  return Object.entries(value).flatMap(([field, each]) => {
    const known: z.core.$ZodType | undefined = Object.hasOwn(shape, field) ? shape[field] : undefined
    return known === undefined ? [[...path, field]] : listUnknownFields(known, each, [...path, field])
  })
}

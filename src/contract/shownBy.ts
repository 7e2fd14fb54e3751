// Fields of an officer's answer that only some rights show. Dispatch takes them out for everybody else.
import { z } from 'zod'
import type { Right } from '../domain/rights.ts'

const shownBy = z.registry<{ right: Right }>()

function only<S extends z.ZodType>(right: Right, schema: S): z.ZodOptional<S> {
  const marked = schema.optional()
  shownBy.add(marked, { right })
  return marked
}

/** How somebody is reached. */
export const contact = <S extends z.ZodType>(schema: S) => only('people.contact', schema)
/** Amounts and how they were paid. */
export const money = <S extends z.ZodType>(schema: S) => only('money.read', schema)

/** The answer without the fields that none of these rights shows. */
export function takeOutHidden(schema: z.ZodType, value: unknown, rights: readonly Right[]): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return value === undefined || value === null
      ? value
      : takeOutHidden(schema.unwrap() as z.ZodType, value, rights)
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => takeOutHidden(schema.element as z.ZodType, each, rights))
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const fields = value as Readonly<Record<string, unknown>>
  const shown: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>)) {
    const right = shownBy.get(of)?.right
    if (Object.hasOwn(fields, name) && (right === undefined || rights.includes(right))) {
      shown[name] = takeOutHidden(of, fields[name], rights)
    }
  }
  return shown
}

// Small shapes that many actions share: ids, flags, texts, instants.
import { z } from 'zod'
import { cleanName, removeInvisible } from '../domain/invisible.ts'
import { isEmail } from '../domain/shapes/personLengths.ts'
import { isBlank, isPlainLine, isPlainText, toPlainLine, toPlainText } from '../domain/shapes/plainText.ts'
import { recordId } from '../domain/shapes/recordShape.ts'
import { latestMs } from '../domain/time.ts'

/** A positive integer. A string of digits is taken too. */
export const id = z
  .union([z.int(), z.string().regex(/^[1-9]\d{0,9}$/)])
  .transform(Number)
  .pipe(recordId)

/** A boolean. Values that only look like one are refused. */
export const flag = z.boolean()

export const uuid = z.uuid()

const earliest = Date.UTC(2000, 0)

/**
 * An ISO instant. Handlers get epoch milliseconds of the years 2000 to 2100, which every column can store. An
 * instant outside is moved to their edge and not refused: a phone whose battery was empty may say 1970, and
 * its sheet would be lost.
 */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Math.min(Math.max(Date.parse(text), earliest), latestMs))

const hidden = 'holds a character that cannot be seen'

const asLine = (of: z.ZodString, most: number) => of.trim().max(most).refine(isPlainLine, hidden)
const isSeen = (text: string): boolean => !isBlank(text)
const asNeeded = (of: z.ZodString) => of.refine(isSeen, 'must not be empty')

/** One line that people type; it may be empty. */
export const line = (most: number) => asLine(z.string(), most)
export const neededLine = (most: number) => asNeeded(line(most))
/** The name of a person, without signs that nobody sees. */
export const nameLine = (most: number) => asLine(z.string().overwrite(cleanName), most)
export const neededName = (most: number) => asNeeded(nameLine(most))
/** A number or a code, as `digits` or otherwise: signs that nobody sees are no part of it. */
export const unseenless = () => z.string().overwrite(removeInvisible)
export const codeLine = (most: number) => asLine(unseenless(), most)
export const neededCode = (most: number) => asNeeded(codeLine(most))
/** Several lines. */
export const lines = (most: number) => z.string().trim().max(most).refine(isPlainText, hidden)

/**
 * The same for what phones send later: what cannot be seen is taken out and not refused, because an entry of
 * an older app may hold it, and a refusal is final.
 */
export const cleanedLine = (most: number) => z.string().transform(toPlainLine).pipe(z.string().max(most))
export const cleanedLines = (most: number) => z.string().transform(toPlainText).pipe(z.string().max(most))

/** The e-mail address by which somebody signs in or is looked up. */
export const email = neededCode(128)
/** One that a form asks for. */
export const typedEmail = (most: number) => neededCode(most).refine(isEmail, 'is no e-mail address')

/** Where a page of a list ended, as the answer before gave it. More rows may have come since, on top. */
export const pageCursor = z.string().regex(/^\d{1,17}-\d{1,10}$/)

/** How many rows are left out before a page, for callers that know no cursors (rules/security 1.14). */
export const pageOffset = z.int().min(0).max(100_000).default(0)

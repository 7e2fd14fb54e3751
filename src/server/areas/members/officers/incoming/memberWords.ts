// The words of a table for types and last days, as the officer translates them: "S|Sgl=Single,F=Family".
import { lifeExpiration } from '../../../../../domain/member.ts'
import { foldText } from '../../../../../domain/search.ts'
import { kindOf, UsageFault } from '../../../../officers/options.ts'
import { lastDay } from '../endText.ts'

/** By a word of the table, folded, what it means. */
export type WordMap<T> = ReadonlyMap<string, T>

/** Rows with such a word are left out. */
export const skipped = 'skip'

/** "Fam." and "fam" are one word, and "lapsed 12/24" and "LAPSED 12-24". */
export function toWordKey(typed: string): string {
  return foldText(typed.replace(/[^\p{L}\p{N}]+/gu, ' ')).trim()
}

/** Without the numbers behind it: "FAM (3)" is "fam" too, and "lapsed 12/24" is "lapsed". */
export function toShortKey(typed: string): string {
  return toWordKey(typed).replace(/(?<=\p{L}.*)(?: \d+)+$/u, '')
}

/** A cell's own words win over those without the numbers behind them. */
export function findMeaning<T>(map: WordMap<T>, typed: string): T | undefined {
  return map.get(toWordKey(typed)) ?? map.get(toShortKey(typed))
}

function readWords<T>(typed: string, option: string, read: (value: string) => T): WordMap<T> {
  const map = new Map<string, T>()
  for (const pair of typed.split(/,(?=[^,=]*=)/)) {
    const [, words = '', value = ''] = /^(.*)=([^=]*)$/s.exec(pair) ?? []
    if (words.trim() === '') {
      throw new UsageFault(`${option} takes 'Word=value,One|Another=value' and not '${pair}'.`)
    }
    const meaning = read(value.trim())
    for (const word of words.split('|')) {
      const key = toWordKey(word)
      if (key === '') {
        throw new UsageFault(`${option}: '${word}' is no word, since it has no letter and no digit.`)
      }
      if (map.has(key) && map.get(key) !== meaning) {
        throw new UsageFault(`${option} says two things of '${word.trim()}'. Leave one out.`)
      }
      map.set(key, meaning)
    }
  }
  return map
}

/** The values are types by label or id, which may have "for life" behind them, or `skip`. */
export const typeWords = kindOf(
  (typed, option): WordMap<string> =>
    readWords(typed, option, (value) => {
      if (value !== '') return value
      throw new UsageFault(`${option}: behind the = stands a membership type, or ${skipped}.`)
    }),
)

/** The values are last valid days, `life` or `skip`. */
export const endWords = kindOf(
  (typed, option): WordMap<string> =>
    readWords(typed, option, (value) => {
      if (value === skipped) return skipped
      return value === 'life'
        ? lifeExpiration
        : lastDay.read(value, `${option}: behind the = stands a day, life or ${skipped}, and what`)
    }),
)

const lifeBehind = / for life$/i

export interface TypeMeaning {
  readonly type: number
  readonly isForLife: boolean
}

/** Looks up each type once. */
export async function chooseTypeWords(
  words: WordMap<string> | undefined,
  choose: (typed: string) => Promise<{ readonly id: number }>,
): Promise<WordMap<TypeMeaning | typeof skipped>> {
  const chosen = new Map<string, TypeMeaning | typeof skipped>()
  for (const [word, value] of words ?? []) {
    const isForLife = lifeBehind.test(value)
    const meaning =
      value === skipped ? skipped : { type: (await choose(value.replace(lifeBehind, ''))).id, isForLife }
    chosen.set(word, meaning)
  }
  return chosen
}

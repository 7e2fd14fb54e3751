// Which texts of a screen are in no language of their own: the same in English and in Spanish, and not the club's.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usStates } from '../../src/app/wizard/fields/usStates.ts'
import { platform } from '../../src/domain/platform.ts'
import { memberTitles } from '../../src/domain/shapes/profile.ts'

/** What clubs and people have written, as it is in answers. */
export interface ClubWords {
  /** Takes note of every text in an answer. */
  learn(answer: unknown): void
  /** Of texts that stand on a screen in both languages, those that nobody has written. */
  findUntranslated(texts: readonly string[]): string[]
}

const catalogue = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'locales', 'es.po'), 'utf8')
/** What has one name in both, and what the translation itself leaves as it is. */
const sameInBoth = [
  platform.name,
  ...memberTitles,
  'kB',
  'MB',
  ...Object.values(usStates),
  ...[...catalogue.matchAll(/^msgid "(.+)"\nmsgstr "\1"$/gm)].map(([, text = '']) => text),
]

/** Longer texts are prose, in which any word may be. */
const longestName = 60
/** Of who has no picture, and codes. */
const initials = /^(?:\p{Lu}{1,3}|[A-Z\d]+(?:-[A-Z\d]+)+)$/u
const findWords = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []

export function collectClubWords(): ClubWords {
  const texts = new Set<string>()
  const names = new Set(sameInBoth.flatMap(findWords))
  /** The club's own sentences around what the app fills in. */
  const filled: RegExp[] = []
  let all: string | undefined

  const learn = (answer: unknown): void => {
    if (typeof answer === 'object' && answer !== null) for (const one of Object.values(answer)) learn(one)
    if (typeof answer !== 'string' || texts.has(answer)) return
    texts.add(answer)
    all = undefined
    for (const line of answer.split('\n')) {
      if (/\{\w+\}/.test(line))
        filled.push(
          new RegExp(
            line
              .split(/\{\w+\}/)
              .map(RegExp.escape)
              .join('.+'),
          ),
        )
    }
    if (answer.length <= longestName) for (const word of findWords(answer)) names.add(word)
  }
  return {
    learn,
    findUntranslated(shown) {
      all ??= [...texts].join('\n')
      return shown.filter(
        (text) =>
          !initials.test(text) &&
          !all?.includes(text) &&
          !filled.some((pattern) => pattern.test(text)) &&
          findWords(text).some((word) => !names.has(word)),
      )
    },
  }
}

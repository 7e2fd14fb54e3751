// The Spanish texts keep to the words of the glossary.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The glossary's last column. A word with a remark is wrong in some senses only, and not looked for. */
function listUnusedWords(): string[] {
  return [...read('docs/glossary.es.md').matchAll(/^\|.*\|.*\| ([^|]+) \|$/gm)]
    .slice(1)
    .flatMap(([, words = '']) => words.split(','))
    .map((word) => word.trim())
    .filter((word) => /^[\p{L} ]+$/u.test(word))
}

it('the Spanish texts use none of the words that the glossary has set aside', () => {
  const texts = [...read('src/locales/es.po').matchAll(/^msgstr "(.+)"$/gm)].map(([, text = '']) => text)
  const words = listUnusedWords()
  expect(words).toEqual(expect.arrayContaining(['importe', 'ficha de juez', 'alta']))
  expect(texts.length).toBeGreaterThan(500)
  const wrong = new RegExp(`(?<!\\p{L})(${words.join('|')})(e?s)?(?!\\p{L})`, 'iu')
  expect(texts.filter((text) => wrong.test(text))).toEqual([])
})

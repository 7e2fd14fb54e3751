// What a screen says in both languages: the English stands in the test, the Spanish comes from the app's catalogue.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './rounds.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'src', 'locales', 'es.po')
const entries = readFileSync(file, 'utf8').matchAll(/^msgid (".+")\nmsgstr (".+")$/gm)
const spanish = new Map([...entries].map(([, en = '', es = '']) => [JSON.parse(en), JSON.parse(es)]))

/**
 * The words of a test by language. `own`: what is no whole text of the app, such as a pattern or a line of a mail.
 * A pattern or function that it lacks is the same in both languages.
 */
export function inBoth<W extends object>(en: W, own: Partial<W> = {}): Record<Language, W> {
  return { en, es: { ...(translate(en, own) as W), ...own } }
}

function translate(words: unknown, own: object = {}): unknown {
  if (typeof words === 'string') {
    const text = spanish.get(words)
    if (text === undefined) throw new Error(`the app has no text "${words}"`)
    return text
  }
  if (Array.isArray(words)) return words.map((word) => translate(word))
  if (typeof words !== 'object' || words === null || words instanceof RegExp) return words
  const others = Object.entries(words).filter(([name]) => !(name in own))
  return Object.fromEntries(others.map(([name, word]) => [name, translate(word)]))
}

// Every kind of mail: a map has its letter, the job knows that map, it has an example, and says all in both languages.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { letters, type MailMessage, writeLetter } from '../../../src/server/assembly/letters.ts'
import { type Letter, toLetterText, toOneLine, toTypedText } from '../../../src/server/mail/letter.ts'
import { listMails } from '../../screens/mails.ts'
import { makeLetterContext } from '../../support/clubs/letterContexts.ts'

const root = join(import.meta.dirname, '../../..')
const examples = listMails('2026-06-12', Date.parse('2026-06-12T16:00:00Z'))

async function write(message: MailMessage, language: 'en' | 'es'): Promise<Letter> {
  const letter = await writeLetter(message, makeLetterContext(language))
  if (letter === undefined) throw new Error(`there is no letter of kind ${message.kind}`)
  return letter
}

/**
 * Fields that the club or the server fills: they may hold an address. What anybody may type is no such field, and is
 * written as text (rules/security 7.8). `label` is both: a car's is text, a space's is the club's.
 */
const filledByClub = [
  'body',
  'description',
  'event',
  'gateTime',
  'gift',
  'instructions',
  'label',
  'place',
  'schedule',
]
const filledByUs = [
  'brand',
  'carNumber',
  'code',
  'codes',
  'key',
  'last4',
  'lookup',
  'number',
  'orderKey',
  'path',
]
const mayHoldLinks: readonly string[] = [
  ...filledByClub,
  ...filledByUs,
  ...['details.name', 'event.name', 'lines.label', 'reason.text', 'typeLabel'],
  // the addresses themselves: they are proved, or the one to which the mail goes
  ...['email', 'newEmail', 'spaceCodes', 'spaces'],
]

/** Each text of a message, by its path without the places in lists. */
function listTexts(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return path.at(-1) === 'kind' ? [] : [[...path]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => listTexts(one, [...path, name]))
}

function replaceText<T>(value: T, [name, ...rest]: readonly string[], text: string): T {
  if (name === undefined) return text as T
  const copy = Array.isArray(value) ? [...value] : { ...value }
  const fields = copy as Record<string, unknown>
  fields[name] = replaceText(fields[name], rest, text)
  return copy as T
}

/** What the letter itself says, and not what somebody has typed. */
function listOwnTexts({ blocks, footer }: Letter): string[] {
  return [...footer, ...blocks.flatMap((block) => (block.kind === 'link' ? [block.label] : []))]
}

describe('a letter', () => {
  it('stands in one map, and the job knows the map', async () => {
    const files = globSync('src/server/**/*.ts', { cwd: root }).filter((path) =>
      readFileSync(join(root, path), 'utf8').includes('} satisfies Letters'),
    )
    const kinds: string[] = []
    for (const path of files) {
      const file: Record<string, unknown> = await import(join(root, path))
      for (const [name, value] of Object.entries(file)) {
        if (name.endsWith('Letters')) kinds.push(...Object.keys(value as object))
      }
    }
    expect(kinds.sort()).toEqual(Object.keys(letters).sort())
  })

  it('has an example, which the sheet of all mails draws', () => {
    expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(letters)))
  })

  it.each(examples.map((message) => [message.kind, message] as const))(
    'of kind %s is whole in both languages',
    async (_kind, message) => {
      const [english, spanish] = [await write(message, 'en'), await write(message, 'es')]
      for (const letter of [english, spanish]) {
        expect(`${letter.subject}\n${toLetterText(letter)}`).not.toMatch(
          /\b(?:undefined|null|NaN)\b|\[object|\n\n\n/,
        )
      }
      expect(spanish.blocks.map(({ kind }) => kind)).toEqual(english.blocks.map(({ kind }) => kind))
      const inBoth = new Set(listOwnTexts(english)).intersection(new Set(listOwnTexts(spanish)))
      expect([...inBoth]).toEqual([])
    },
  )

  it.each(examples.map((message) => [message.kind, message] as const))(
    'of kind %s ends no sentence twice, whatever its club is called and whatever time stands at its end',
    async (_kind, message) => {
      for (const language of ['en', 'es'] as const) {
        const context = { ...makeLetterContext(language), club: 'Alder Hollow Cars Inc.' }
        const letter = await writeLetter(message, context)
        if (letter === undefined) throw new Error('there is no letter')
        expect(toLetterText(letter)).not.toMatch(/\.\.(?:\s|$)/)
      }
    },
  )

  it.each(examples.map((message) => [message.kind, message] as const))(
    'of kind %s makes no link of what somebody has typed',
    async (_kind, message) => {
      for (const path of listTexts(message)) {
        const named = path.filter((name) => !/^\d+$/.test(name)).join('.')
        if (mayHoldLinks.some((field) => named === field || named.endsWith(`.${field}`))) continue
        const changed = replaceText(message, path, 'https://evil.example/x')
        // a word of a list that the letter does not know makes no letter
        const text = await write(changed, 'en')
          .then((letter) => `${letter.subject}\n${toLetterText(letter)}`)
          .catch(() => '')
        expect(`${named}\n${text}`).not.toMatch(/evil\.example/)
      }
    },
  )

  it('has room for a longer text where it says so, and its blanks still take every address apart', () => {
    const question = 'Who.helps? '.repeat(50).trim()
    expect(toTypedText(question)).toBe(`${'Who. helps? '.repeat(50).slice(0, 99)}…`)
    expect(toTypedText(question, { most: 2 * question.length })).toBe('Who. helps? '.repeat(50).trim())
    expect(toOneLine(question, { most: 10 })).toBe('Who.helps…')
    expect(toOneLine(question, { most: question.length })).toBe(question)
  })

  it('of a kind that only another build knows is none', async () => {
    const message = { kind: 'of-a-newer-build' } as unknown as MailMessage
    expect(await writeLetter(message, makeLetterContext('en'))).toBeUndefined()
  })
})

// Comments and documents cite only pages of this repository, and every citation has a target.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((path) => path.split(sep).join('/'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const documents = [...find('docs/**/*.md'), 'README.md', 'CONTRIBUTING.md']
/** The test also reads code: no code looks like a citation. This file itself contains the old forms. */
const cited = [
  ...find('{src,sw,tests}/**/*.{ts,tsx,css,html,py}'),
  ...find('*.{ts,html}'),
  ...documents,
].filter((path) => path !== 'tests/citations.test.ts' && !path.endsWith('.gen.ts'))

/** `8`, `1.4`, `5.6b`: the numbers of the sections and rules on a page. */
function listPlaces(page: string): Set<string> {
  const places = new Set<string>()
  let section = ''
  for (const line of read(page).split('\n')) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    if (section === '') continue
    places.add(section)
    const rule = /^(?:(\d+)\. |\| (\d+[a-z]?) \|)/.exec(line)
    if (rule !== null) places.add(`${section}.${rule[1] ?? rule[2]}`)
  }
  return places
}

const pages = new Map(
  find('docs/rules/*.md').map((path) => [path.replace(/^.*\/(.*)\.md$/, '$1'), listPlaces(path)]),
)
const proofs = [...read('docs/rules/security.md').matchAll(/^\| (T\d+\.\d+) \|/gm)].map(([, name]) => name)

/** The citations in a text that have no target. */
function findDeadCitations(text: string): string[] {
  const dead: string[] = []
  const number = /\d+(?:\.\d+[a-z]?)?/
  const rules = new RegExp(
    `(?<![\\w/])rules/(\\w+)(?: (${number.source}(?:(?:, | and | to )${number.source})*))?`,
    'g',
  )
  for (const [whole, page = '', numbers = ''] of text.matchAll(rules)) {
    const places = pages.get(page)
    const wanted = numbers.match(new RegExp(number, 'g')) ?? []
    if (places === undefined || wanted.some((place) => !places.has(place))) dead.push(whole)
  }
  for (const [whole] of text.matchAll(/\bT\d+\.\d+\b/g)) if (!proofs.includes(whole)) dead.push(whole)
  for (const [whole, name] of text.matchAll(/(?<![\w/])decisions\/([\w-]+)/g))
    if (!existsSync(join(root, `docs/decisions/${name}.md`))) dead.push(whole)
  for (const [whole] of text.matchAll(/(?<![\w-])kept-wording\b/g))
    if (!existsSync(join(root, 'docs/kept-wording.md'))) dead.push(whole)
  for (const [whole] of text.matchAll(/\bdocs\/[\w./-]+\.md\b/g))
    if (!existsSync(join(root, whole))) dead.push(whole)
  return dead
}

/** Documents outside the repository, and numbers without their page. */
const outside = [
  /\bspec\/(?:public|member)\b/i,
  /\bthe spec\b/i,
  /(?<![\w/])(?:security|offline|payments|design|foundation|look) \d/i,
  /(?:\/\/|\/?\*+) (?:design|foundation|look|stack)[:,]/i,
  /(?<![\w/])(?:design|foundation|look|stack|spec)\.md\b/i,
  /\bissue #?\d/i,
]

function tellLines(paths: readonly string[], findFaults: (line: string) => readonly string[]): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, at) => findFaults(line).map((fault) => `${path}:${at + 1} ${fault}`)),
  )
}

describe('a citation', () => {
  it('leads to a rule, a proof, a decision or a page that is there', () => {
    expect(tellLines(cited, findDeadCitations)).toEqual([])
  })

  it('names no document from outside the repository, and no number without its page', () => {
    const findOutside = (line: string): string[] => outside.flatMap((form) => form.exec(line)?.[0] ?? [])
    expect(tellLines(cited, findOutside)).toEqual([])
  })

  it('would be found if it led nowhere', () => {
    const dead = [
      'rules/security 19',
      'rules/offline 1.99',
      'rules/nothing 1',
      'T2.99',
      'decisions/none-such',
    ]
    expect(dead.flatMap(findDeadCitations)).toEqual(dead)
    const alive =
      'rules/security 8, rules/offline 1.4 and 1.5, rules/payments 5.11 to 5.14, T2.26, kept-wording'
    expect(findDeadCitations(alive)).toEqual([])
  })

  it('of a test or a source file in a document names one that is there', () => {
    const findGone = (line: string): string[] =>
      [...line.matchAll(/`((?:src|sw|tests|docs)\/[\w./-]*\w)\/?`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(root, path)))
    expect(tellLines(documents, findGone)).toEqual([])
  })

  it('of one document in another leads there', () => {
    for (const path of documents)
      for (const [, target = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
        expect(existsSync(join(root, dirname(path), target)), `${path} → ${target}`).toBe(true)
  })

  it('has each proof once', () => {
    expect(proofs.length).toBeGreaterThan(30)
    expect(new Set(proofs).size).toBe(proofs.length)
  })
})

// Finds every map of letters of the server, and the examples of letters, and writes the two files that join them:
// `npm run letters`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { argv } from 'node:process'
import { toFormatted } from '../run/formatted.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const comment = '// Made by `npm run letters`, which finds them; not to be edited.\n'

/** Each file that `npm run letters` writes, with its text. */
export function makeJoinedLetters(): { path: string; text: string }[] {
  const texts = { 'src/server/assembly/letters.gen.ts': joinMaps, 'tests/screens/mails.gen.ts': joinExamples }
  return Object.entries(texts).map(([path, make]) => ({
    path,
    text: toFormatted(path, `${comment}${make(dirname(path))}`),
  }))
}

/** A map is an exported constant that is written with `satisfies Letters`. */
function joinMaps(folder: string): string {
  const maps = findIn(
    'src/server/**/*.ts',
    /^export const (\w+) = \{$(?:(?!^\})[\s\S])*^\} satisfies Letters$/gm,
  )
  return `${maps.map(({ file, name }) => toImport(folder, file, name)).join('')}
export const letters = {
${maps.map(({ name }) => `...${name},\n`).join('')}}
`
}

/** Examples are called by the folder of their file. */
function joinExamples(folder: string): string {
  const examples = findIn('tests/server/**/*.ts', /^export const (letterExamples)\b/gm)
  const toName = (file: string): string => basename(dirname(file))
  return `${examples.map(({ file, name }) => toImport(folder, file, `${name} as ${toName(file)}`)).join('')}
import type { ExampleTime } from '../support/letters/letterExample.ts'

/** By kind of mail, examples of it. */
export function makeLetterExamples(time: ExampleTime) {
  return {
${examples.map(({ file }) => `...${toName(file)}(time),\n`).join('')}}
}
`
}

interface Found {
  readonly file: string
  readonly name: string
}

/** Each place where the pattern is found, with the name that it has. */
function findIn(paths: string, pattern: RegExp): Found[] {
  const files = globSync(paths, { cwd: root }).map((path) => path.split(sep).join('/'))
  return files
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name = '']) => ({ file, name })),
    )
}

function toImport(folder: string, file: string, name: string): string {
  const path = relative(folder, file).split(sep).join('/')
  return `import { ${name} } from '${path.startsWith('.') ? path : `./${path}`}'\n`
}

if (argv[1] === import.meta.filename) {
  for (const { path, text } of makeJoinedLetters()) writeFileSync(join(root, path), text)
}

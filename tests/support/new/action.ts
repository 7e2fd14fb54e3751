// The skeleton of a new action: its declaration, handler, case, rule and test, each put where the next one belongs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What cannot be made, in one sentence. */
export class NewFault extends Error {}

/** Who may call a new action, and what it does. Judges and voters prove themselves in ways that are written by hand. */
export interface Kind {
  readonly access: keyof typeof doors
  readonly effect: (typeof effects)[number]
  /** What its row in the rules says that it may, where the usual words are not it. */
  readonly rule?: string
}

/** How the table of actions says who may call, and what a read shows them. */
const doors = {
  member: ['T', "the member's own"],
  public: ['P', 'what everybody may see'],
  either: ['P, T', 'what everybody may see, and of a member their own'],
} as const
const effects = ['read', 'write', 'external'] as const

/** From what somebody has typed. */
export function toKind(access: string, effect: string, rule?: string): Kind {
  const known = Object.keys(doors) as Kind['access'][]
  const kind = { access: known.find((one) => one === access), effect: effects.find((one) => one === effect) }
  if (kind.access === undefined)
    throw new NewFault(`--access is ${known.join(', ')}: others are written by hand.`)
  if (kind.effect === undefined) throw new NewFault(`--effect is ${effects.join(', ')}.`)
  if (rule !== undefined && /[|\n]/.test(rule))
    throw new NewFault('--rule is one line of a table, without bars.')
  return { access: kind.access, effect: kind.effect, ...(rule === undefined ? {} : { rule }) }
}

/** Answers the files that were written, by their paths in the repository. Nothing is written when one has no place. */
export function addAction(root: string, area: string, name: string, kind: Kind): string[] {
  if (!/^[a-z]+(_[a-z]+)+$/.test(name)) {
    throw new NewFault(`'${name}' is no name of an action: it has words in small letters, like read_file.`)
  }
  const contract = `src/contract/${area}.ts`
  const actions = [`src/server/areas/${area}/actions.ts`, `src/server/areas/${area}/actions/index.ts`].find(
    (path) => existsSync(join(root, path)),
  )
  if (!existsSync(join(root, contract)) || actions === undefined) {
    throw new NewFault(`There is no area '${area}' in the contract and on the server.`)
  }
  const cases = `tests/server/areas/${area}/cases.ts`
  const test = `tests/server/areas/${area}/${toCamel(name)}.test.ts`
  if (existsSync(join(root, test)) || read(root, contract).includes(`  ${name}: define(`)) {
    throw new NewFault(`The area '${area}' has ${name} already.`)
  }
  const written = new Map([
    [contract, addEntry(read(root, contract), `export const ${area} = {`, toDeclaration(name, kind))],
    [actions, addHandler(read(root, actions), area, toHandler(name))],
    [
      cases,
      addEntry(read(root, cases), 'export const cases', `  ${name}: {\n    sample: () => ({}),\n  },\n`),
    ],
    ['docs/rules/security.md', addRule(read(root, 'docs/rules/security.md'), name, test, kind)],
    [test, toTest(name, kind)],
  ])
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...written.keys()]
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** An area that is given something has a function that makes its map. */
function addHandler(text: string, area: string, entry: string): string {
  const made = `export const create${area.slice(0, 1).toUpperCase()}${area.slice(1)} = (`
  return addEntry(text, text.includes(made) ? made : `export const ${area} = {`, entry)
}

/** At the end of the map that begins with this line. */
function addEntry(text: string, beginning: string, entry: string): string {
  const from = text.indexOf(beginning)
  const closing = beginning.endsWith('(') ? '\n  }) satisfies' : '\n}'
  const end = from < 0 ? -1 : text.indexOf(closing, from) + 1
  if (end <= 0) throw new NewFault(`No map begins with '${beginning}': add the action by hand.`)
  return text.slice(0, end) + entry + text.slice(end)
}

function toDeclaration(name: string, { access, effect }: Kind): string {
  return `  /** Say what it is for, and what an answer has. */
  ${name}: define({
    access: '${access}',
    effect: '${effect}',
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
`
}

function toHandler(name: string): string {
  return `
  async ${name}() {
    return {}
  },
`
}

/** A row below the last one of the table of actions. */
function addRule(text: string, name: string, test: string, { access, rule }: Kind): string {
  const rows = [...text.matchAll(/^\| (\d+)[a-z]? \| `.*\|$/gm)]
  const last = rows.at(-1)
  if (last === undefined) throw new NewFault('docs/rules/security.md has no table of actions any more.')
  const number = Math.max(...rows.map(([, at]) => Number(at))) + 1
  const end = last.index + last[0].length
  const [who, usual] = doors[access]
  const row = `| ${number} | \`${name}\` | ${who} | ${rule ?? usual} | \`${test}\` |`
  return `${text.slice(0, end)}\n${row}${text.slice(end)}`
}

function toTest(name: string, { access }: Kind): string {
  const visitor = access === 'member' ? "code).toBe('needs-signin')" : 'success).toBe(true)'
  return `import { expect, it } from 'vitest'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('${name}', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs

  it('answers a member, and ${access === 'member' ? 'nobody else' : 'a visitor'}', async () => {
    const token = await world.signIn(a, 'member')
    expect((await world.ask(a, '${name}', {}, { token })).success).toBe(true)
    expect((await world.ask(a, '${name}', {})).${visitor}
  })
})
`
}

function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

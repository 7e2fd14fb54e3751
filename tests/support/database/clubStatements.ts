// Reads from a statement's text whether it touches a table of clubs without the condition on the club.
import { clubTables } from '../../../src/server/db/schema.gen.ts'

const tables: ReadonlySet<string> = new Set(clubTables)
const token = /'(?:[^']|'')*'|--[^\n]*|"[^"]*"|[a-z_][a-z0-9_]*|[(),.]|\S/gi
/** A word behind a table that is no alias. */
const isKeyword =
  /^(?:as|on|where|set|join|left|inner|cross|lateral|using|from|group|order|limit|offset|for|union|returning|having|values|select|default|do|with|conflict)$/i

interface Relation {
  readonly table: string
  readonly alias: string
  readonly isQuoted: boolean
  readonly isTarget: boolean
}

/**
 * The faults of a statement: a table of clubs that raw SQL names by itself, or that has no condition on its club. With
 * `inClub` false, each table of clubs is one, apart from jobs.
 */
export function findClubFaults(text: string, inClub: boolean): string[] {
  const relations = listRelations(text).filter(({ table }) => tables.has(table))
  if (!inClub) {
    return relations.filter(({ table }) => table !== 'job').map(({ table }) => `${table} without a club`)
  }
  const bare = relations.filter(({ isQuoted }) => !isQuoted).map(({ table }) => `${table} named in raw SQL`)
  const read = Map.groupBy(
    relations.filter(({ isQuoted, isTarget }) => isQuoted && !isTarget),
    ({ alias }) => alias,
  )
  const loose = [...read].filter(([alias, own]) => countConditions(text, alias) < own.length)
  return [...bare, ...loose.map(([alias]) => `${alias} without the condition on its club`)]
}

function countConditions(text: string, alias: string): number {
  return text.split(`"${alias}"."tenant_id" = $`).length - 1
}

/** Everything behind `from`, `join`, `using`, `update` and `into`, apart from subqueries, whose own ones are in the list. */
function listRelations(text: string): Relation[] {
  const tokens = [...text.matchAll(token)].map(([one]) => one).filter((one) => !/^(?:'|--)/.test(one))
  const relations: Relation[] = []
  tokens.forEach((word, at) => {
    const before = tokens[at - 1]?.toLowerCase() ?? ''
    const isUpdate = /^update$/i.test(word) && !['for', 'key', 'do'].includes(before)
    const isTarget = /^into$/i.test(word)
    if (isUpdate || isTarget || /^join$/i.test(word)) readRelation(tokens, at + 1, isTarget, relations)
    if (!/^(?:from|using)$/i.test(word) || before === 'distinct') return
    let end = readRelation(tokens, at + 1, false, relations)
    while (tokens[end] === ',') end = readRelation(tokens, end + 1, false, relations)
  })
  return relations
}

/** Notes the relation that begins at `start`, if it is a table. Answers where it ends. */
function readRelation(
  tokens: readonly string[],
  start: number,
  isTarget: boolean,
  found: Relation[],
): number {
  let at = start
  while (/^(?:only|lateral)$/i.test(tokens[at] ?? '')) at += 1
  if (tokens[at] === '(') return skipAlias(tokens, skipBrackets(tokens, at))
  const name = tokens[at] ?? ''
  at += 1
  // a function; behind the target of an insert stand its columns
  if (tokens[at] === '(' && !isTarget) return skipAlias(tokens, skipBrackets(tokens, at))
  // a column, as in extract(epoch from ride.created_at)
  if (tokens[at] === '.') return at + 2
  const end = skipAlias(tokens, at)
  const alias = end === at ? name : (tokens[end - 1] ?? name)
  if (/^["a-z_]/i.test(name)) {
    found.push({ table: unquote(name), alias: unquote(alias), isQuoted: name.startsWith('"'), isTarget })
  }
  return end
}

function skipBrackets(tokens: readonly string[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    if (tokens[at] === '(') depth += 1
    if (tokens[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return tokens.length
}

function skipAlias(tokens: readonly string[], at: number): number {
  if (/^as$/i.test(tokens[at] ?? '')) return at + 2
  const word = tokens[at] ?? ''
  return /^["a-z_]/i.test(word) && !isKeyword.test(word) ? at + 1 : at
}

function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase()
}

// Writes docs/wire.md, the page for people who write a client, from the contract: `npm run wire`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Definition, tenantFields } from '../../../src/contract/define.ts'
import { dispatchFailures } from '../../../src/contract/failures.ts'
import { type ActionName, actions } from '../../../src/contract/index.ts'
import { addedFields, commonFields } from './addedFields.ts'
import { listAnswered } from './specificationAnswers.ts'
import { type SpecificationCall, specificationCalls } from './specificationCalls.ts'

const contractFolder = join(import.meta.dirname, '../../../src/contract')

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export function writeWirePage(): string {
  const names = Object.keys(actions) as ActionName[]
  const ofSpecification = names.filter((name) => findCalls(name).length > 0)
  const ours = names.filter((name) => !ofSpecification.includes(name))
  return `${[
    head,
    '## Actions of the specification',
    ...ofSpecification.map(writeAction),
    '## Actions that we add',
    ...ours.map(writeAction),
  ].join('\n\n')}\n`
}

const head = `# Wire

For people who write a client. This page is written from the contract (\`npm run wire\`), and \`tests/server/wire.test.ts\` sends every call of the specification with the specification's own payload and compares the answer, with the fields that the specification reads of it, with this page.

A call is a \`POST\` to \`/dart/core\` with \`Content-Type: application/json\` and the action's name in \`action\`. A signed-in member's token goes in \`X-Dart-Token\`; it comes in the same header of the answer to a sign-in. An answer has \`success\`; a refusal has \`code\` and \`errorMessage\` too, \`faults\` for wrong fields, and \`retryAfter\` in seconds when it is worth waiting. Unknown fields are dropped.

Every call names its club by one of ${tenantFields.map((field) => `\`${field}\``).join(', ')}, by its token, or by the host.

| field that every call may have | what for |
| --- | --- |
${Object.entries(commonFields)
  .map(([field, why]) => `| \`${field}\` | ${why} |`)
  .join('\n')}

Every call can be refused with ${Object.keys(dispatchFailures)
  .map((code) => `\`${code}\``)
  .join(', ')}.`

function writeAction(name: ActionName): string {
  const definition: Definition = actions[name]
  const calls = findCalls(name)
  const said = docstrings.get(name)
  return [
    `### ${name}`,
    ...(said === undefined ? [] : [said]),
    `${callers[definition.access]}${definition.expired ? ' Also after the membership has ended.' : ''}`,
    writeFields(name, definition, calls),
    `Answers ${writeNames(toSchema(definition.output, 'output'))}.${
      definition.failures.length === 0
        ? ''
        : ` Refused with ${[...new Set(definition.failures)].map((code) => `\`${code}\``).join(', ')}.`
    }`,
    ...calls.map(writeCall),
  ].join('\n\n')
}

const callers: Readonly<Record<Definition['access'], string>> = {
  public: 'Anybody may call it.',
  member: 'A signed-in member calls it.',
  either: 'Visitors and signed-in members call it.',
  officer: 'An officer calls it.',
  judge: 'A judge calls it, with a grant.',
  voter: 'A voter calls it, with the secret of their link.',
}

function findCalls(name: ActionName): SpecificationCall[] {
  return specificationCalls.filter(({ action }) => action === name)
}

function writeCall(call: SpecificationCall): string {
  const { what, refused, afterwards, lacks = {} } = call
  const which = what === undefined ? "The specification's payload" : `The specification's payload, ${what},`
  if (refused === undefined) {
    const answered = listAnswered(call).map((field) => `\`${field}\``)
    return [
      `${which} is accepted${answered.length === 0 ? '' : `, and answered with ${answered.join(', ')}`}.`,
      ...Object.entries(lacks).map(([field, instead]) => `The answer has no \`${field}\`. ${instead}`),
      ...(afterwards === undefined ? [] : [afterwards]),
    ].join(' ')
  }
  return `${which} is refused with \`${refused.code}\`. ${refused.instead}`
}

function writeFields(name: ActionName, { input }: Definition, calls: readonly SpecificationCall[]): string {
  const schema = toSchema(input, 'input')
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return 'No fields.'
  const known = new Set(calls.flatMap((call) => [...listNames(call), ...(call.optional ?? [])]))
  const rows = fields.map(([field, type]) => {
    const isNeeded = schema.required?.includes(field) === true
    const why = calls.length === 0 || known.has(field) ? '' : findReason(name, field)
    return `| \`${field}\`${isNeeded ? '' : ', optional'} | ${writeType(type)} | ${why} |`
  })
  return ['| field | type | ours, and why |', '| --- | --- | --- |', ...rows].join('\n')
}

function findReason(name: ActionName, field: string): string {
  const why = addedFields[name]?.[field] ?? commonFields[field as keyof typeof commonFields]
  if (why === undefined) throw new Error(`addedFields does not say why ${name} has ${field}`)
  return why
}

/** The names of a payload: what stands behind them does not matter. */
function listNames({ input }: SpecificationCall): string[] {
  const anything: never = new Proxy(() => {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : anything),
  }) as never
  return Object.keys(input(anything))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
}

function writeNames({ properties = {}, required = [] }: Schema): string {
  const names = Object.keys(properties).map(
    (name) => `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
  )
  return names.length === 0 ? 'nothing more' : names.join(', ')
}

const largest = Number.MAX_SAFE_INTEGER

function writeType(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(writeType))].join(' or ')
  const { minimum = -largest, maximum = largest, maxLength, maxItems } = schema
  const range = [
    ...(minimum > -largest ? [`from ${minimum}`] : []),
    ...(maximum < largest ? [`to ${maximum}`] : []),
  ].join(' ')
  switch (schema.type) {
    case 'string':
      if (schema.format !== undefined) return schema.format
      return maxLength === undefined ? 'text' : `text, at most ${maxLength}`
    case 'integer':
      return `whole number${range === '' ? '' : ` ${range}`}`
    case 'number':
      return `number${range === '' ? '' : ` ${range}`}`
    case 'array':
      return `list${maxItems === undefined ? '' : ` of at most ${maxItems}`}: ${writeType(schema.items ?? {})}`
    case 'object':
      return schema.properties === undefined ? 'object' : `{ ${writeNames(schema)} }`
    case undefined:
      return 'anything'
    default:
      return schema.type
  }
}

/** What the contract says above each action. */
const docstrings = new Map(
  readdirSync(contractFolder).flatMap((file) => {
    const text = readFileSync(join(contractFolder, file), 'utf8')
    return [...text.matchAll(/ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): define\(/g)].map(
      ([, said = '', name = '']) => [name, said.replace(/\s*\n\s*\*\s?/g, ' ').trim()] as const,
    )
  }),
)

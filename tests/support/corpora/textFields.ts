// Every field of the contract in which somebody can write any text, and which of them a call has filled with the
// corpus.

import type { z } from 'zod'
import { eventPayload } from '../../../src/contract/eventOrders.ts'
import { type ActionName, actions } from '../../../src/contract/index.ts'
import { donationPayload, membershipPayload, renewalPayload } from '../../../src/contract/purchases.ts'
import { storePayload } from '../../../src/contract/store.ts'
import { removeInvisible } from '../../../src/domain/invisible.ts'
import type { ActionCase, HostileJourney } from '../clubs/actionCase.ts'
import { cases } from '../clubs/samples.ts'
import { hostileTexts } from './hostileTexts.ts'

/** Each is sent within an order, of which the contract knows only the kind. */
const payloads = {
  membership: membershipPayload,
  renewal: renewalPayload,
  donation: donationPayload,
  event: eventPayload,
  products: storePayload,
} as const

type TextsOf = Pick<ActionCase<ActionName>, 'texts' | 'textsApart'>

const twoLetters = 'two letters; what is stored of a member is longer, and is filled in at events'

/** Those of orders. Those of actions stand in the cases of their areas. */
const orderCases: Readonly<Record<keyof typeof payloads, TextsOf>> = {
  membership: { texts: 'sales', textsApart: { state: { why: twoLetters } } },
  renewal: {},
  donation: { texts: 'sales', textsApart: { state: { why: twoLetters } } },
  event: { texts: 'sales' },
  products: { texts: 'sales' },
}

const all: Readonly<Record<string, TextsOf>> = {
  ...cases,
  ...Object.fromEntries(Object.entries(orderCases).map(([kind, texts]) => [`order:${kind}`, texts])),
}

/** Why fields of these names are not filled with the corpus, unless a case says otherwise. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:.*\.)?(?:username|(?:receiptE|e)mail|email_address)$/,
    'an e-mail address, in which nothing can open or end a tag; any other text finds nobody or is refused',
  ],
  [
    /^(?:password|lookup|grant|challenge|linkSecret|proof|endpoint|keys\..*|version|known)$/,
    'a secret or made by our own code',
  ],
  [/^code$/, 'a secret: no screen shows it again'],
  [
    /^(?:avatar|images\[\]\.imageData)$/,
    'a picture or refused: `tests/server/security/content/pictures.test.ts`',
  ],
  [/^(?:.*\.)?(?:phone|(?:iso|country|long)Code)$/, 'a telephone number, of which screens show the digits'],
  [/^(?:order\.kind|entryId|toEntryId|votes\[\])$/, 'one of a list, or digits, or refused'],
  [/^judgeId$/, 'at most four characters, and letters and digits or unknown'],
]

/** The fields as `action path`; those of orders as `order:kind path`. */
export function listTextFields(): string[] {
  const inputs = Object.entries(actions).map(([name, { input }]) => [name, input] as const)
  const orders = Object.entries(payloads).map(([kind, input]) => [`order:${kind}`, input] as const)
  const fields = [...inputs, ...orders].flatMap(([name, input]) =>
    listTexts(input).map((path) => `${name} ${path}`),
  )
  return [...new Set(fields)]
}

/** The journey that fills a field, or why none does. Undefined for a field that is forgotten. */
function findTexts(field: string): HostileJourney | { readonly why: string } | undefined {
  const [name = '', path = ''] = field.split(' ')
  const { texts, textsApart = {} } = all[name] ?? {}
  const why = exceptions.find(([pattern]) => pattern.test(path))?.[1]
  return textsApart[path] ?? (why === undefined ? texts : { why })
}

export function listForgottenFields(): string[] {
  return listTextFields().filter((field) => findTexts(field) === undefined)
}

export function listFieldsOf(journey: HostileJourney): string[] {
  return listTextFields().filter((field) => findTexts(field) === journey)
}

/** Of a request's body, the fields with a text of the corpus. */
export function listSentFields(body: Record<string, unknown>): string[] {
  const { action, ...input } = body
  if (action === 'submit_batch' && Array.isArray(input.entries)) return input.entries.flatMap(listSentFields)
  const { kind, payload } = (input.order ?? {}) as { kind?: string; payload?: unknown }
  const ordered = kind === undefined ? [] : listHostile(payload).map((path) => `order:${kind} ${path}`)
  return [...listHostile(input).map((path) => `${action} ${path}`), ...ordered]
}

/** As they are typed, and as a name or a code has them. */
const hostileMarks = [...hostileTexts, ...hostileTexts.map(removeInvisible)].filter(
  (text) => text.trim() !== '',
)

function listHostile(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return hostileMarks.some((text) => value.includes(text)) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((one) => listHostile(one, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => listHostile(one, join(path, name)))
}

/** The paths of a schema's free texts: a string whose shape nothing else decides. */
function listTexts(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, one]) => listTexts(one, join(path, name)))
    case 'array':
      return listTexts(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((one) => listTexts(one, path))
    case 'optional':
    case 'nullable':
    case 'default':
      return listTexts(def.innerType, path)
    case 'pipe':
      return listTexts(def.in, path)
    case 'record':
      return listTexts(def.valueType, path)
    case 'string':
      return isShaped(def) ? [] : [path]
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'unknown':
      return []
    default:
      throw new Error(`${path} is of a type that is not known here: ${def.type}`)
  }
}

/** A uuid, an instant, or what a pattern says. */
function isShaped(def: z.core.$ZodStringDef & { format?: string }): boolean {
  const checks = (def.checks ?? []) as z.core.$ZodCheckStringFormat[]
  return def.format !== undefined || checks.some(({ _zod }) => _zod.def.format === 'regex')
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

// Every field of the contract in which somebody can write any text, and which of them a call has filled with the
// corpus.
import type { z } from 'zod'
import { eventPayload } from '../../../src/contract/eventOrders.ts'
import { actions } from '../../../src/contract/index.ts'
import { donationPayload, membershipPayload, renewalPayload } from '../../../src/contract/purchases.ts'
import { storePayload } from '../../../src/contract/store.ts'
import { hostileTexts } from './hostileTexts.ts'

/** Each is sent within an order, of which the contract knows only the kind. */
const payloads = {
  membership: membershipPayload,
  renewal: renewalPayload,
  donation: donationPayload,
  event: eventPayload,
  products: storePayload,
} as const

/** Which journey of `tests/e2e/hostile` fills a field. */
export type HostileJourney = 'shared' | 'sales' | 'contest'

const journeys: readonly (readonly [RegExp, HostileJourney])[] = [
  [
    /^(?:create|update)_(?:post|classified|member_ride)|^report_post|^update_member |^get_classifieds/,
    'shared',
  ],
  [/^(?:find|redeem)_link_code|^check_membership_card/, 'shared'],
  [/^create_(?:event_customer|entries|entry|vendor|ticket|member|payment_intent) /, 'sales'],
  [/^order:|^worker_signup|^sell_products /, 'sales'],
  [/^submit_ballot |^(?:submit|move|withdraw)_judging_form |^verify_judge/, 'contest'],
]

/** Why a field is not filled with the corpus. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [
    /^(?!submit_ballot).* (?:.*\.)?(?:username|(?:receiptE|e)mail|email_address)$/,
    'an e-mail address, in which nothing can open or end a tag; any other text finds nobody or is refused',
  ],
  [/^submit_ballot email$/, 'the form takes an address alone; what another client sends only officers see'],
  [
    / (?:password|lookup|grant|challenge|linkSecret|proof|endpoint|keys\..*|version|known)$/,
    'a secret or made by our own code',
  ],
  [/^(?!find_|redeem_|check_).* code$/, 'a secret: no screen shows it again'],
  [
    / (?:avatar|images\[\]\.imageData)$/,
    'a picture or refused: `tests/server/security/content/pictures.test.ts`',
  ],
  [/ (?:.*\.)?(?:phone|(?:iso|country|long)Code)$/, 'a telephone number, of which screens show the digits'],
  [/ (?:order\.kind|entryId|toEntryId|votes\[\])$/, 'one of a list, or digits, or refused'],
  [
    /^(?:create_member|order:(?:membership|donation)) state$/,
    'two letters; what is stored of a member is longer, and is filled in at events',
  ],
  [/^hide_post reason$/, 'what a moderator writes; its author alone reads it, as text'],
  [/ judgeId$/, 'at most four characters, and letters and digits or unknown'],
  [/^webpush_subscribe favourites/, 'compared with the ids of a schedule, and shown nowhere'],
  [/^redeem_link_code code$/, 'what `find_link_code` has found'],
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

export function findJourney(field: string): HostileJourney | undefined {
  if (exceptions.some(([pattern]) => pattern.test(field))) return undefined
  return journeys.find(([pattern]) => pattern.test(field))?.[1]
}

/** Neither filled nor an exception. */
export function listForgottenFields(): string[] {
  return listTextFields().filter(
    (field) => findJourney(field) === undefined && !exceptions.some(([pattern]) => pattern.test(field)),
  )
}

export function listFieldsOf(journey: HostileJourney): string[] {
  return listTextFields().filter((field) => findJourney(field) === journey)
}

/** Of a request's body, the fields with a text of the corpus. */
export function listSentFields(body: Record<string, unknown>): string[] {
  const { action, ...input } = body
  if (action === 'submit_batch' && Array.isArray(input.entries)) return input.entries.flatMap(listSentFields)
  const { kind, payload } = (input.order ?? {}) as { kind?: string; payload?: unknown }
  const ordered = kind === undefined ? [] : listHostile(payload).map((path) => `order:${kind} ${path}`)
  return [...listHostile(input).map((path) => `${action} ${path}`), ...ordered]
}

function listHostile(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return hostileTexts.some((text) => value.includes(text)) ? [path] : []
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

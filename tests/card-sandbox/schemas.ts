// Derives the JSON Schemas of the card sandbox from the SDK's own type declarations. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import {
  type InterfaceDeclaration,
  Node,
  Project,
  type PropertySignature,
  type TypeAliasDeclaration,
  type TypeNode,
} from 'ts-morph'

const root = join(import.meta.dirname, '..', '..')
const resources = join(root, 'node_modules', 'stripe', 'esm', 'resources')
export const schemasPath = join(root, 'card-sandbox', 'schemas.gen.json')

/**
 * The parameters that the sandbox accepts in each request. It refuses the provider's other parameters as
 * unknown.
 */
const requests: Readonly<Record<string, readonly [file: string, name: string, parameters: string]>> = {
  'payment_intents.create': [
    'PaymentIntents',
    'PaymentIntentCreateParams',
    `amount currency allowed_payment_method_types automatic_payment_methods capture_method confirm
     confirmation_method customer description error_on_requires_action expand metadata off_session
     payment_method receipt_email return_url setup_future_usage statement_descriptor_suffix use_stripe_sdk`,
  ],
  'payment_intents.retrieve': ['PaymentIntents', 'PaymentIntentRetrieveParams', 'client_secret expand'],
  'payment_intents.update': [
    'PaymentIntents',
    'PaymentIntentUpdateParams',
    'amount currency customer description expand metadata payment_method receipt_email setup_future_usage',
  ],
  'payment_intents.confirm': [
    'PaymentIntents',
    'PaymentIntentConfirmParams',
    `error_on_requires_action expand off_session payment_method receipt_email return_url
     setup_future_usage use_stripe_sdk`,
  ],
  'payment_intents.cancel': ['PaymentIntents', 'PaymentIntentCancelParams', 'cancellation_reason expand'],
  'payment_intents.list': [
    'PaymentIntents',
    'PaymentIntentListParams',
    'created customer ending_before expand limit starting_after',
  ],
  'setup_intents.create': [
    'SetupIntents',
    'SetupIntentCreateParams',
    `allowed_payment_method_types automatic_payment_methods confirm customer description expand metadata
     payment_method return_url usage use_stripe_sdk`,
  ],
  'setup_intents.retrieve': ['SetupIntents', 'SetupIntentRetrieveParams', 'client_secret expand'],
  'setup_intents.update': [
    'SetupIntents',
    'SetupIntentUpdateParams',
    'customer description expand metadata payment_method',
  ],
  'setup_intents.confirm': [
    'SetupIntents',
    'SetupIntentConfirmParams',
    'expand payment_method return_url use_stripe_sdk',
  ],
  'setup_intents.cancel': ['SetupIntents', 'SetupIntentCancelParams', 'cancellation_reason expand'],
  'setup_intents.list': [
    'SetupIntents',
    'SetupIntentListParams',
    'created customer ending_before expand limit payment_method starting_after',
  ],
  'customers.create': [
    'Customers',
    'CustomerCreateParams',
    'description email expand invoice_settings metadata name payment_method phone preferred_locales',
  ],
  'customers.retrieve': ['Customers', 'CustomerRetrieveParams', 'expand'],
  'customers.update': [
    'Customers',
    'CustomerUpdateParams',
    'description email expand invoice_settings metadata name phone preferred_locales',
  ],
  'customers.del': ['Customers', 'CustomerDeleteParams', ''],
  'customers.list': [
    'Customers',
    'CustomerListParams',
    'created email ending_before expand limit starting_after',
  ],
  'customers.listPaymentMethods': [
    'Customers',
    'CustomerListPaymentMethodsParams',
    'ending_before expand limit starting_after type',
  ],
  'customers.retrievePaymentMethod': ['Customers', 'CustomerRetrievePaymentMethodParams', 'expand'],
  'payment_methods.retrieve': ['PaymentMethods', 'PaymentMethodRetrieveParams', 'expand'],
  'payment_methods.list': [
    'PaymentMethods',
    'PaymentMethodListParams',
    'customer ending_before expand limit starting_after type',
  ],
  'payment_methods.attach': ['PaymentMethods', 'PaymentMethodAttachParams', 'customer expand'],
  'payment_methods.detach': ['PaymentMethods', 'PaymentMethodDetachParams', 'expand'],
  'charges.retrieve': ['Charges', 'ChargeRetrieveParams', 'expand'],
  'charges.list': [
    'Charges',
    'ChargeListParams',
    'created customer ending_before expand limit payment_intent starting_after',
  ],
  'refunds.create': ['Refunds', 'RefundCreateParams', 'amount charge expand metadata payment_intent reason'],
  'refunds.retrieve': ['Refunds', 'RefundRetrieveParams', 'expand'],
  'refunds.list': [
    'Refunds',
    'RefundListParams',
    'charge created ending_before expand limit payment_intent starting_after',
  ],
  'disputes.retrieve': ['Disputes', 'DisputeRetrieveParams', 'expand'],
  'events.retrieve': ['Events', 'EventRetrieveParams', 'expand'],
  'events.list': [
    'Events',
    'EventListParams',
    'created ending_before expand limit starting_after type types',
  ],
}

/** The objects in its answers. In place of any other object it has only the id, or nothing. */
const answers: Readonly<Record<string, readonly string[]>> = {
  PaymentIntents: ['PaymentIntent'],
  SetupIntents: ['SetupIntent'],
  Customers: ['Customer', 'DeletedCustomer'],
  PaymentMethods: ['PaymentMethod'],
  Charges: ['Charge'],
  Refunds: ['Refund'],
  Disputes: ['Dispute'],
  Events: [
    'ChargeDisputeClosedEvent',
    'ChargeDisputeCreatedEvent',
    'ChargeFailedEvent',
    'ChargeRefundedEvent',
    'ChargeSucceededEvent',
    'CustomerCreatedEvent',
    'CustomerDeletedEvent',
    'CustomerUpdatedEvent',
    'PaymentIntentCanceledEvent',
    'PaymentIntentCreatedEvent',
    'PaymentIntentPaymentFailedEvent',
    'PaymentIntentRequiresActionEvent',
    'PaymentIntentSucceededEvent',
    'PaymentMethodAttachedEvent',
    'PaymentMethodDetachedEvent',
    'RefundCreatedEvent',
    'RefundFailedEvent',
    'RefundUpdatedEvent',
    'SetupIntentCanceledEvent',
    'SetupIntentCreatedEvent',
    'SetupIntentRequiresActionEvent',
    'SetupIntentSetupFailedEvent',
    'SetupIntentSucceededEvent',
  ],
}
const usedObjects = new Set(Object.values(answers).flat())

type Schema = { readonly [keyword: string]: unknown }

/** The schemas, as the committed file has them. */
export function generateCardSchemas(): string {
  const project = new Project({
    compilerOptions: { moduleResolution: 100, module: 99, target: 99, skipLibCheck: true, noLib: true },
  })
  const fileOf = (name: string) => project.addSourceFileAtPath(join(resources, `${name}.d.ts`))
  const definitions = new Map<string, Schema>()
  const names = new Map<Node, string>()
  const intents = fileOf('PaymentIntents')
  /** Payment methods that are not cards: their parts of requests and answers are left out. */
  const otherWays = new Set(
    intents
      .getModuleOrThrow('PaymentIntent')
      .getTypeAliasOrThrow('AllowedPaymentMethodType')
      .getTypeNodeOrThrow()
      .getText()
      .match(/(?<=')\w+(?=')/g)
      ?.filter((name) => name !== 'card'),
  )

  const isOtherWay = (name: string): boolean =>
    [...otherWays].some((way) => name === way || name.startsWith(`${way}_`))

  function toSchema(node: TypeNode): Schema | undefined {
    if (Node.isParenthesizedTypeNode(node)) return toSchema(node.getTypeNode())
    if (Node.isLiteralTypeNode(node)) return { const: readLiteral(node.getText()) }
    if (Node.isUnionTypeNode(node)) return toUnion(node.getTypeNodes().map(toSchema))
    if (Node.isArrayTypeNode(node)) return toArray(node.getElementTypeNode())
    if (Node.isTypeLiteral(node)) {
      const [index] = node.getIndexSignatures()
      if (index === undefined) return undefined
      return toMap(toSchema(index.getReturnTypeNodeOrThrow()))
    }
    if (Node.isTypeReference(node)) return toReferred(node)
    const keyword = node.getText()
    if (keyword === 'string' || keyword === 'boolean' || keyword === 'null') return { type: keyword }
    // cents, seconds and counts: none of these resources has a fraction
    if (keyword === 'number') return { type: 'integer' }
    if (keyword === 'unknown') return {}
    if (keyword === 'void') return undefined
    throw new Error(`no schema for ${keyword} in ${node.getSourceFile().getBaseName()}`)
  }

  function toReferred(node: TypeNode): Schema | undefined {
    if (!Node.isTypeReference(node)) return undefined
    const name = node.getTypeName().getText()
    const [argument] = node.getTypeArguments()
    if (name === 'Array' && argument !== undefined) return toArray(argument)
    if (name === 'Record' || name === 'OtherString') return undefined
    if (name === 'Emptyable' && argument !== undefined) return toUnion([{ const: '' }, toSchema(argument)])
    if (name === 'Partial' || name === 'Decimal') return name === 'Decimal' ? { type: 'string' } : toMap({})
    if (name === 'ApiList' && argument !== undefined) {
      const item = toSchema(argument)
      return item === undefined ? undefined : toList(item)
    }
    const declaration = findDeclaration(node)
    if (Node.isTypeAliasDeclaration(declaration)) return define(declaration, declaration)
    if (isForeignObject(declaration)) return undefined
    return define(declaration, declaration)
  }

  function findDeclaration(node: TypeNode): InterfaceDeclaration | TypeAliasDeclaration {
    if (!Node.isTypeReference(node)) throw new Error('not a reference')
    const found = node.getTypeName().getSymbolOrThrow()
    const symbol = found.isAlias() ? found.getAliasedSymbolOrThrow() : found
    const declaration = symbol
      .getDeclarations()
      .find((one) => Node.isInterfaceDeclaration(one) || Node.isTypeAliasDeclaration(one))
    if (declaration === undefined) throw new Error(`${node.getText()} is declared nowhere`)
    return declaration as InterfaceDeclaration | TypeAliasDeclaration
  }

  function isForeignObject(declaration: InterfaceDeclaration): boolean {
    const mark = declaration.getProperty('object')?.getTypeNode()
    return Node.isLiteralTypeNode(mark) && !usedObjects.has(declaration.getName())
  }

  /** Gives everything that is longer than a line its own definition. */
  function define(key: Node, declaration: InterfaceDeclaration | TypeAliasDeclaration): Schema | undefined {
    const known = names.get(key)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    if (Node.isTypeAliasDeclaration(declaration)) {
      const schema = toSchema(declaration.getTypeNodeOrThrow())
      const text = JSON.stringify(schema)
      if (schema === undefined || text.length < 60) return schema
      const same = [...definitions].find(([, other]) => JSON.stringify(other) === text)
      return same === undefined
        ? share(key, nameOf(declaration), () => schema)
        : { $ref: `#/$defs/${same[0]}` }
    }
    return share(key, nameOf(declaration), () => toObject(declaration))
  }

  function share(key: Node, wanted: string, make: () => Schema): Schema {
    let name = wanted
    for (let count = 2; definitions.has(name); count += 1) name = `${wanted}${count}`
    names.set(key, name)
    definitions.set(name, {})
    definitions.set(name, make())
    return { $ref: `#/$defs/${name}` }
  }

  function toObject(declaration: InterfaceDeclaration, wanted?: ReadonlySet<string>): Schema {
    const [index] = declaration.getIndexSignatures()
    if (index !== undefined) return toMap(toSchema(index.getReturnTypeNodeOrThrow()))
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of listProperties(declaration)) {
      const name = property.getName()
      if (wanted === undefined ? isOtherWay(name) : !wanted.has(name)) continue
      const schema = toSchema(property.getTypeNodeOrThrow())
      if (schema === undefined) continue
      properties[name] = schema
      if (!property.hasQuestionToken()) required.push(name)
    }
    const missing = [...(wanted ?? [])].filter((name) => !(name in properties))
    if (missing.length > 0) throw new Error(`${declaration.getName()} has no ${missing.join(', ')}`)
    return {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    }
  }

  /** Its own properties, then those of the interfaces it extends. */
  function listProperties(declaration: InterfaceDeclaration): PropertySignature[] {
    const found = new Map(declaration.getProperties().map((property) => [property.getName(), property]))
    for (const base of declaration.getBaseDeclarations()) {
      if (!Node.isInterfaceDeclaration(base)) continue
      for (const property of listProperties(base)) {
        if (!found.has(property.getName())) found.set(property.getName(), property)
      }
    }
    return [...found.values()]
  }

  function toArray(element: TypeNode): Schema {
    const items = toSchema(element)
    return items === undefined ? { type: 'array', maxItems: 0 } : { type: 'array', items }
  }

  const requestSchemas: Record<string, Schema> = {}
  for (const [operation, [file, name, parameters]] of Object.entries(requests)) {
    const wanted = new Set(parameters.split(/\s+/).filter((word) => word !== ''))
    requestSchemas[operation] = toObject(fileOf(file).getInterfaceOrThrow(name), wanted)
  }
  const answerSchemas: Record<string, Schema> = {}
  const events: Schema[] = []
  for (const [file, objects] of Object.entries(answers)) {
    for (const name of objects) {
      const declaration = fileOf(file).getInterfaceOrThrow(name)
      const schema = define(declaration, declaration)
      if (schema === undefined) continue
      if (file === 'Events') events.push(schema)
      else answerSchemas[name] = schema
    }
  }
  answerSchemas.Event = { anyOf: events }
  const $defs = Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)))
  return toText({ requests: requestSchemas, answers: answerSchemas, $defs })
}

/** One schema per line, so that a diff shows what the SDK changed. */
function toText(parts: Readonly<Record<string, Readonly<Record<string, Schema>>>>): string {
  const sections = Object.entries(parts).map(([name, schemas]) => {
    const lines = Object.entries(schemas).map(([key, schema]) => `"${key}": ${JSON.stringify(schema)}`)
    return `"${name}": {\n${lines.join(',\n')}\n}`
  })
  return `{\n${sections.join(',\n')}\n}\n`
}

function readLiteral(text: string): string | number | boolean | null {
  return JSON.parse(text.replaceAll("'", '"'))
}

function toMap(values: Schema | undefined): Schema {
  return { type: 'object', additionalProperties: values ?? {} }
}

function toList(items: Schema): Schema {
  return {
    type: 'object',
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    },
    required: ['object', 'data', 'has_more', 'url'],
    additionalProperties: false,
  }
}

/** Joins string literals into one closed list; undefined if nothing is left. */
function toUnion(members: readonly (Schema | undefined)[]): Schema | undefined {
  const left = members.filter((member) => member !== undefined)
  const constants = left.filter((member) => 'const' in member).map((member) => member.const)
  const others = left.filter((member) => !('const' in member))
  const all = [
    ...(constants.length > 1 ? [{ enum: constants }] : constants.map((value) => ({ const: value }))),
    ...others,
  ]
  return all.length > 1 ? { anyOf: all } : all[0]
}

function nameOf(declaration: InterfaceDeclaration | TypeAliasDeclaration): string {
  const spaces = declaration
    .getAncestors()
    .filter((ancestor) => Node.isModuleDeclaration(ancestor))
    .map((ancestor) => ancestor.getName())
  return [...spaces.reverse(), declaration.getName()].join('.')
}

if (argv[1] === import.meta.filename) {
  const made = generateCardSchemas()
  if (argv.includes('--check')) {
    const isSame = readFileSync(schemasPath, 'utf8') === made
    console.log(
      isSame
        ? 'the schemas of the card sandbox are those of the SDK'
        : 'the schemas of the card sandbox are not those of the SDK: run node tests/card-sandbox/schemas.ts',
    )
    exit(isSame ? 0 : 1)
  }
  writeFileSync(schemasPath, made)
}

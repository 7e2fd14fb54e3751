// Checks requests and answers against the SDK's own types, from which `schemas.gen.json` is made.
import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { ApiFault, invalid } from './faults.ts'
import { type Parameters, type Schema, toTyped } from './form.ts'

interface Generated {
  readonly requests: Readonly<Record<string, Schema>>
  readonly answers: Readonly<Record<string, Schema>>
  readonly $defs: Readonly<Record<string, Schema>>
}

export type AnswerName =
  | 'PaymentIntent'
  | 'SetupIntent'
  | 'Customer'
  | 'DeletedCustomer'
  | 'PaymentMethod'
  | 'Charge'
  | 'Refund'
  | 'Dispute'
  | 'Event'

export interface CardSchemas {
  /** Returns the parameters with their types. Fails like the provider does. */
  checkRequest(operation: string, parameters: Parameters): Parameters
  /** A failure here is a fault of the sandbox. */
  checkAnswer(name: AnswerName, isList: boolean, answer: unknown): void
}

const root = 'schemas.gen.json'

export function loadCardSchemas(): CardSchemas {
  const generated = JSON.parse(readFileSync(new URL(`./${root}`, import.meta.url), 'utf8')) as Generated
  const ajv = new Ajv({ strict: true, strictTypes: false, validateSchema: false, code: { optimize: false } })
  // one document, so that schemas used in several places are compiled once
  const $defs: Record<string, Schema> = { ...generated.$defs }
  for (const [name, schema] of Object.entries(generated.requests)) $defs[`request ${name}`] = schema
  for (const [name, schema] of Object.entries(generated.answers)) $defs[name] ??= schema
  for (const name of Object.keys(generated.answers)) $defs[`list of ${name}`] = toList(name)
  ajv.addSchema({ $id: root, $defs })

  function getCheck(name: string): ValidateFunction {
    const check = ajv.getSchema(`${root}#/$defs/${encodeURIComponent(name)}`)
    if (check === undefined) throw new Error(`there is no schema for ${name}`)
    return check
  }

  function resolve(ref: string): Schema {
    const schema = generated.$defs[ref.slice(ref.lastIndexOf('/') + 1)]
    if (schema === undefined) throw new Error(`there is no schema ${ref}`)
    return schema
  }

  return {
    checkRequest(operation, parameters) {
      const schema = generated.requests[operation]
      if (schema === undefined) throw new Error(`there is no schema for ${operation}`)
      const typed = toTyped(parameters, schema, resolve) as Parameters
      const check = getCheck(`request ${operation}`)
      if (!check(typed)) throw toFault(check.errors?.[0])
      return typed
    },

    checkAnswer(name, isList, answer) {
      const check = getCheck(isList ? `list of ${name}` : name)
      if (check(answer)) return
      const error = check.errors?.at(-1)
      throw new ApiFault(500, {
        type: 'api_error',
        message: `The sandbox made an answer that is no ${name}: ${error?.instancePath} ${error?.message}`,
      })
    },
  }
}

function toList(name: string): Schema & { required: readonly string[] } {
  return {
    type: 'object',
    properties: {
      object: { const: 'list' },
      url: { type: 'string' },
      has_more: { type: 'boolean' },
      data: { type: 'array', items: { $ref: `#/$defs/${name}` } },
    },
    required: ['object', 'url', 'has_more', 'data'],
    additionalProperties: false,
  }
}

function toFault(error: ErrorObject | undefined): ApiFault {
  const path = (error?.instancePath ?? '').split('/').filter((part) => part !== '')
  const { missingProperty, additionalProperty } = (error?.params ?? {}) as Record<string, unknown>
  const own = missingProperty ?? additionalProperty
  const param = toName(typeof own === 'string' ? [...path, own] : path)
  if (error?.keyword === 'required') {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (error?.keyword === 'additionalProperties') {
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (error?.keyword === 'type' && error.params.type === 'integer') {
    return invalid(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param })
  }
  return invalid(`Invalid ${param}: ${error?.message ?? 'it does not fit'}`, { param })
}

function toName([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((part) => `[${part}]`).join('')
}

// Reads request bodies: `metadata[order]=7&expand[0]=customer` becomes an object with the types of a schema.
import { invalid } from './faults.ts'

export type Parameters = { readonly [name: string]: unknown }

const deepest = 6
const mostParameters = 500
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

interface Branch {
  [name: string]: string | Branch
}

/** In the result every value is still text. */
export function parseForm(text: string): Parameters {
  const root: Branch = {}
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    if (count > mostParameters) throw invalid('There are too many parameters.')
    if (name.includes('\0') || value.includes('\0')) throw invalid('A parameter holds a zero byte.')
    place(root, toPath(name), value)
  }
  return toValue(root) as Parameters
}

function toPath(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  const [, first = '', rest = ''] = match ?? []
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
  if (match === null || path.length > deepest || path.some((part) => forbiddenNames.has(part))) {
    throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`)
  }
  return path
}

function place(root: Branch, path: readonly string[], value: string): void {
  let branch = root
  path.forEach((part, index) => {
    const name = part === '' ? String(Object.keys(branch).length) : part
    if (index === path.length - 1) {
      branch[name] = value
      return
    }
    const next = branch[name]
    if (typeof next === 'object') branch = next
    else {
      const made: Branch = {}
      branch[name] = made
      branch = made
    }
  })
}

/** A branch whose names are 0, 1, 2 … is a list. */
function toValue(branch: Branch | string): unknown {
  if (typeof branch === 'string') return branch
  const names = Object.keys(branch)
  if (names.length > 0 && names.every((name, index) => name === String(index))) {
    return Object.values(branch).map(toValue)
  }
  return Object.fromEntries(Object.entries(branch).map(([name, value]) => [name, toValue(value)]))
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

/** Turns text into numbers and booleans where the schema wants them. The check reports what does not fit. */
export function toTyped(value: unknown, schema: Schema, resolve: (ref: string) => Schema): unknown {
  if (schema.$ref !== undefined) return toTyped(value, resolve(schema.$ref), resolve)
  if (schema.anyOf !== undefined) return toFirstTyped(value, schema.anyOf, resolve)
  if (typeof value === 'string') {
    if (schema.type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
    if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
    return value
  }
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? value : value.map((item) => toTyped(item, items, resolve))
  }
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, additionalProperties } = schema
  const other = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const of = Object.hasOwn(properties, name) ? properties[name] : other
      return [name, of === undefined ? member : toTyped(member, of, resolve)]
    }),
  )
}

function toFirstTyped(value: unknown, choices: readonly Schema[], resolve: (ref: string) => Schema): unknown {
  for (const choice of choices) {
    if (choice.const === value || choice.enum?.includes(value)) return value
  }
  for (const choice of choices) {
    const typed = toTyped(value, choice, resolve)
    if (typed !== value) return typed
  }
  return value
}

// Compares what people intended, what screens said, what the devices hold and what the server has.
import { findContradictions } from './contradictions.ts'
import type { Intention, Ledger, ShownRecord } from './ledger.ts'
import {
  groupBy,
  hasContent,
  type StoredSubmission,
  tell,
  tellRow,
  toPlace,
  toPlaceOfStored,
} from './stored.ts'

/** One entry of a device's outbox at the end of the run. */
export interface DeviceEntry {
  device: string
  key: string
  state: string
  code?: string
  /** The intention that it belongs to; undefined if nobody can tell: then the device invented it. */
  intention?: string
}

export interface Finding {
  /** `contradicted`: a screen said other than the database. `overdue`: waited although the server answered. */
  kind: 'lost' | 'doubled' | 'invented' | 'contradicted' | 'overdue'
  why: string
}

/** How long an entry waited on an open page after the server had come back. */
export interface Wait {
  device: string
  key: string
  ms: number
}

export interface Audit {
  attempted: number
  saved: number
  delivered: number
  refused: number
  lost: number
  doubled: number
  invented: number
  contradicted: number
  overdue: number
  faults: number
  seed: string
  /** How often somebody read a screen. */
  readings: number
  longestWaitMs: number
  findings: Finding[]
}

export interface AuditParts {
  ledger: Pick<Ledger, 'intentions' | 'sayingsOf' | 'readings'>
  onDevices: readonly DeviceEntry[]
  stored: readonly StoredSubmission[]
  waits?: readonly Wait[]
  /** The longest that may be waited. */
  allowedWaitMs?: number
  faults: number
  seed: string
  /** Refusals that are right for this intention. Any other refusal is a loss. */
  mayRefuse?(intention: Intention, code: string): boolean
}

const faultKinds = ['lost', 'doubled', 'invented', 'contradicted', 'overdue'] as const

export function toAuditLine(audit: Audit): string {
  const names = ['attempted', 'saved', 'delivered', 'refused', ...faultKinds, 'faults'] as const
  const counts = names.map((name) => `${name} ${audit[name]}`)
  const line = `${counts.join(' ')} seed ${audit.seed}`
  return isVoid(audit) ? `${line} void: no fault struck` : line
}

/** A run in which no fault hit a submission proves nothing. */
export function isVoid(audit: Audit): boolean {
  return audit.faults === 0
}

export function isClean(audit: Audit): boolean {
  return !isVoid(audit) && faultKinds.every((kind) => audit[kind] === 0)
}

export function audit({
  ledger,
  onDevices,
  stored,
  waits = [],
  allowedWaitMs = Number.POSITIVE_INFINITY,
  faults,
  seed,
  mayRefuse = () => false,
}: AuditParts): Audit {
  const findings: Finding[] = []
  const find = (kind: Finding['kind'], why: string): void => {
    findings.push({ kind, why })
  }
  const byPlace = groupBy(stored, toPlaceOfStored)
  const entriesOf = groupBy(
    onDevices.filter(({ intention }) => intention !== undefined),
    ({ intention }) => intention ?? '',
  )
  const explained = new Set<StoredSubmission>()
  let saved = 0
  let delivered = 0
  let refused = 0

  for (const intention of ledger.intentions) {
    const sayings = ledger.sayingsOf(intention.id)
    const entries = entriesOf.get(intention.id) ?? []
    const rows = (byPlace.get(toPlace(intention)) ?? []).filter((row) => hasContent(row, intention))
    // two phones may send the same content: a row under the other phone's key is not this one's double
    const own = rows.filter(({ key }) => isOwnRow(key, intention, ledger.intentions, entries))
    for (const row of rows) explained.add(row)
    if (own.length > 1) {
      for (const row of own.slice(1)) find('doubled', `${tell(intention)} stands there again as ${row.key}`)
    }
    if (entries.length > 1) find('doubled', `${tell(intention)} lies ${entries.length} times on its device`)
    const isSaved = entries.length > 0 || sayings.some(({ word }) => word === 'saved')
    if (isSaved) saved += 1
    const isThere = rows.length > 0
    if (isThere) delivered += 1
    const refusal = findRefusal(sayings, entries)
    if (
      sayings.some(({ word }) => word === 'accepted') ||
      entries.some(({ state }) => state === 'accepted')
    ) {
      if (!isThere) find('invented', `${tell(intention)} was called accepted and is not there`)
    }
    if (refusal !== undefined) {
      refused += 1
      if (!mayRefuse(intention, refusal)) find('lost', `${tell(intention)} was refused as ${refusal}`)
      else if (rows.some(({ key }) => key === intention.key || entries.some((entry) => entry.key === key)))
        find('invented', `${tell(intention)} was called refused (${refusal}) and is there`)
    } else if (isSaved && !isThere) {
      const states = entries.map(({ state, code }) => (code === undefined ? state : `${state} ${code}`))
      find(
        'lost',
        `${tell(intention)} was saved and is not there (${states.join(', ') || 'not on its device'})`,
      )
    }
  }

  for (const entry of onDevices) {
    if (entry.intention === undefined)
      find('invented', `${entry.device} holds ${entry.key}, which nobody meant`)
  }
  for (const row of stored) {
    if (!explained.has(row)) find('invented', `${tellRow(row)} is there and nobody meant it`)
  }
  const halves = groupBy(
    ledger.intentions.filter(({ key }) => key !== undefined),
    ({ key }) => key ?? '',
  )
  for (const [key, rows] of groupBy(stored, (row) => row.key)) {
    // a sheet that is moved has an effect at each of the two cars, and they stand there together
    const most = halves.get(key)?.length ?? 1
    if (rows.length < most) find('lost', `the key ${key} has only ${rows.length} of ${most} effects`)
    if (rows.length > most) find('doubled', `the key ${key} has ${rows.length} effects`)
  }
  for (const [place, rows] of byPlace) {
    const current = rows.filter((row) => row.current)
    if (current.length > 1) find('doubled', `${place} counts ${current.length} times`)
    const newest = rows.reduce((most, { sequence }) => Math.max(most, sequence ?? 0), 0)
    const isTakenBack = rows.some((row) => row.withdrawn && row.sequence === newest)
    if (current.length === 0 && !isTakenBack) find('lost', `${place} has submissions, and none counts`)
    if (current[0] !== undefined && (current[0].sequence ?? 0) < newest)
      find('lost', `${place} counts by an older sheet`)
  }
  for (const why of findContradictions({ ledger, stored, onDevices })) find('contradicted', why)
  for (const { device, key, ms } of waits) {
    if (ms > allowedWaitMs) find('overdue', `${key} waited ${ms} ms on ${device} for a server that answered`)
  }
  const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length
  return {
    attempted: ledger.intentions.length,
    saved,
    delivered,
    refused,
    lost: count('lost'),
    doubled: count('doubled'),
    invented: count('invented'),
    contradicted: count('contradicted'),
    overdue: count('overdue'),
    faults,
    seed,
    readings: ledger.readings.length,
    longestWaitMs: Math.max(0, ...waits.map(({ ms }) => ms)),
    findings,
  }
}

/**
 * A row belongs to this intention if it has its key, or a key of no intention: for a real screen only the
 * content connects them. A row under another intention's key belongs to that one.
 */
function isOwnRow(
  key: string,
  intention: Intention,
  all: readonly Intention[],
  entries: readonly DeviceEntry[],
): boolean {
  if (intention.key === key || entries.some((entry) => entry.key === key)) return true
  return !keysOf(all).has(key)
}

const keySets = new WeakMap<readonly Intention[], Set<string>>()
function keysOf(all: readonly Intention[]): Set<string> {
  const known = keySets.get(all)
  if (known !== undefined) return known
  const keys = new Set(all.flatMap(({ key }) => (key === undefined ? [] : [key])))
  keySets.set(all, keys)
  return keys
}

function findRefusal(sayings: readonly ShownRecord[], entries: readonly DeviceEntry[]): string | undefined {
  const entry = entries.find(({ state }) => state === 'refused')
  if (entry !== undefined) return entry.code ?? 'refused'
  if (entries.some(({ state }) => state === 'accepted')) return undefined
  const said = sayings.find(({ word }) => word === 'refused')
  return said === undefined ? undefined : (said.code ?? 'refused')
}

/** Only a voter who has sent another ballot too may be told that theirs was used. */
export function createRefusals(
  intentions: readonly Intention[],
): (intention: Intention, code: string) => boolean {
  const ballots = Map.groupBy(
    intentions.filter((intention) => intention.kind === 'ballot'),
    ({ voterId }) => voterId,
  )
  return (intention, code) => {
    if (intention.kind !== 'ballot' || code !== 'ballot-used') return false
    return (ballots.get(intention.voterId) ?? []).length > 1
  }
}

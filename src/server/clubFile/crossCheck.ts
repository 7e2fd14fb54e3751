// Checks between the records of a club file: references that exist, windows, and what each kind checks itself.
import type { Fault } from './faults.ts'
import type { ReadRecords } from './read.ts'
import type { Checking, FileRecord, Warning } from './recordKind.ts'

/** Faults between records. `read.faults` are the faults within one record. */
export function crossCheck({ records, declared }: ReadRecords): Fault[] {
  const faults: Fault[] = []
  /** By kind, parent, field and value, which record had it first. */
  const firsts = new Map<string, FileRecord>()
  const checking: Checking = {
    byTable: groupByTable(records),
    declared,
    report({ place }, field, message) {
      faults.push({ place: field === '' ? place : `${place}.${field}`, message })
    },
    reportDouble(record, within, field, value, what, why) {
      const parent = within === 'parent' ? (record.parent?.place ?? '') : ''
      const key = `${record.kind.name}\n${parent}\n${field}\n${value}`
      const first = firsts.get(key)
      if (first === undefined) {
        firsts.set(key, record)
        return
      }
      const isSpelledAlike = first.value[field] === record.value[field]
      const reason = isSpelledAlike || why === undefined ? '' : `, because ${why}`
      checking.report(record, field, `${what} is taken by ${first.place}${reason}`)
    },
  }
  for (const record of records) {
    checkNames(record, checking)
    checkWindows(record, checking)
    record.kind.check?.(record, checking)
  }
  return faults
}

/** What is hardly meant. Nothing is refused for it. */
export function listWarnings(records: readonly FileRecord[], now: number): Fault[] {
  const warnings: Fault[] = []
  const report: Warning['report'] = ({ place }, field, message) => {
    warnings.push({ place: `${place}.${field}`, message })
  }
  for (const record of records) record.kind.warn?.(record, { now, report })
  return warnings
}

function groupByTable(records: readonly FileRecord[]): Checking['byTable'] {
  const tables = Map.groupBy(records, ({ kind }) => kind.table)
  return new Map(
    [...tables].map(([table, each]) => [table, new Map(each.map((record) => [record.ref, record]))]),
  )
}

function checkNames(record: FileRecord, { byTable, declared, report }: Checking): void {
  const { columns, ofSameParent, ofSameRoot } = record.kind
  for (const { field, refTo } of Object.values(columns)) {
    if (field === null || refTo === undefined) continue
    const ref = record.value[field]
    if (typeof ref !== 'string') continue
    if (!declared.get(refTo)?.has(ref)) {
      report(record, field, `no ${refTo.replace('_', ' ')} in the file has the ref '${ref}'`)
      continue
    }
    const target = byTable.get(refTo)?.get(ref)
    if (target === undefined) continue
    if (ofSameParent?.includes(field) && target.parent !== record.parent) {
      report(record, field, `'${ref}' belongs to ${target.parent?.place}`)
    }
    if (ofSameRoot?.includes(field) && findRoot(target) !== findRoot(record)) {
      report(record, field, `'${ref}' belongs to ${findRoot(target).place}`)
    }
  }
}

/** The record of the club that a record stands below, like its event. */
export function findRoot(record: FileRecord): FileRecord {
  return record.parent === null ? record : findRoot(record.parent)
}

function checkWindows(record: FileRecord, { report }: Checking): void {
  for (const [start, end] of record.kind.windows ?? []) {
    const [from, to] = [record.value[start], record.value[end]]
    if (typeof from !== typeof to) {
      const [there, missing] = typeof from === 'string' ? [start, end] : [end, start]
      report(record, missing, `is missing, but ${there} is set`)
    } else if (typeof from === 'string' && typeof to === 'string' && Date.parse(from) >= Date.parse(to)) {
      report(record, end, `must be after ${start}`)
    }
  }
}

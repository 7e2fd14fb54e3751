// What a transaction may read of all clubs together: whether something is due, and how many there are of something.

/**
 * By table of clubs, the columns that say so. None holds what a person has written or is called. A table needs the policy
 * of a migration too (`showAcrossClubs`).
 */
export const acrossColumns = {
  purchase_order: ['tenant_id', 'state', 'look_at'],
  hold: ['tenant_id', 'state', 'quantity'],
  alert: ['tenant_id', 'made_at'],
  shift_worker: ['tenant_id', 'asked_until'],
  picture: ['tenant_id', 'hash', 'kind'],
  media_file: ['tenant_id', 'hash'],
  saved_card: ['tenant_id', 'mode', 'is_default', 'consent'],
  club: ['tenant_id', 'time_zone'],
  officer: ['tenant_id', 'taken_at', 'until_at', 'event_id'],
} as const

/** Of the tables without a club that are read beside them. */
const sharedColumns = ['id', 'uuid', 'slug', 'suspended', 'club_id', 'due_at'] as const

const columns: ReadonlySet<string> = new Set([...Object.values(acrossColumns).flat(), ...sharedColumns])

export function isAcrossTable(name: string): boolean {
  return Object.hasOwn(acrossColumns, name)
}

export function isAcrossColumn(name: string): boolean {
  return columns.has(name)
}

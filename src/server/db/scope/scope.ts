// In which club's name the next transaction begins; null for none, and then perhaps to read a little of all clubs.
import { AsyncLocalStorage } from 'node:async_hooks'
import { largestId } from '../../limits/sizes.ts'

/** `across`: in no club's name, and reads a little of all of them. */
export type TransactionName = number | null | 'across'

interface OpenScope {
  tenantId: TransactionName
  open: boolean
  hasQueued: boolean
}

const current = new AsyncLocalStorage<OpenScope>()

/**
 * Refuses a second transaction inside the body of a first: with a single connection it would wait for ever.
 * Calls `onQueued` when the body has succeeded and queued a job.
 */
export async function runInScope<T>(
  tenantId: TransactionName,
  body: () => Promise<T>,
  onQueued?: () => void,
): Promise<T> {
  if (current.getStore()?.open) {
    throw new Error('A transaction is already open here: use the one that was passed in.')
  }
  const opened: OpenScope = { tenantId, open: true, hasQueued: false }
  const result = await current.run(opened, async () => {
    try {
      return await body()
    } finally {
      opened.open = false
    }
  })
  if (opened.hasQueued) onQueued?.()
  return result
}

/** Notes that the open transaction has queued a job. */
export function noteQueued(): void {
  const opened = current.getStore()
  if (opened !== undefined) opened.hasQueued = true
}

/** The club in whose name the open transaction works; null for none. */
export function findOpenClub(): number | null {
  const tenantId = current.getStore()?.tenantId ?? null
  return tenantId === 'across' ? null : tenantId
}

/** Whether the open transaction reads of all clubs. */
export function isAcrossClubs(): boolean {
  return current.getStore()?.tenantId === 'across'
}

/** From now on the queries of the open transaction are for this club. */
export function enterClub(tenantId: number): void {
  const opened = current.getStore()
  if (opened !== undefined) opened.tenantId = tenantId
}

/** One simple query in one round trip. It cannot have parameters, so the id is checked to be an integer. */
export function writeBegin(): string {
  const store = current.getStore()
  if (!store?.open) throw new Error('A transaction must say in whose name it runs: inTenant or withoutClub.')
  const { tenantId } = store
  if (tenantId === null) return 'begin'
  // the policy that shows the rows of all clubs asks for the setting, and PostgreSQL refuses every write
  if (tenantId === 'across') return "begin read only; set local app.across = 'on'"
  if (!Number.isInteger(tenantId) || tenantId < 1 || tenantId > largestId) {
    throw new Error(`${tenantId} is not the number of a club.`)
  }
  return `begin; set local role sf_app; set local app.tenant = '${tenantId}'`
}

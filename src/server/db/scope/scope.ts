// In whose name the next transaction begins: a club's or the owner's.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Scope = { readonly kind: 'tenant'; readonly tenantId: number } | { readonly kind: 'owner' }

interface OpenScope {
  readonly scope: Scope
  open: boolean
  hasQueued: boolean
}

const current = new AsyncLocalStorage<OpenScope>()

const largestId = 2 ** 31 - 1

/**
 * Refuses a second transaction inside the body of a first: with a single connection it would wait for ever.
 * Calls `onQueued` when the body has succeeded and queued a job.
 */
export async function runInScope<T>(scope: Scope, body: () => Promise<T>, onQueued?: () => void): Promise<T> {
  if (current.getStore()?.open) {
    throw new Error('A transaction is already open here: use the one that was passed in.')
  }
  const opened: OpenScope = { scope, open: true, hasQueued: false }
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

/** One simple query in one round trip. It cannot have parameters, so the id is checked to be an integer. */
export function writeBegin(): string {
  const store = current.getStore()
  if (!store?.open) throw new Error('A transaction must say in whose name it runs: inTenant or asOwner.')
  if (store.scope.kind === 'owner') return 'begin'
  const { tenantId } = store.scope
  if (!Number.isInteger(tenantId) || tenantId < 1 || tenantId > largestId) {
    throw new Error(`${tenantId} is not the number of a club.`)
  }
  return `begin; set local role sf_app; set local app.tenant = '${tenantId}'`
}

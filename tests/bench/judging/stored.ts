// Whether the club has each sheet that was sent, once.
import type { OpenOptions } from '../../../src/server/db/open.ts'
import type { Subject } from '../subject.ts'

/** A fault if some of these sheets are missing, or there more than once. No server may have the database open. */
export async function checkStored(
  subject: Subject,
  options: OpenOptions,
  tenantId: number,
  keys: readonly string[],
): Promise<string | undefined> {
  const { openDatabase } =
    await subject.load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')
  const database = await openDatabase(options)
  const stored = await database.inTenant(tenantId, (tx) =>
    tx.selectFrom('sheet').where('tenant_id', '=', tenantId).where('key', 'in', keys).select('key').execute(),
  )
  await database.close()
  const lost = keys.length - new Set(stored.map(({ key }) => key)).size
  const doubled = stored.length - (keys.length - lost)
  return lost === 0 && doubled === 0 ? undefined : `not each sheet once: lost ${lost}, doubled ${doubled}`
}

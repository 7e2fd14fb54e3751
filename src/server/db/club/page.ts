// All SQL about a club's own pages.
import type { Page } from '../../../domain/club.ts'
import type { Tx } from '../open.ts'

/** As stored: `content` is not yet fit to be shown. */
export function listPages(tx: Tx, tenantId: number): Promise<Page[]> {
  return tx
    .selectFrom('page')
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'content'])
    .execute()
}

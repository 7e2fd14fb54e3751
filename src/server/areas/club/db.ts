// All SQL about a club's own pages.
import type { ClubPage } from '../../../domain/club.ts'
import type { Tx } from '../../db/open.ts'

/** As stored: `content` has not been cleaned for showing. */
export function listPages(tx: Tx): Promise<ClubPage[]> {
  return tx.selectFrom('page').orderBy('position').orderBy('id').select(['id', 'name', 'content']).execute()
}

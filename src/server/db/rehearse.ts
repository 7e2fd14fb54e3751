// Does something and undoes it, so that a dry run says what really would come of it.
import { sql } from 'kysely'
import type { Tx } from './open.ts'

/** Answers what came of it, or throws what it has thrown. Nothing of it stays. */
export async function rehearse<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(tx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint rehearsal`.execute(tx)
  }
}

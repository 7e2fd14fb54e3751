// Counts the statements of a transaction.
import type { Tx } from '../../../src/server/db/open.ts'

/** The same transaction. It counts the statements sent through it. */
export function countStatements(tx: Tx): { tx: Tx; read(): number } {
  let count = 0
  const counting = tx.withPlugin({
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { tx: counting as Tx, read: () => count }
}

// Names for statements that are worth preparing. They are the same on every connection.
import { longestPreparedStatement, mostPreparedStatements } from '../../limits/machine.ts'

const isQuery = /^\s*(?:select|insert|update|delete|merge|with)\b/i
const star = /(?<!\()\b(?:select|returning)\s+(?:distinct\s+)?\*|\.\*/i

/**
 * The name under which a statement is prepared; undefined when it should run unprepared. The number of names
 * is limited, because every connection keeps each of them. A statement that answers a star is never prepared:
 * after the table gets a new column, its plan would fail for ever (0A000). A star in a subquery does no harm.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()

  find(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= mostPreparedStatements || text.length > longestPreparedStatement) return undefined
    if (!isQuery.test(text) || star.test(text)) return undefined
    const name = `s${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}

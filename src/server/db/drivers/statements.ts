// Names for the statements that are worth preparing, the same on every connection.

const maxNamed = 1000
const maxLength = 4000
const isQuery = /^\s*(?:select|insert|update|delete|merge|with)\b/i
const star = /\b(?:select|returning)\s+(?:distinct\s+)?\*|\.\*/i

/**
 * Finds the name under which a text is prepared; undefined when it is to run unprepared. The number of
 * names is bounded, because each is kept on each connection; a list of columns that is a star is never
 * prepared, because its plan would fail for ever after the table has got a new column (0A000).
 */
export class StatementNames {
  readonly #names = new Map<string, string>()

  find(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= maxNamed || text.length > maxLength) return undefined
    if (!isQuery.test(text) || star.test(text)) return undefined
    const name = `s${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}

// Reads from a statement's text which tables it writes to.

/** Without `for update` and `do update set`. */
const write =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/gi
/** Kinds of statements that write rows only in ways that `write` finds. */
const isKnown =
  /^\s*(?:select|insert|update|delete|merge|with|values|set|show|explain|analyze|vacuum|checkpoint|lock)\b/i

/** Other kinds of statements count as writing to every table, which `*` stands for. */
export function listWrittenTables(text: string): string[] {
  if (!isKnown.test(text)) return ['*']
  return [...text.matchAll(write)].map(([, table = '*']) => table.toLowerCase())
}

// Which tables a statement writes to, read off its text.

/** Not `for update`, nor `do update set`. */
const write =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/gi
/** What can write no row but as `write` finds it. */
const isKnown =
  /^\s*(?:select|insert|update|delete|merge|with|values|set|show|explain|analyze|vacuum|checkpoint|lock)\b/i

/** A statement of a kind that is not foreseen counts as writing to anything, which `*` stands for. */
export function listWrittenTables(text: string): string[] {
  if (!isKnown.test(text)) return ['*']
  return [...text.matchAll(write)].map(([, table = '*']) => table.toLowerCase())
}

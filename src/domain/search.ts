// Search in lists: ignores accents and case, and every word must be found.

/** Text as people type it in a hurry: lower case, no accents, single spaces. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a query, folded; none for an empty one. */
export function toWords(query: string): string[] {
  return foldText(query)
    .split(' ')
    .filter((word) => word !== '')
}

/** Whether the folded text contains every word. No words match everything. */
export function isMatch(words: readonly string[], folded: string): boolean {
  return words.every((word) => folded.includes(word))
}

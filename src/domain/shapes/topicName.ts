// When two names of topics are the same.

/** The same for names that differ only in capitals, spaces, how a letter is written, or what cannot be seen. */
export function foldTopic(topic: string): string {
  // first capital, then small letters: a language may have two small letters for one capital
  const letters = topic.normalize('NFKC').toUpperCase().toLowerCase()
  return letters
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

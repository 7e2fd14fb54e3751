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

/** Spellings and words of the trade that mean one thing, folded. A search for one finds the others. */
const sameThings: readonly (readonly string[])[] = [
  ['tyre', 'tire', 'llanta', 'neumatico'],
  ['axle', 'axel', 'eje'],
  ['carburettor', 'carburetor', 'carburador'],
  ['bonnet', 'hood', 'cofre', 'capo'],
  ['windscreen', 'windshield', 'parabrisa'],
  ['wing', 'fender', 'guardabarro', 'salpicadera'],
  ['spanner', 'wrench'],
  ['gearbox', 'transmission', 'transmision'],
  ['silencer', 'muffler', 'escape', 'exhaust'],
  ['petrol', 'gasoline', 'gasolina'],
  ['lamp', 'headlight', 'faro'],
  ['aluminium', 'aluminum', 'aluminio'],
  ['toilet', 'restroom', 'bano'],
]

/** "Tires" for "tire": the endings of the plural, in both languages, of words long enough to have one. */
function toStem(word: string): string {
  return word.length > 4 ? word.replace(/(?<=ch|sh|x|ss)es$|(?<!s)s$/, '') : word
}

/** The forms in which a word may stand in a text. */
function toForms(word: string): readonly string[] {
  const stem = toStem(word)
  return sameThings.find((forms) => forms.includes(stem)) ?? [stem]
}

/** Whether the folded text contains every word, as it is typed or by its meaning. No words match everything. */
export function isMatch(words: readonly string[], folded: string): boolean {
  const starts = ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  return words.every(
    (word) => folded.includes(word) || toForms(word).some((form) => starts.includes(` ${form}`)),
  )
}

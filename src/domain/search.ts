// Search in lists: ignores accents and case, and every word must be found.

/** Letters that are no other letter with an accent, as people without them on their keyboard write them. */
const plain: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ð: 'd',
    đ: 'd',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ĸ: 'k',
    ł: 'l',
    ŋ: 'n',
    ŧ: 't',
  },
}
const notPlain = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/** As people type and print one. Two of them are accents where no letter follows. */
const apostrophes = /[‘’ʼ′]|(?<=\p{L})[`´](?=\p{L})/gu

/** Text as people type it in a hurry: lower case, no accents, plain letters, half width, single spaces. */
export function foldText(text: string): string {
  return text
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(notPlain, (letter) => plain[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a query, folded, with spaces or commas between them; none for an empty one. A car's number may be typed as on its sign: "#204". */
export function toWords(query: string): string[] {
  return foldText(query)
    .split(/[ ,]/)
    .map((word) => word.replace(/^#/, ''))
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
  ['toilet', 'restroom', 'bathroom', 'lavatory', 'loo', 'wc', 'bano', 'aseo', 'sanitario'],
  ['parking', 'estacionamiento', 'aparcamiento'],
  ['water', 'agua'],
  ['gate', 'entrance', 'puerta', 'acceso'],
  ['coffee', 'cafe', 'espresso', 'cappuccino', 'latte'],
  ['beer', 'cerveza'],
  ['ice cream', 'helado', 'gelato', 'paleta'],
  ['burger', 'hamburger', 'hamburguesa'],
  ['food', 'comida'],
  ['breakfast', 'desayuno'],
  ['parade', 'desfile'],
  ['prize', 'award', 'premio'],
  ['music', 'band', 'musica', 'banda'],
  ['camping', 'campsite', 'campamento', 'acampar'],
  ['shower', 'ducha', 'regadera'],
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

const leastBeginning = 4

/** Whether the folded text contains every word, as it is typed or by its meaning. No words match everything. */
export function isMatch(words: readonly string[], folded: string): boolean {
  const text = ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  // too many words begin with a short one: "loo" is no loom
  const isThere = (form: string) => text.includes(form.length < leastBeginning ? ` ${form} ` : ` ${form}`)
  return words.every((word) => folded.includes(word) || toForms(word).some(isThere))
}

/** Shorter words are one letter from too many others. */
const leastSlipLength = 5

/** The words with a slip of one letter mended by what stands in the texts; undefined if there is nothing to mend. */
export function mendWords(words: readonly string[], texts: readonly string[]): string[] | undefined {
  const known = new Set([...texts.join(' ').split(/[^\p{L}\p{N}]+/u), ...sameThings.flat()])
  const mended = words.map((word) => {
    if (word.length < leastSlipLength || isKnown(word, known)) return word
    return [...known].find((one) => isOneSlip(word, one)) ?? word
  })
  return mended.some((word, index) => word !== words[index]) ? mended : undefined
}

function isKnown(word: string, known: ReadonlySet<string>): boolean {
  return [...known].some((one) => one.startsWith(word))
}

/** A word that is long enough, and no number, with one letter wrong. */
export function isSlip(typed: string, meant: string): boolean {
  return typed.length >= leastSlipLength && /^\p{L}+$/u.test(typed) && isOneSlip(typed, meant)
}

/** One letter too many, too few or another, or two that have changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1 || typed[0] !== meant[0]) return false
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at++
  const rest = (text: string, from: number) => text.slice(at + from)
  return (
    rest(typed, 1) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 0) ||
    rest(typed, 0) === rest(meant, 1) ||
    (typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && rest(typed, 2) === rest(meant, 2))
  )
}

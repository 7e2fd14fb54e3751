// What other programs put around and in place of a value, in the cells of a table.
import { foldText } from '../../domain/search.ts'

/** ="02134" keeps a spreadsheet from taking a text for a number, and programs that count write 5555550105.0. */
export function toPlainCell(cell: string): string {
  const text = cell.trim()
  const guarded = /^="((?:[^"]|"")*)"$/.exec(text)?.[1]
  return guarded === undefined ? text.replace(/^(\d+)\.0$/, '$1') : guarded.replaceAll('""', '"').trim()
}

/** What databases and spreadsheets write where there is nothing. No person is called so. */
const marks = /^(?:\\n|#(?:n\/a|ref!|value!|name\?|null!|num!|div\/0!|spill!|calc!))$/i
/** The same in words, and as people write it. */
const words = /^\(?(?:null|nil|undefined|none|nan|n\/?a|n\.a\.|n\/d|tbd|tba|ninguno|ninguna|-+|–|—|\?+)\)?$/i

/** Whether a cell says in some way that it is empty. Null and None are names of people too. */
export function isEmptyWord(cell: string, isName: boolean): boolean {
  return marks.test(cell) || (!isName && words.test(cell))
}

const dittoMarks = /^(?:["“”„〃″]|''|,,|´´|``|’’)$/
const dittoPhrases = /^\(?(?:the )?(?:same|see|as) (?:as )?(?:above|before|line above)\.?\)?$/i
const dittoWords = /^\(?(?:same|ditto|dto|idem|igual|lo mismo|la misma|el mismo|ver arriba)\.?\)?$/i

/** Whether a cell only says that it is as the one above it. Words alone are names of people too. */
export function isDitto(cell: string, isName: boolean): boolean {
  const text = foldText(cell)
  return dittoMarks.test(cell) || dittoPhrases.test(text) || (!isName && dittoWords.test(text))
}

/** "LÃ©vesque" is Lévesque, which a program has read in another way than it was written. Undefined if it is not so. */
export function mendLetters(text: string): string | undefined {
  const isOfBytes = [...text].every((sign) => sign.charCodeAt(0) < 256)
  if (!isOfBytes || !/[\u00c2-\u00c5][\u0080-\u00bf]/.test(text)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return undefined
  }
}

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The text of what a web page has written: "O&#39;Neil". */
export function readEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (all, name, dec, hex) => {
      if (name !== undefined) return signs[String(name).toLowerCase()] ?? all
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
      return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}

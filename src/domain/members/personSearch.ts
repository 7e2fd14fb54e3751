// The search in lists of people: by words, and by telephone numbers however they are written.
import { foldText, toWords } from '../search.ts'
import { toPhoneDigits } from '../shapes/personLengths.ts'

/** As it is searched beside the name: "O'Brien" and "OBRIEN" are one. */
export function toPlainName(name: string): string {
  return foldText(name).replace(/['.-]/g, '')
}

interface Findable {
  readonly folded: string
  /** Their numbers, however they are written. */
  readonly phones: readonly string[]
}

/** Every word stands somewhere in the text, or its digits in a number. A whole number may be typed with its country. */
export function createPersonSearch(query: string): (person: Findable) => boolean {
  const words = toWords(query).map((word) => {
    const isName = /^\p{L}[\p{L}'.-]*$/u.test(word)
    return { word, plain: isName ? toPlainName(word) : word, digits: toTypedDigits(word) }
  })
  const whole = toTypedDigits(query)
  return ({ folded, phones }) => {
    const numbers = phones.map(toPhoneDigits)
    return (
      words.every(
        ({ word, plain, digits }) =>
          folded.includes(word) ||
          folded.includes(plain) ||
          (digits !== '' && numbers.some((number) => number.includes(digits))),
      ) || numbers.some((number) => isSameNumber(whole, number))
    )
  }
}

/** Of what may be a number, or a part of one: "(555)", "014–7720". */
function toTypedDigits(text: string): string {
  return /\p{L}/u.test(text) ? '' : toPhoneDigits(text.normalize('NFKC'))
}

/** Fewer digits are those of many. */
const leastDigits = 7

/** One of them may have its country before it, or the 0 that is dialled instead. */
function isSameNumber(typed: string, phone: string): boolean {
  const [one, other] = [typed, phone].map((digits) => digits.replace(/^0+/, ''))
  if (one === undefined || other === undefined) return false
  if (one.length < leastDigits || other.length < leastDigits) return false
  return one.endsWith(other) || other.endsWith(one)
}

// A whole name in one cell: "Last, First", as lists are kept, or "First Last". What is not plain is told, and what is no
// name of one or two people is not guessed.
import { foldText } from '../../../../../domain/search.ts'
import { readText, readTitle } from './memberValues.ts'

export interface NameReading {
  /** '' where the cell does not say it. */
  readonly fname: string
  readonly lname: string
  readonly title: string
  /** The second of two people. */
  readonly partner: string
  /** Marks, nicknames, ranks and other words of the cell that are not stored. */
  readonly left: readonly string[]
  /** Anything of it was more than "Last, First". */
  readonly isPlain: boolean
}

const suffix = /[\s,]+(?:jr|sr|ii|iii|iv|esq)\.?$/i
/** Some of them are names too, where they have no dot. */
const ranks =
  /^(?:(?:(?:rev|capt|sgt|lt|col|maj|gen|cpl|pvt|prof|cmdr|cdr|lcdr|adm|ens)\.\s*|(?:capt|captain|sgt|cpl|lcdr|cmdr)\s+))+(?=\p{L})/iu
/** A service and the like behind a name, at its end or before what comes next. */
const services =
  /[\s,]+(?:USN|USNR|USAF|USAFR|USMC|USCG|USAR|USA|ANG|RCN|RCAF|RAF|[Rr]et|RET|[Rr]etired)\b\.?(?=\s*(?:$|[,&+/]|USN|USAF|USMC|[Rr]et|RET|and\b))/g
const firms = /\b(?:inc|llc|ltd|corp|assn|estate of|town of|city of)\b/i
/** These are names of people too. */
const firmsWithoutComma =
  /\b(?:co|assoc|association|club|dept|department|company|parts|shop|garage|motors|auto|bros|church|school|bank|museum|library|foundation|society)\b/i
const particles = new Set([
  'de',
  'del',
  'della',
  'di',
  'da',
  'du',
  'des',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'ter',
  'st',
  'san',
  'al',
  'el',
])
const between = /\s+(?:and|y|et)\s+|\s*[&+/]\s*/i

/** Undefined for what is no name of a person, or could be read in several ways. */
export function readName(cell: string): NameReading | undefined {
  const text = readText(cell).replace(/\s+,/g, ',')
  const [, firm] = /^(.+), ?the$/i.exec(text) ?? []
  if (firm !== undefined)
    return { fname: 'The', lname: firm, title: '', partner: '', left: [], isPlain: true }
  const left: string[] = []
  // marks, and what stands in quotes or brackets; a title in them is one
  let title = ''
  const bare = text
    .replace(/\s*["“”(]([^"“”()]*)["“”)]\s*/g, (_, within: string) => {
      const found = readTitle(within)
      if ('value' in found) title = found.value
      else left.push(within)
      return ' '
    })
    .replace(/[\s,]*[*?#]+$/, (mark) => {
      left.push(mark.trim())
      return ''
    })
    .replace(/\s+/g, ' ')
    .trim()
    .replace(services, (service) => {
      left.push(service.replace(/^[\s,]+/, ''))
      return ''
    })
  if (/["“”]/.test(bare) || firms.test(bare)) return undefined
  if (!bare.includes(',') && firmsWithoutComma.test(bare)) return undefined
  const people = splitPeople(bare)
  if (people === undefined) return undefined
  const [one, partner] = people
  const first = takeTitle(one.fname)
  const last = takeTitle(one.lname)
  if (last.title !== '' && first.fname === '') return undefined
  left.push(...first.left, ...last.left)
  title ||= first.title || last.title
  const isPlain = text === `${one.lname}, ${one.fname}` && left.length === 0 && title === ''
  return { fname: first.fname, lname: last.fname, title, partner, left, isPlain: isPlain && partner === '' }
}

interface FirstLast {
  readonly fname: string
  readonly lname: string
}

/** "Smith, Bob & Carol", "Roe, Ann and Poe, Max". */
function splitPeople(text: string): readonly [FirstLast, string] | undefined {
  const parts = text.split(between)
  const [whole = '', other = '', ...more] = parts
  if (more.length > 0 || parts.some((part) => part === '')) return undefined
  const one = splitName(whole)
  if (one === undefined) return undefined
  if (other === '') return [one, '']
  // without a comma "Bob & Carol Smith" names the family last
  if (!whole.includes(',')) return undefined
  if (!other.includes(','))
    return [one, /\s/.test(other) ? other : `${other} ${one.lname.replace(suffix, '')}`]
  const second = splitName(other)
  return second === undefined ? undefined : [one, `${second.fname} ${second.lname}`.trim()]
}

/** A suffix stays with the last name, so that father and son are two. */
function splitName(text: string): FirstLast | undefined {
  const [behind = ''] = /(?:[\s,]+(?:jr|sr|ii|iii|iv|esq)\.?)+$/i.exec(text) ?? []
  const ending = behind.replace(/,/g, ' ').replace(/\s+/g, ' ').trimEnd()
  const name = text.slice(0, text.length - behind.length)
  const [lname = '', fname, ...more] = name.split(',').map((part) => part.trim())
  if (more.length > 0 || lname === '') return undefined
  if (fname !== undefined) return { fname, lname: `${lname}${ending}` }
  const words = name.split(' ')
  const begin = words.findIndex((word, at) => at > 0 && particles.has(foldText(word).replace(/\.$/, '')))
  const at = begin < 0 ? words.length - 1 : begin
  if (words.length < 2 || at < 1 || (begin < 0 && words.length > 3)) return undefined
  return { fname: words.slice(0, at).join(' '), lname: `${words.slice(at).join(' ')}${ending}` }
}

/** "Dr. Eileen", "Capt. Scott": the club has few titles, and a rank is left out. */
function takeTitle(name: string): { fname: string; title: string; left: string[] } {
  const [, typed = '', behind = ''] = /^(\p{L}+)(?:\.\s*|\s+)(\p{L}.*)$/u.exec(name) ?? []
  const title = behind === '' ? undefined : readTitle(typed)
  if (title !== undefined && 'value' in title) return { fname: behind, title: title.value, left: [] }
  const rank = ranks.exec(name)?.[0]
  return rank === undefined
    ? { fname: name, title: '', left: [] }
    : { fname: name.slice(rank.length), title: '', left: [rank.trim()] }
}

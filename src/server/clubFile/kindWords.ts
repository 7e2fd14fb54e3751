// What officers call the kinds of records of a club file.
import { toCountText } from '../officers/words.ts'

/** Kinds whose name in the file is not what people say. */
const spoken: Readonly<Record<string, readonly [one: string, many: string]>> = {
  class: ['class', 'classes'],
  criterion: ['criterion', 'criteria'],
  element: ['space', 'spaces'],
  entry: ['car', 'cars'],
  inventory: ['inventory', 'inventories'],
  memberSettings: ["member's settings", "members' settings"],
  reservation: ['taken space', 'taken spaces'],
  voter: ['ballot', 'ballots'],
  worker: ['volunteer', 'volunteers'],
}

export function toKindWord(kind: string): string {
  return toWords(kind)[0]
}

/** "1 judging form", "3 cars". */
export function toKindCount(kind: string, count: number): string {
  return toCountText(count, ...toWords(kind))
}

function toWords(kind: string): readonly [one: string, many: string] {
  const one = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spoken[kind] ?? (one.endsWith('y') ? [one, `${one.slice(0, -1)}ies`] : [one, `${one}s`])
}

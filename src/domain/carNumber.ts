// Car numbers: how long they may be, and the number that a new entry gets by itself.

/** A class that has outgrown four digits goes on with longer numbers, up to so many digits. */
export const mostCarNumberLength = 8
/** So many digits a number has as long as its class has one free. */
export const usualCarNumberLength = 4

/** Digits only; other characters are removed. */
export function toCarNumber(text: string): string {
  return text.replace(/\D/g, '').slice(0, mostCarNumberLength)
}

/**
 * The lowest free number of the class: its number and at least one more digit, not all of them zero. A number
 * that begins with the longer number of another class is passed over, because it would count for that class.
 */
export function findCarNumber(
  classNumber: number,
  classNumbers: readonly number[],
  taken: ReadonlySet<string>,
): string | undefined {
  const own = String(classNumber)
  const longer = listLonger(own, classNumbers)
  const shortest = Math.max(usualCarNumberLength, own.length + 1)
  for (let length = shortest; length <= mostCarNumberLength; length += 1) {
    const number = findOfLength(length, own, longer, taken)
    if (number !== undefined) return number
  }
  return undefined
}

/**
 * Whether the number may be given to a car of the class: the class's number and at least one more digit, not
 * all of them zero, and not beginning with the longer number of another class.
 */
export function isNumberOfClass(
  number: string,
  classNumber: number,
  classNumbers: readonly number[],
): boolean {
  const own = String(classNumber)
  if (!/^\d+$/.test(number) || number.length > mostCarNumberLength || !number.startsWith(own)) return false
  if (Number(number.slice(own.length)) === 0) return false
  return !listLonger(own, classNumbers).some((longer) => number.startsWith(longer))
}

/** The other classes' numbers that begin with this one, the shortest first: they rule out the most. */
function listLonger(own: string, classNumbers: readonly number[]): string[] {
  return classNumbers
    .map(String)
    .filter((other) => other.length > own.length && other.startsWith(own))
    .sort((a, b) => a.length - b.length)
}

function findOfLength(
  length: number,
  own: string,
  longer: readonly string[],
  taken: ReadonlySet<string>,
): string | undefined {
  const end = toFirst(Number(own) + 1, length - own.length)
  let number = toFirst(Number(own), length - own.length) + 1
  while (number < end) {
    const text = String(number)
    const other = longer.find((prefix) => text.startsWith(prefix))
    // one step past all numbers of the other class: there can be a million
    if (other !== undefined) number = toFirst(Number(other) + 1, length - other.length)
    else if (taken.has(text)) number += 1
    else return text
  }
  return undefined
}

/** The number with so many zeros behind it. */
function toFirst(prefix: number, zeros: number): number {
  return prefix * 10 ** zeros
}

// Whether a password may be used: the rule, and that it is not one of those that everybody tries first.
import { Failure } from '../../../../contract/failures.ts'
import { findPasswordFaults } from '../../../../domain/members/password.ts'
import { mostDecoratedPasswords } from '../../../limits/sizes.ts'

// the two texts of the rule, as the screens have them (rules/security 3.7)
const changeRule =
  'The password must have at least 8 characters, with at least 1 upper case letter, 1 lower case letter, 1 number and 1 special character.'
const firstRule =
  'The password must have at least 8 letters, with an uppercase letter, a number and a special character.'

/** Throws `weak-password` or `common-password`. */
export async function requireGoodPassword(password: string, isFirst: boolean): Promise<void> {
  if (findPasswordFaults(password).length > 0) {
    throw new Failure('weak-password', isFirst ? firstRule : changeRule)
  }
  if (await isCommon(password)) {
    throw new Failure(
      'common-password',
      'This is one of the passwords that strangers try first. Please choose another one.',
    )
  }
}

let ranks: Promise<ReadonlyMap<string, number>> | undefined

/** The list is read when the first password is chosen: it takes 60 ms, and most processes never need it. */
async function readRanks(): Promise<ReadonlyMap<string, number>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words: readonly unknown[] = dictionary['passwords-common']
  return new Map(words.map((word, rank) => [String(word), rank]))
}

async function isCommon(password: string): Promise<boolean> {
  ranks ??= readRanks()
  const known = await ranks
  const folded = password.normalize('NFKC').toLowerCase()
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return (
    [folded, unmask(folded)].some((word) => known.has(word)) ||
    [core, unmask(core)].some((word) => (known.get(word) ?? mostDecoratedPasswords) < mostDecoratedPasswords)
  )
}

const masks: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/** "p@ssw0rd" is "password". */
function unmask(text: string): string {
  return text.replace(/[@4310!$5]/g, (mark) => masks[mark] ?? mark)
}

// What a password must be.

// the rule of Change password: at least 8 characters, with at least 1 of each kind (rules/security 3.7)
export const leastPasswordLength = 8
/** Longer ones are refused: hashing takes time. */
export const mostPasswordLength = 256

export type PasswordFault =
  | 'too-short'
  | 'too-long'
  | 'no-upper-case'
  | 'no-lower-case'
  | 'no-number'
  | 'no-special'

/** Every part of the rule that the password breaks, in the order of its sentence. */
export function findPasswordFaults(password: string): PasswordFault[] {
  const { length } = [...password]
  const checks: readonly (readonly [PasswordFault, boolean])[] = [
    ['too-short', length < leastPasswordLength],
    ['too-long', password.length > mostPasswordLength],
    ['no-upper-case', !/\p{Lu}/u.test(password)],
    ['no-lower-case', !/\p{Ll}/u.test(password)],
    ['no-number', !/\p{Nd}/u.test(password)],
    // letters of scripts without capitals are special here too
    ['no-special', !/[^\p{Lu}\p{Ll}\p{Nd}\s]/u.test(password)],
  ]
  return checks.flatMap(([fault, isBroken]) => (isBroken ? [fault] : []))
}

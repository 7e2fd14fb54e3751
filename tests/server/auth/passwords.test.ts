import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword, passwordTurns } from '../../../src/server/auth/passwords.ts'
import { longestPasswordQueue } from '../../../src/server/limits/machine.ts'

describe('a password', () => {
  it('is stored as argon2id and known again', async () => {
    const stored = await hashPassword('Corvair-1964!')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPassword(stored, 'Corvair-1964!')).toBe(true)
    expect(await isPassword(stored, 'corvair-1964!')).toBe(false)
  })

  it('of an account without one is never right', async () => {
    for (const nothing of [null, undefined, '']) {
      expect(await isPassword(nothing, '')).toBe(false)
      expect(await isPassword(nothing, 'Corvair-1964!')).toBe(false)
    }
  })

  it('waits for its turn in a line that has an end', async () => {
    const stored = await hashPassword('x')
    const tries = Array.from({ length: passwordTurns + longestPasswordQueue + 5 }, () =>
      isPassword(stored, 'x').catch((fault: { code: string }) => fault.code),
    )
    const results = await Promise.all(tries)
    expect(results.filter((one) => one === 'unavailable')).toHaveLength(5)
    expect(results.filter((one) => one === true)).toHaveLength(passwordTurns + longestPasswordQueue)
    expect(await isPassword(stored, 'x')).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { foldEmail, isExpired } from '../../src/domain/member.ts'

describe('a membership', () => {
  it('is over on the day of its expiration, and not the day before', () => {
    expect(isExpired({ expiration: '2026-06-13' }, '2026-06-12')).toBe(false)
    expect(isExpired({ expiration: '2026-06-12' }, '2026-06-12')).toBe(true)
    expect(isExpired({ expiration: '2025-12-31' }, '2026-01-01')).toBe(true)
  })
})

describe('an e-mail address', () => {
  it('is the same however it was typed', () => {
    for (const typed of ['ruth@marlow.example', '  Ruth@Marlow.Example ', 'ＲＵＴＨ@marlow.example']) {
      expect(foldEmail(typed)).toBe('ruth@marlow.example')
    }
    expect(foldEmail('ruth+show@marlow.example')).not.toBe('ruth@marlow.example')
  })
})

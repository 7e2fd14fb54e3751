// Signs that nobody sees are taken out where they only do harm.
import { describe, expect, it } from 'vitest'
import { cleanName, removeInvisible } from '../../src/domain/invisible.ts'

const unseen = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u200e',
  '\u202e',
  '\u180e',
  '\ufe0f',
]

describe('invisible signs', () => {
  it('go from addresses, codes and numbers, wherever they stand', () => {
    for (const sign of unseen) {
      expect(removeInvisible(`${sign}ann@x${sign}.example${sign}`)).toBe('ann@x.example')
      expect(removeInvisible(`555${sign}-0104`)).toBe('555-0104')
    }
    expect(removeInvisible('ann @x')).toBe('ann @x')
  })

  it('go from names between Latin letters and at the ends', () => {
    for (const sign of unseen) {
      expect(cleanName(`${sign}Zo${sign}e${sign} O${sign}'Neil${sign}`)).toBe("Zoe O'Neil")
    }
    expect(cleanName('Jose\u0301 Pen\u0303\u200ba')).toBe('José Peña')
  })

  it('stay in names where a script or an emoji needs them', () => {
    for (const name of ['می\u200cخواهم', 'क्\u200dष', '👩\u200d🔧 Ann', '❤\ufe0f Bo']) {
      expect(cleanName(name)).toBe(name)
    }
  })
})

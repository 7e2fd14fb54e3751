// Telephone numbers as people write them in tables, read as of the club's country, or left out with a note.
import { describe, expect, it } from 'vitest'
import { toPhoneText } from '../../../../src/domain/member.ts'
import { findPhones } from '../../../../src/server/member/officers/phones.ts'

const read = (country: string, ...cells: string[]) => {
  const { phones, notes } = findPhones(cells, country)
  return [
    phones.map((phone) => `${phone.isoCode} ${phone.countryCode} ${phone.longCode}`),
    notes.map(({ what }) => what),
  ]
}

describe('telephone numbers', () => {
  it('are of the country that they say, and otherwise of the club', () => {
    for (const [country, typed, number] of [
      ['US', '(603) 555-0142', 'US +1 6035550142'],
      ['US', '1-603-555-0142', 'US +1 6035550142'],
      ['US', '603.555.0142 cell', 'US +1 6035550142'],
      ['US', '+44 (0)20 7946 0958', 'GB +44 2079460958'],
      ['US', '0044 20 7946 0958', 'GB +44 2079460958'],
      ['US', '011 44 20 7946 0958', 'GB +44 2079460958'],
      ['US', '001 603 555 0142', 'US +1 6035550142'],
      ['GB', '020 7946 0958', 'GB +44 2079460958'],
      ['GB', '07911 123456', 'GB +44 7911123456'],
      ['GB', '+1 603 555 0142', 'US +1 6035550142'],
      ['GB', '00 1 603 555 0142', 'US +1 6035550142'],
      ['MX', '55 1234 5678', 'MX +52 5512345678'],
      ['US', '６０３-５５５-０１４２', 'US +1 6035550142'],
      ['US', '\u202a603\u200b-555-0142\u202c', 'US +1 6035550142'],
    ] as const) {
      expect([typed, ...read(country, typed)]).toEqual([typed, [number], []])
    }
  })

  it('of one cell or of several are each taken once', () => {
    const two = ['US +1 6035550142', 'US +1 6035550143']
    for (const typed of [
      '603-555-0142, 603-555-0143',
      '603-555-0142; 603-555-0143',
      '603-555-0142/603-555-0143',
      '603-555-0142\n603-555-0143',
      '603-555-0142 or 603-555-0143',
      '6035550142 6035550143',
      'H: 603-555-0142 C: 603-555-0143',
    ]) {
      expect([typed, ...read('US', typed)]).toEqual([typed, two, []])
    }
    expect(read('US', '603-555-0142', '+1 603 555 0142', '603-555-0143')).toEqual([two, []])
  })

  it('that nobody has, or that are none, are left out with a note', () => {
    for (const typed of ['000-000-0000', '999-999-9999', '123-456-7890', '1234567890', '555-555-5555']) {
      expect([typed, ...read('US', typed)]).toEqual([typed, [], ['no-real-phone']])
    }
    for (const typed of [
      '555-CALL',
      '1-800-FLOWERS',
      '555-0142',
      'unlisted',
      '12',
      '603-555-01422222',
      'see notes',
    ]) {
      expect([typed, ...read('US', typed)]).toEqual([typed, [], ['no-phone']])
    }
    expect(read('US', '603-555-0142, 555-CALL')).toEqual([['US +1 6035550142'], ['no-phone']])
    expect(read('US', '603-555-0142 x12')).toEqual([['US +1 6035550142'], ['phone-alone']])
    expect(read('AQ', '+1 603 555 0142')).toEqual([['US +1 6035550142'], []])
  })

  it('are written so that they are read again as the same', () => {
    for (const typed of ['603-555-0142', '+44 20 7946 0958', '+52 55 1234 5678']) {
      const [phone] = findPhones([typed], 'US').phones
      const text = phone === undefined ? '' : toPhoneText(phone)
      expect(findPhones([`'${text}`], 'US').phones).toEqual([phone])
    }
  })
})

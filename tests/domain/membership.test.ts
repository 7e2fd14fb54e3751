import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addYears, countDays, findDay } from '../../src/domain/day.ts'
import {
  canRenew,
  emptyPersonalInfo,
  findDaysUntilRenewal,
  findFirstRenewalDay,
  findJoiningFault,
  findNewExpiration,
  findPersonalInfoFault,
  findPersonalInfoFaults,
  findRenewalFault,
  findRenewedExpiration,
  isYearsChoice,
  listPersonalFields,
  listYearsChoices,
  maskAddress,
  maskedStreet,
  type PersonalInfoField,
  type PersonalLimits,
  personalInfoLimits,
  runsFromToday,
  ticketBuyerLimits,
  workerLimits,
} from '../../src/domain/membership.ts'

const annual = { anniversaryRenewal: false, anniversaryDate: '' }
const endOf = (anniversaryDate: string) => ({ anniversaryRenewal: true, anniversaryDate })

/** Any day of two centuries. */
const day = fc.integer({ min: 0, max: 73_000 }).map((count) => addDays('1950-01-01', count))
const years = fc.integer({ min: 1, max: 10 })

describe('a new membership', () => {
  it('lasts whole years from the day on which somebody joins', () => {
    expect(findNewExpiration(annual, '2026-06-12', 1)).toBe('2027-06-12')
    expect(findNewExpiration(annual, '2028-02-29', 1)).toBe('2029-02-28')
    expect(findNewExpiration({ ...annual, anniversaryDate: '2020-01-01' }, '2026-06-12', 2)).toBe(
      '2028-06-12',
    )
    expect(findNewExpiration({ ...annual, anniversaryRenewal: true }, '2026-06-12', 2)).toBe('2028-06-12')
  })

  it('ends with all others on the day of the club, at the next one after today', () => {
    expect(findNewExpiration(endOf('2001-09-01'), '2026-06-12', 1)).toBe('2026-09-01')
    expect(findNewExpiration(endOf('2001-09-01'), '2026-09-01', 1)).toBe('2027-09-01')
    expect(findNewExpiration(endOf('2001-09-01'), '2026-09-02', 1)).toBe('2027-09-01')
    expect(findNewExpiration(endOf('2001-09-01'), '2026-06-12', 3)).toBe('2028-09-01')
  })

  it('keeps a club day of 29 February where the calendar has it', () => {
    const leap = endOf('2000-02-29')
    expect(findNewExpiration(leap, '2026-06-12', 1)).toBe('2027-02-28')
    expect(findNewExpiration(leap, '2026-06-12', 2)).toBe('2028-02-29')
    expect(findNewExpiration(leap, '2027-02-28', 1)).toBe('2028-02-29')
    expect(findNewExpiration(leap, '2028-02-28', 1)).toBe('2028-02-29')
    expect(findNewExpiration(leap, '2028-02-29', 1)).toBe('2029-02-28')
  })

  it('is never over already, and never longer than what was paid', () => {
    fc.assert(
      fc.property(day, day, years, (today, anniversary, count) => {
        const common = findNewExpiration(endOf(anniversary), today, count)
        expect(common > today).toBe(true)
        expect(common > addYears(today, count - 1)).toBe(true)
        expect(countDays(today, common)).toBeLessThanOrEqual(366 + 366 * (count - 1))
        expect(common.slice(4, 8)).toBe(anniversary.slice(4, 8))
        const own = findNewExpiration(annual, today, count)
        expect([0, 1]).toContain(countDays(own, `${Number(today.slice(0, 4)) + count}${leapFree(today)}`))
      }),
    )
    function leapFree(today: string): string {
      return today.slice(4) === '-02-29' ? '-03-01' : today.slice(4)
    }
  })

  it('begins on the day that the calendar of the club shows', () => {
    const lateEvening = Date.parse('2026-01-01T04:30:00Z')
    const today = findDay(lateEvening, 'America/New_York')
    expect(findNewExpiration(annual, today, 1)).toBe('2026-12-31')
  })
})

describe('a renewal', () => {
  it('adds whole years to the expiration where that ends after today', () => {
    expect(findRenewedExpiration(annual, '2026-08-31', 1, '2026-08-01')).toBe('2027-08-31')
    expect(findRenewedExpiration(annual, '2025-06-13', 1, '2026-06-12')).toBe('2026-06-13')
    expect(findRenewedExpiration(annual, '2024-02-29', 1, '2024-02-01')).toBe('2025-02-28')
    expect(findRenewedExpiration(annual, '2024-02-29', 4, '2026-06-12')).toBe('2028-02-29')
  })

  it('runs from today, like joining, where the old expiration and the years end today or before', () => {
    expect(findRenewedExpiration(annual, '2025-06-12', 1, '2026-06-12')).toBe('2027-06-12')
    expect(findRenewedExpiration(annual, '2023-06-01', 1, '2026-06-12')).toBe('2027-06-12')
    expect(findRenewedExpiration(endOf('2001-09-01'), '2022-09-01', 2, '2026-06-12')).toBe('2027-09-01')
    expect(runsFromToday('2025-06-12', 1, '2026-06-12')).toBe(true)
    expect(runsFromToday('2025-06-13', 1, '2026-06-12')).toBe(false)
  })

  it('never ends in the past, and never before it would by joining or by extending', () => {
    fc.assert(
      fc.property(day, day, day, years, (expiration, today, anniversary, count) => {
        for (const rule of [annual, endOf(anniversary)]) {
          const renewed = findRenewedExpiration(rule, expiration, count, today)
          expect(renewed > today).toBe(true)
          const extended = addYears(expiration, count)
          expect(renewed).toBe(extended > today ? extended : findNewExpiration(rule, today, count))
        }
      }),
    )
  })

  it('is possible from so many days before the expiration as the club says', () => {
    const settings = { maxRenewDays: 60 }
    expect(findDaysUntilRenewal('2026-12-31', settings, '2026-06-12')).toBe(202 - 60)
    expect(findDaysUntilRenewal('2026-08-11', settings, '2026-06-12')).toBe(0)
    expect(findDaysUntilRenewal('2026-06-01', settings, '2026-06-12')).toBe(-71)
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 400 }), (expiration, today, maxRenewDays) => {
        const left = findDaysUntilRenewal(expiration, { maxRenewDays }, today)
        expect(addDays(today, left + maxRenewDays)).toBe(expiration)
        const first = findFirstRenewalDay(expiration, { maxRenewDays })
        expect(findDaysUntilRenewal(expiration, { maxRenewDays }, first)).toBe(0)
        expect(findDaysUntilRenewal(expiration, { maxRenewDays }, addDays(today, 1))).toBe(left - 1)
      }),
    )
  })

  it('is possible at any time where the club says no days', () => {
    fc.assert(
      fc.property(day, day, (expiration, today) => {
        expect(findDaysUntilRenewal(expiration, { maxRenewDays: 0 }, today)).toBe(0)
      }),
    )
  })

  it('is not for additional logins, not for members without a type, and not too early', () => {
    const member = { parentId: 0, type: 4, life: false, expiration: '2026-08-11' }
    const settings = { maxRenewDays: 60 }
    expect(findRenewalFault(member, settings, '2026-06-12')).toBeUndefined()
    expect(canRenew(member, settings, '2026-06-12')).toBe(true)
    expect(findRenewalFault(member, settings, '2026-06-11')).toBe('too-early')
    expect(findRenewalFault({ ...member, parentId: 9 }, settings, '2026-06-12')).toBe('child-membership')
    expect(findRenewalFault({ ...member, type: 0 }, settings, '2026-06-12')).toBe('no-type')
    expect(findRenewalFault({ ...member, life: true }, settings, '2026-06-12')).toBe('life-member')
    expect(canRenew({ ...member, parentId: 9 }, settings, '2026-06-12')).toBe(false)
  })

  it('is not had by joining where a child, another type or too long a time is in the way', () => {
    const known = { parentId: 0, type: 4, life: false, expiration: '2026-08-11', isSuspended: false }
    const wanted = { type: 4, isFree: false, isOwn: false }
    const settings = { maxRenewDays: 60 }
    const find = (more: Partial<typeof known>, wantedMore: Partial<typeof wanted>, today = '2026-06-12') =>
      findJoiningFault({ ...known, ...more }, { ...wanted, ...wantedMore }, settings, today)
    expect(find({}, {})).toBeUndefined()
    expect(find({ parentId: 9 }, {})).toBe('child-membership')
    expect(find({ life: true, expiration: '9999-12-31' }, { type: 5 })).toBe('life-member')
    expect(find({ isSuspended: true }, {})).toBe('renewal-not-found')
    expect(find({}, {}, '2026-06-11')).toBe('renewal-too-early')
    expect(findJoiningFault(known, wanted, { maxRenewDays: 0 }, '2026-06-11')).toBeUndefined()
    const lapsed = '2026-08-12'
    expect(find({}, { type: 5, isOwn: true })).toBe('already-member')
    expect(find({}, { type: 5 }, lapsed)).toBeUndefined()
    expect(find({}, { type: 5, isFree: true }, lapsed)).toBe('already-member')
    expect(find({}, { type: 5, isFree: true, isOwn: true }, lapsed)).toBeUndefined()
    expect(find({}, { isFree: true }, lapsed)).toBeUndefined()
  })

  it('is sold for one year to as many as the club says', () => {
    expect(listYearsChoices({ maxRenewYears: 3 })).toEqual([1, 2, 3])
    expect(listYearsChoices({ maxRenewYears: 0 })).toEqual([1])
    for (const wrong of [0, -1, 4, 1.5, Number.NaN, 99]) {
      expect(isYearsChoice(wrong, { maxRenewYears: 3 })).toBe(false)
    }
    expect(isYearsChoice(3, { maxRenewYears: 3 })).toBe(true)
  })
})

describe('personal info', () => {
  const right = {
    ...emptyPersonalInfo,
    fname: 'Ada',
    lname: 'Quill',
    address1: '12 Water Lane',
    city: 'Portsmouth',
    state: 'NH',
    zip: '03801',
    phone: '6035550111',
    email: 'ada@harbor.example',
  }

  it('is right when all that is required is there, and within its limits', () => {
    expect(findPersonalInfoFaults(right)).toEqual([])
  })

  it('lists every field that is missing, in the order of the form', () => {
    expect(findPersonalInfoFaults(emptyPersonalInfo).map(({ field }) => field)).toEqual([
      'fname',
      'lname',
      'address1',
      'city',
      'state',
      'zip',
      'phone',
      'email',
    ])
    expect(findPersonalInfoFault('fname', '   ')).toBe('missing')
    expect(findPersonalInfoFault('partner', '   ')).toBeUndefined()
  })

  it.each(Object.entries(personalInfoLimits))(
    'takes %s up to its length and not beyond',
    (field, { most }) => {
      const of = (length: number) => {
        if (field === 'phone') return '5'.repeat(length)
        return field === 'email' ? `${'a'.repeat(length - 5)}@b.ca` : 'a'.repeat(length)
      }
      expect(findPersonalInfoFault(field as PersonalInfoField, of(most))).toBeUndefined()
      expect(findPersonalInfoFault(field as PersonalInfoField, of(most + 1))).toBe('too-long')
    },
  )

  it('has a state by its country: two letters in the United States, any or none elsewhere', () => {
    const find = (state: string, country: string) =>
      findPersonalInfoFaults({ ...right, state, country }).map(({ fault }) => fault)
    expect([find('OH', 'USA'), find('', 'US'), find('Ohio', 'US'), find('4x', 'us')]).toEqual([
      [],
      ['missing'],
      ['not-two-letters'],
      ['not-two-letters'],
    ])
    expect([find('', 'GB'), find('Baden-Württemberg', 'Germany')]).toEqual([[], []])
    expect(find('x'.repeat(33), 'Ireland')).toEqual(['too-long'])
    const own = { ...right, state: 'Ohio' }
    expect(findPersonalInfoFaults(own, own)).toEqual([])
  })

  it('of a form that asks for no country may be of any, and the club says whether it is needed', () => {
    const find = (state: string, club: string) =>
      findPersonalInfoFaults({ ...right, state }, undefined, ticketBuyerLimits, club)
    expect(find('', 'US')).toEqual([{ field: 'state', fault: 'missing' }])
    expect([find('Ontario', 'US'), find('', 'GB')]).toEqual([[], []])
  })

  it('takes only digits as a phone number, and only one address as an e-mail', () => {
    for (const phone of ['603-555-0111', '+16035550', '(603) 555', '٣٣٣']) {
      expect(findPersonalInfoFault('phone', phone)).toBe('not-digits')
    }
    for (const wrong of [
      'ada',
      'ada@',
      'ada@b',
      '@b.ca',
      'a@b@c',
      'a b@c.d',
      'a@b.c,d@e.f',
      'a\nb@c.d',
      '<a@b.c>',
    ]) {
      expect(findPersonalInfoFault('email', wrong), wrong).toBe('not-an-address')
    }
  })
})

describe('a masked address', () => {
  it('keeps the city and the state, and nothing that leads to a house', () => {
    expect(
      maskAddress({ address: '12 Water Lane', city: 'Portsmouth', state: 'NH', zip: '03801-4217' }),
    ).toEqual({ address: maskedStreet, city: 'Portsmouth', state: 'NH', zip: '03801' })
    const zip = (text: string) => maskAddress({ address: '', city: '', state: '', zip: text }).zip
    expect([zip('038014217'), zip('K1A 0B1'), zip(''), zip(' 03801 ')]).toEqual(['03801', 'K1A', '', '03801'])
    expect(maskAddress({ address: ' ', city: '', state: '', zip: '' }).address).toBe('')
  })

  it('is the same for every street', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (street) => {
        const { address } = maskAddress({ address: `${street}1`, city: 'C', state: 'S', zip: '' })
        expect(address).toBe(maskedStreet)
      }),
    )
  })
})

describe('the fields of other forms', () => {
  it('are those that have a limit, in the order of the form', () => {
    expect(listPersonalFields(workerLimits)).toEqual(['fname', 'lname', 'phone', 'email'])
    expect(
      findPersonalInfoFaults(emptyPersonalInfo, undefined, workerLimits).map(({ field }) => field),
    ).toEqual(['fname', 'lname', 'phone', 'email'])
    expect(findPersonalInfoFault('city', '', undefined, workerLimits)).toBeUndefined()
  })

  it.each([
    ['fname', 32],
    ['lname', 32],
    ['address1', 128],
    ['city', 64],
    ['state', 32],
    ['zip', 12],
  ] as const)('take %s up to %i characters for tickets', (field, most) => {
    expect(findPersonalInfoFault(field, 'a'.repeat(most), undefined, ticketBuyerLimits)).toBeUndefined()
    expect(findPersonalInfoFault(field, 'a'.repeat(most + 1), undefined, ticketBuyerLimits)).toBe('too-long')
  })

  it('take phone and address of a volunteer up to 12 digits and 48 characters', () => {
    const find = (field: 'phone' | 'email', value: string, limits: PersonalLimits) =>
      findPersonalInfoFault(field, value, undefined, limits)
    expect(find('phone', '1'.repeat(12), workerLimits)).toBeUndefined()
    expect(find('phone', '1'.repeat(13), workerLimits)).toBe('too-long')
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.org`
    expect(find('email', address(48), workerLimits)).toBeUndefined()
    expect(find('email', address(49), workerLimits)).toBe('too-long')
    expect(find('email', address(128), ticketBuyerLimits)).toBeUndefined()
    expect(find('email', address(129), ticketBuyerLimits)).toBe('too-long')
  })
})

// How flows use a member's record and what a person types.
import { describe, expect, it } from 'vitest'
import {
  isMistypedZip,
  prefillPersonal,
  toEmptyPersonal,
  toListedState,
  toOwnPersonal,
} from '../../../../src/app/wizard/fields/personalInfo.ts'
import { parseWizardSearch } from '../../../../src/app/wizard/wizardSearch.ts'
import {
  emptyPersonalInfo,
  findPersonalInfoFaults,
  ticketBuyerLimits,
  workerLimits,
} from '../../../../src/domain/membership.ts'
import { toPhoneDigits } from '../../../../src/domain/shapes/personLengths.ts'

const inUs = { country: 'US' }

const member = {
  id: 7,
  fname: 'Ada',
  lname: 'Okafor',
  title: '',
  partner: 'Ben',
  address: '12 Harrow Creek Road, behind the second barn on the left side',
  city: 'Millbrook',
  state: 'oh',
  zip: '43016',
  country: '',
  email_address: 'ada@example.org',
  phone: '+1 (614) 555-0123',
  phoneNumbers: [],
  type: 1,
  life: false,
  expiration: '2027-01-01',
  memberSince: '',
  parentId: 0,
  altMemberId: '',
  avatar: '',
  emailProved: true,
  moderator: false,
  officer: false,
  typeLabel: '',
  allowChildren: false,
}

describe('personal info', () => {
  it('is filled in from the member, a long street over two lines, and fits its limits', () => {
    expect(prefillPersonal(emptyPersonalInfo, member, inUs)).toEqual({
      fname: 'Ada',
      lname: 'Okafor',
      partner: 'Ben',
      address1: '12 Harrow Creek Road, behind the second barn on',
      address2: 'the left side',
      city: 'Millbrook',
      state: 'OH',
      zip: '43016',
      country: 'US',
      phone: '6145550123',
      email: 'ada@example.org',
      allowEmailMarketing: true,
    })
  })

  it('is filled in as far as the form asks, and is split only where there is a second line', () => {
    expect(prefillPersonal(emptyPersonalInfo, member, { ...inUs, limits: workerLimits })).toEqual({
      ...emptyPersonalInfo,
      fname: 'Ada',
      lname: 'Okafor',
      phone: '6145550123',
      email: 'ada@example.org',
    })
    const buyer = prefillPersonal(
      emptyPersonalInfo,
      { ...member, state: 'Ontario' },
      { ...inUs, limits: ticketBuyerLimits },
    )
    expect(buyer).toMatchObject({ address1: member.address, address2: '', state: 'Ontario', partner: '' })
  })

  it('shows what is stored whole, and takes it unchanged, but nothing else that is too long', () => {
    const x = (length: number) => 'x'.repeat(length)
    const long = {
      ...member,
      fname: x(64),
      lname: x(64),
      partner: x(64),
      address: `${x(60)} ${x(67)}`,
      city: x(64),
      state: x(32),
      zip: x(16),
      country: 'Ruritania',
      phone: '5'.repeat(20),
      email_address: `${x(116)}@example.org`,
    }
    const filled = prefillPersonal(emptyPersonalInfo, long, inUs)
    expect(filled).toMatchObject({
      fname: long.fname,
      address1: x(60),
      address2: x(67),
      city: long.city,
      state: long.state,
      zip: long.zip,
      phone: long.phone,
      email: long.email_address,
    })
    const own = toOwnPersonal(long)
    expect(findPersonalInfoFaults(filled, own)).toEqual([])
    expect(findPersonalInfoFaults({ ...filled, fname: x(63) }, own)).toEqual([
      { field: 'fname', fault: 'too-long' },
    ])
    expect(findPersonalInfoFaults(filled).length).toBeGreaterThan(8)
    expect(toOwnPersonal({ ...long, address: x(128) })).toMatchObject({ address1: x(128), address2: '' })
    expect(toOwnPersonal({ ...long, country: 'US', state: 'Ohio' }).state).toBe('Ohio')
  })

  it("begins with the club's country, and with the member's own where they have one", () => {
    const empty = toEmptyPersonal('GB')
    expect(prefillPersonal(empty, member, { country: 'GB' }).country).toBe('GB')
    const abroad = { ...member, country: 'Canada' }
    expect(prefillPersonal(empty, abroad, { country: 'GB' }).country).toBe('Canada')
    expect(prefillPersonal({ ...empty, country: 'France' }, abroad, { country: 'GB' }).country).toBe('France')
  })

  it('keeps what somebody typed themselves', () => {
    expect(prefillPersonal({ ...emptyPersonalInfo, fname: 'Adaeze' }, member, inUs).fname).toBe('Adaeze')
  })

  it('has no state in the United States but one that can be chosen there', () => {
    const shown = [
      ['US', 'OH'],
      ['Estados Unidos', 'ON'],
      ['US', ''],
      ['Canada', 'ON'],
    ].map(([country = '', state = '']) => toListedState(country, state))
    expect(shown).toEqual(['OH', '', '', 'ON'])
  })

  it('takes a phone number as digits, without the country code of the United States', () => {
    expect(toPhoneDigits('1 614 555 0123')).toBe('6145550123')
    expect(toPhoneDigits('+44 20 7946 0958')).toBe('442079460958')
  })
})

describe('the address of a flow', () => {
  it('takes a step and an order key, and nothing that is neither', () => {
    const key = 'D2A9FFF9-E55D-4536-A7F9-52AFE7D4462B'
    expect(parseWizardSearch({ step: 'pay', key })).toEqual({ step: 'pay', key: key.toLowerCase() })
    expect(parseWizardSearch({ step: 'Pay<', key: '../x' })).toEqual({})
  })
})

describe('a zip code', () => {
  const us = { ...emptyPersonalInfo, country: 'US' }

  it.each(['45011', '45011-1234', '450111234', '45011 1234'])('%s is one', (zip) => {
    expect(isMistypedZip({ ...us, zip }, undefined)).toBe(false)
  })

  it.each(['1234', '45011-12', 'ABCDE'])('%s is none in the United States', (zip) => {
    expect(isMistypedZip({ ...us, zip }, undefined)).toBe(true)
    expect(isMistypedZip({ ...us, zip, country: 'Canada' }, undefined)).toBe(false)
  })

  it("the club's own record is taken as it is", () => {
    expect(isMistypedZip({ ...us, zip: '4301' }, toOwnPersonal({ ...member, zip: '4301' }))).toBe(false)
  })
})

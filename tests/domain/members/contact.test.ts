import { expect, test } from 'vitest'
import { formatPhone, toMailLink, toPhoneLink } from '../../../src/domain/members/contact.ts'

test('ten digits are shown as an American number, with or without the country', () => {
  for (const phone of ['5550147720', '+15550147720', '15550147720']) {
    expect(formatPhone(phone)).toBe('(555) 014-7720')
    expect(toPhoneLink(phone)).toBe('tel:+15550147720')
  }
})

test('any other number stays as it is, and is called as it is', () => {
  expect(formatPhone('+4930123456')).toBe('+4930123456')
  expect(toPhoneLink('+4930123456')).toBe('tel:+4930123456')
  expect(formatPhone('+496925550147')).toBe('+496925550147')
  // ten digits, but not of America
  expect(formatPhone('+5255501477')).toBe('+5255501477')
  expect(toPhoneLink('0147720')).toBe('tel:0147720')
  expect(formatPhone('')).toBe('')
})

test('ten digits are no American number in a club of another country', () => {
  expect(formatPhone('5512345678', 'MX')).toBe('5512345678')
  expect(toPhoneLink('0612345678', 'FR')).toBe('tel:0612345678')
  expect(formatPhone('6045550147', 'CA')).toBe('(604) 555-0147')
  expect(formatPhone('+16045550147', 'MX')).toBe('(604) 555-0147')
})

test('an e-mail address adds nothing to the mail', () => {
  expect(toMailLink('ruth@example.org')).toBe('mailto:ruth@example.org')
  expect(toMailLink('a?bcc=b@c.example&body=x')).toBe('mailto:a%3Fbcc%3Db@c.example%26body%3Dx')
})

// Links keep naming the club if, and only if, the page's own address does.
import { expect, test } from 'vitest'
import { findClubInSearch, toClubAddress } from '../../../src/app/session/clubAddress.ts'

test('the club in the address is text, also when it looks like a number', () => {
  expect(findClubInSearch('?subdomain=123&redirect=%2Fportal')).toBe('123')
  expect(findClubInSearch('?subdomain=')).toBeUndefined()
  expect(findClubInSearch('')).toBeUndefined()
})

test('an address gains the club beside what it has already', () => {
  expect(toClubAddress('/manifest.webmanifest?event=5', 'harrow')).toBe(
    '/manifest.webmanifest?event=5&subdomain=harrow',
  )
  expect(toClubAddress('/portal/judging/5#secret', 'harrow')).toBe(
    '/portal/judging/5?subdomain=harrow#secret',
  )
})

test('an address stays as it is where the host names the club', () => {
  expect(toClubAddress('/portal?a=1', undefined)).toBe('/portal?a=1')
})

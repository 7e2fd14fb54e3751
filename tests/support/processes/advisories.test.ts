// What a maintainer reads of the check of our packages.
import { expect, it } from 'vitest'
import { readAdvice } from './advisories.ts'

it('calls nothing safe that was not checked', () => {
  for (const printed of ['', 'ENOTFOUND', '{}', '{"message":"405 Method Not Allowed"}', '[]', 'null']) {
    expect([printed, readAdvice(printed).code]).toEqual([printed, 2])
  }
})

it('names each package with an advisory, and says if there is none', () => {
  expect(readAdvice('{"vulnerabilities":{}}')).toMatchObject({ code: 0 })
  const lodge = { name: 'lodge', severity: 'high', range: '<2.0.1', fixAvailable: { name: 'lodge' } }
  const { code, text } = readAdvice(JSON.stringify({ vulnerabilities: { lodge } }))
  expect(code).toBe(1)
  expect(text).toContain('lodge <2.0.1: high, a fix is there')
})

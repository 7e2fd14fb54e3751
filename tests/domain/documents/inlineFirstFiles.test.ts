import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inlineFirstFiles } from '../../../src/domain/documents/inlineFirstFiles.ts'

const files = new Map([
  ['/assets/firstPaint-1.js', 'document.title="$& first"'],
  ['/assets/first-2.css', 'h1{color:red}'],
  ['/assets/more-3.css', 'p::after{content:"$1"}'],
])
const findFile = async (path: string) => files.get(path)
const policy = "default-src 'none'; script-src 'self' https://js.stripe.com; style-src 'self'; img-src 'self'"
const html = `<head><script data-entry="/assets/index-5.js" src="/assets/firstPaint-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/base-4.js">
<link rel="stylesheet" crossorigin href="/assets/first-2.css">
<link rel="stylesheet" crossorigin href="/assets/more-3.css">
</head><body><div id="app"></div></body>`

const hash = async (text: string) => createHash('sha256').update(text).digest('base64')
const findHash = async (text: string) => `'sha256-${await hash(text)}'`

describe('a document that brings its first files along', () => {
  test('has them inside, asks for none before it is seen, and its policy names them and nothing else', async () => {
    const inlined = await inlineFirstFiles(html, policy, { findFile, hash })
    expect(
      inlined.html,
    ).toBe(`<head><script data-entry="/assets/index-5.js">document.title="$& first"</script>
<style>h1{color:red}</style><link disabled rel="stylesheet" crossorigin href="/assets/first-2.css">
<style>p::after{content:"$1"}</style><link disabled rel="stylesheet" crossorigin href="/assets/more-3.css">
</head><body><div id="app"></div></body>`)
    expect(inlined.policy).toBe(
      `default-src 'none'; script-src 'self' https://js.stripe.com ${await findHash('document.title="$& first"')}; ` +
        `style-src 'self' ${await findHash('h1{color:red}')} ${await findHash('p::after{content:"$1"}')}; img-src 'self'`,
    )
  })

  test.each([
    ['a missing file', async (path: string) => (path.endsWith('.css') ? undefined : files.get(path))],
    ['a text that would end its element', async () => 'a</STYLE><script>evil()'],
  ])('stays as it is because of %s', async (_why, find) => {
    expect(await inlineFirstFiles(html, policy, { findFile: find, hash })).toEqual({ html, policy })
  })
})

import { describe, expect, test } from 'vitest'
import { inlineFirstFiles } from '../../sw/inlineFirstFiles.ts'

const files = new Map([
  ['/assets/firstPaint-1.js', 'document.title="$& first"'],
  ['/assets/first-2.css', 'h1{color:red}'],
  ['/assets/more-3.css', 'p::after{content:"$1"}'],
])
const findFile = async (path: string) => files.get(path)
const policy = "default-src 'none'; script-src 'self' https://js.stripe.com; style-src 'self'; img-src 'self'"
const html = `<head><script src="/assets/firstPaint-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/base-4.js">
<link rel="stylesheet" crossorigin href="/assets/first-2.css">
<link rel="stylesheet" crossorigin href="/assets/more-3.css">
</head><body><div id="app"></div></body>`

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `'sha256-${btoa(String.fromCharCode(...bytes))}'`
}

describe('a document that brings its first files along', () => {
  test('has them inside, asks for none before it is seen, and its policy names them and nothing else', async () => {
    const inlined = await inlineFirstFiles(html, policy, findFile)
    expect(inlined.html).toBe(`<head><script>document.title="$& first"</script>
<style>h1{color:red}</style><link disabled rel="stylesheet" crossorigin href="/assets/first-2.css">
<style>p::after{content:"$1"}</style><link disabled rel="stylesheet" crossorigin href="/assets/more-3.css">
</head><body><div id="app"></div></body>`)
    expect(inlined.policy).toBe(
      `default-src 'none'; script-src 'self' https://js.stripe.com ${await hash('document.title="$& first"')}; ` +
        `style-src 'self' ${await hash('h1{color:red}')} ${await hash('p::after{content:"$1"}')}; img-src 'self'`,
    )
  })

  test.each([
    ['a missing file', async (path: string) => (path.endsWith('.css') ? undefined : files.get(path))],
    ['a text that would end its element', async () => 'a</STYLE><script>evil()'],
  ])('stays as it is because of %s', async (_why, find) => {
    expect(await inlineFirstFiles(html, policy, find)).toEqual({ html, policy })
  })
})

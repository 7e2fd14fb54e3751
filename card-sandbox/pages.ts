// The files of the card sandbox for browsers: the script, the card's frame, the bank's dialog and parts.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { publicPath, type SandboxAnswer } from './http.ts'

interface Page {
  readonly headers: Readonly<Record<string, string>>
  make(): Promise<SandboxAnswer['body']>
}

const font = '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2'
/** Made for the first request, then cached. Most processes never need them. */
const bodies = new Map<string, Promise<SandboxAnswer['body']>>()

/** Undefined when there is no page with this name. */
export async function findPage(name: string): Promise<SandboxAnswer | undefined> {
  const page = pages.get(name)
  if (page === undefined) return undefined
  const made = bodies.get(name) ?? page.make()
  bodies.set(name, made)
  made.catch(() => bodies.delete(name))
  const headers = { 'cache-control': 'no-cache', ...page.headers }
  return { status: 200, headers, body: await made, isCut: false }
}

function toScript(source: string): Page {
  return {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    make: () => bundleScript(source),
  }
}

/** Bundles a source and all its imports into one plain script. */
async function bundleScript(source: string): Promise<string> {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: fileURLToPath(new URL(`./browser/${source}`, import.meta.url)),
    write: false,
    logLevel: 'silent',
    output: { format: 'iife', minify: true },
  })
  return output[0].code
}

/** Only our own pages may show these in a frame. */
const frameHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'content-security-policy-report-only': "require-trusted-types-for 'script'; report-uri /reports/csp",
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
}

function toPage(name: string, title: string, body: string): Page {
  return {
    headers: frameHeaders,
    make: async () => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${publicPath}/frames.css">
${body}
<script src="${publicPath}/${name}.js"></script>
</html>
`,
  }
}

const cardBody = `<div class="form" id="form" hidden>
<p class="test"><strong data-text="test"></strong> <span data-text="notice"></span></p>
<div class="field">
<label for="number" data-text="number"></label>
<input id="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" aria-describedby="number-message">
<p class="message" id="number-message" aria-live="polite"></p>
</div>
<div class="row">
<div class="field">
<label for="expiry"><span data-text="expiry"></span> <span class="hint" data-text="expiryHint"></span></label>
<input id="expiry" inputmode="numeric" autocomplete="cc-exp" aria-describedby="expiry-message">
<p class="message" id="expiry-message" aria-live="polite"></p>
</div>
<div class="field">
<label for="cvc"><span data-text="cvc"></span> <span class="hint" data-text="cvcHint"></span></label>
<input id="cvc" inputmode="numeric" autocomplete="cc-csc" aria-describedby="cvc-message">
<p class="message" id="cvc-message" aria-live="polite"></p>
</div>
</div>
<details id="more">
<summary data-text="cards"></summary>
<ul id="cards"></ul>
</details>
</div>`

const bankBody = `<div class="veil">
<div class="bank" id="bank" hidden>
<p class="test"><strong data-text="test"></strong> <span data-text="bankText"></span></p>
<h1 data-text="bankTitle"></h1>
<div class="actions">
<button type="button" class="primary" id="complete" data-text="complete"></button>
<button type="button" id="fail" data-text="fail"></button>
</div>
<p id="state" role="status"></p>
</div>
</div>`

const pages = new Map<string, Page>([
  ['v3.js', toScript('stripeScript.ts')],
  ['card.js', toScript('cardFrame.ts')],
  ['bank.js', toScript('bankFrame.ts')],
  [
    'frames.css',
    {
      headers: { 'content-type': 'text/css; charset=utf-8' },
      make: () => readFile(new URL('./browser/frames.css', import.meta.url), 'utf8'),
    },
  ],
  [
    'archivo.woff2',
    {
      headers: { 'content-type': 'font/woff2' },
      // a copy: the bytes that were read may share memory with others, and all of it would change threads
      make: async () => new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(font)))),
    },
  ],
  ['card', toPage('card', 'Card', cardBody)],
  ['bank', toPage('bank', 'Bank', bankBody)],
])

// What browsers load of the card sandbox: the script, the card's frame, the bank's dialog, and their parts.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createFrameHeaders } from '../../http/securityHeaders.ts'
import { cardSandboxPath } from './presence.ts'

const font = '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2'

/** Made when they are first asked for, then kept: most processes are never asked. */
export function addCardPages(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer | string>>()

  async function send(
    reply: FastifyReply,
    name: string,
    type: string,
    make: () => Promise<Buffer | string>,
  ): Promise<FastifyReply> {
    const made = kept.get(name) ?? make()
    kept.set(name, made)
    made.catch(() => kept.delete(name))
    return reply
      .header('cache-control', 'no-cache')
      .type(type)
      .send(await made)
  }
  const addScript = (address: string, source: string): void => {
    app.get(`${cardSandboxPath}/${address}`, (_request, reply) =>
      send(reply, address, 'text/javascript; charset=utf-8', () => bundleScript(source)),
    )
  }

  addScript('v3.js', 'stripeScript.ts')
  addScript('card.js', 'cardFrame.ts')
  addScript('bank.js', 'bankFrame.ts')
  app.get(`${cardSandboxPath}/frames.css`, (_request, reply) =>
    send(reply, 'frames.css', 'text/css; charset=utf-8', () =>
      readFile(new URL('./browser/frames.css', import.meta.url)),
    ),
  )
  app.get(`${cardSandboxPath}/archivo.woff2`, (_request, reply) =>
    send(reply, 'archivo.woff2', 'font/woff2', () => readFile(fileURLToPath(import.meta.resolve(font)))),
  )
  app.get(`${cardSandboxPath}/card`, (_request, reply) => sendPage(reply, 'card', cardBody))
  app.get(`${cardSandboxPath}/bank`, (_request, reply) => sendPage(reply, 'bank', bankBody))
}

/** One plain script of a source and all that it imports. */
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

const frameHeaders = createFrameHeaders()

function sendPage(reply: FastifyReply, name: string, body: string): FastifyReply {
  return reply
    .headers(frameHeaders)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name === 'card' ? 'Card' : 'Bank'}</title>
<link rel="stylesheet" href="${cardSandboxPath}/frames.css">
${body}
<script src="${cardSandboxPath}/${name}.js"></script>
</html>
`)
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

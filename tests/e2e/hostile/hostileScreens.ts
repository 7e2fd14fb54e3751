// What the tests of hostile texts share: a member who sends them by calls, and a look at a screen that shows them.
import type { BrowserContext, Page, Request } from '@playwright/test'
import { type Caller, createCaller, endpointPath } from '../../../src/contract/caller.ts'
import { reportPath } from '../../../src/server/http/securityHeaders.ts'
import { listMarkup } from '../../screens/markup.ts'
import type { Product } from '../../support/browsers/product.ts'
import { listSentFields } from '../../support/corpora/textFields.ts'
import { expect, toUrl } from '../fixtures.ts'

/** A club of a running product, and which of its fields have been sent with a text of the corpus. */
export interface HostileClub {
  readonly product: Product
  readonly slug: string
  readonly sent: Set<string>
}

/** What a screen shows as text. */
export interface Screen {
  readonly path: string
  readonly texts: readonly string[]
  /** Shows what is not there at first. */
  open?(page: Page): Promise<void>
}

/** As the screens call, and without one. Signed in, if somebody is given. */
export async function openCaller(
  { product, slug, sent }: HostileClub,
  signer?: { readonly email: string; readonly password: string },
): Promise<Caller> {
  let token: string | undefined
  const caller = createCaller({
    fetch: (url, { signal: _none, ...init }) => {
      note(sent, init.body)
      return fetch(url, init)
    },
    origin: product.origin,
    envelope: () => ({ subdomain: slug }),
    findToken: () => token,
    saveToken: (given) => {
      token = given
    },
  })
  if (signer !== undefined) {
    await caller.call('member_login', { username: signer.email, password: signer.password })
  }
  return caller
}

/** What a page does when a text of somebody is more than a text to it. */
export async function watch(context: BrowserContext, { product, sent }: HostileClub): Promise<string[]> {
  const faults: string[] = []
  // all of the texts that can run call it
  await context.exposeBinding('alert', ({ frame }) => void faults.push(`ran on ${frame.url()}`))
  await context.exposeBinding('tellViolation', (_, rule: string) => void faults.push(`violated ${rule}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = window as unknown as { tellViolation(rule: string): void }
      tellViolation(`${violatedDirective} ${blockedURI}`)
    })
  })
  context.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url())
    const isOurs = origin === product.origin || /^(?:data|blob):$/.test(protocol)
    if (!isOurs || pathname === reportPath) faults.push(`sent ${request.url()}`)
    if (pathname === endpointPath) note(sent, readBody(request))
  })
  return faults
}

function note(sent: Set<string>, body: unknown): void {
  if (typeof body === 'string') for (const field of listSentFields(JSON.parse(body))) sent.add(field)
}

function readBody(request: Request): string | null {
  return request.method() === 'POST' ? request.postData() : null
}

export async function visit(page: Page, { product, slug }: HostileClub, screen: Screen): Promise<void> {
  const { path, texts, open } = screen
  await page.goto(toUrl(product, path, slug))
  await open?.(page)
  await look(page, texts, path)
}

/** The present screen has all of these texts as they are, and nothing that one of them has made. */
export async function look(page: Page, texts: readonly string[], name: string): Promise<void> {
  const wanted = texts.filter((text) => text !== '')
  await expect
    .poll(() => page.evaluate(findMissing, wanted), { message: name, intervals: [100, 250] })
    .toEqual([])
  expect(await page.evaluate(listMarkup), name).toEqual([])
}

/** The same, and again from what the device has kept after a reload. */
export async function lookTwice(page: Page, texts: readonly string[], name: string): Promise<void> {
  await look(page, texts, name)
  await page.reload()
  await look(page, texts, `${name}, reloaded`)
}

/** Of the texts, those that the page has neither as text nor in a field. */
function findMissing(texts: readonly string[]): string[] {
  const body = document.body.cloneNode(true) as HTMLElement
  for (const element of body.querySelectorAll('script, style, template')) element.remove()
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  const shown = [body.textContent, ...fields.map(({ value }) => value)].join('\n')
  return texts.filter((text) => !shown.includes(text)).map((text) => text.slice(0, 100))
}

// The calls of a page to the club's server, on their way.
import type { BrowserContext, Page, Request, Response } from '@playwright/test'
import type { ActionName } from '../../../src/contract/index.ts'

/** Where all of them go; for `unroute`. */
export const endpoint = '**/dart/core*'

/** Whether a request of the page is this call. */
export function isRequestOf(request: Request, action: ActionName): boolean {
  return (request.postData() ?? '').includes(`"${action}"`)
}

export function countCalls(page: Page | BrowserContext, action: ActionName): () => number {
  let count = 0
  const note = (request: Request) => {
    if (isRequestOf(request, action)) count += 1
  }
  // each has its own kind of listener
  if ('context' in page) page.on('request', note)
  else page.on('request', note)
  return () => count
}

export function untilAnswered(page: Page, action: ActionName): Promise<Response> {
  return page.waitForResponse((response) => isRequestOf(response.request(), action))
}

/** These calls wait for the release. */
export async function holdCalls(page: Page, action: ActionName): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(endpoint, async (route) => {
    if (isRequestOf(route.request(), action)) await released
    await route.fallback()
  })
  return release
}

/** The server answers these calls, and their answers wait for the release, which ends when the first is handed over. */
export async function holdAnswers(page: Page, action: ActionName) {
  const { promise: answered, resolve: tellAnswered } = Promise.withResolvers<void>()
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: given, resolve: tellGiven } = Promise.withResolvers<void>()
  await page.route(endpoint, async (route) => {
    if (!isRequestOf(route.request(), action)) return route.fallback()
    const response = await route.fetch()
    tellAnswered()
    await released
    await route.fulfill({ response })
    tellGiven()
  })
  const release = (): Promise<void> => {
    letGo()
    return given
  }
  return { answered, release }
}

/** These calls do not reach the server until the page's routes are removed. */
export async function breakCalls(page: Page, ...actions: ActionName[]): Promise<void> {
  await page.route(endpoint, (route) =>
    actions.some((action) => isRequestOf(route.request(), action)) ? route.abort() : route.fallback(),
  )
}

/** They reach the server, and its answers are lost. */
export async function loseAnswers(page: Page, action: ActionName): Promise<void> {
  await page.route(endpoint, async (route) => {
    if (!isRequestOf(route.request(), action)) return route.fallback()
    await route.fetch()
    // whoever has taken this rule away meanwhile lets the request go on, and its own answer counts
    return route.abort().catch(() => undefined)
  })
}

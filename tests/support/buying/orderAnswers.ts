// Changes what the server answers about an order, for states that take long or an accident to come about.
import type { Page } from '@playwright/test'
import { isRequestOf } from '../browsers/pageCalls.ts'
import type { Answer } from './apiBuyer.ts'

export interface OrderAnswer extends Answer {
  order: Record<string, unknown> & { lines: Record<string, unknown>[] }
}

/** Lets the server answer, and changes the order in the answer, until the page's routes are removed. */
export async function changeOrder(page: Page, change: (order: OrderAnswer['order']) => void): Promise<void> {
  await page.route('**/dart/core*', async (route) => {
    if (!isRequestOf(route.request(), 'get_order')) return route.fallback()
    const response = await route.fetch()
    const answer = (await response.json()) as OrderAnswer
    change(answer.order)
    await route.fulfill({ response, json: answer })
  })
}

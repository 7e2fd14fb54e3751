// What axe finds on a page.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** All faults that axe finds on the present page, which must be still. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<AxeResults['violations']> {
  const options: RunOptions = {
    // what passes needs no list of its elements
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  }
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations
  // axe is larger than the app, and the builder would send it twice for each analysis
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`)
}

/** axe finds no fault on the present page, which must be still. */
export async function expectNoFaults(page: Page, rules?: readonly string[]): Promise<void> {
  expect(
    (await findFaults(page, rules)).map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    ),
  ).toEqual([])
}

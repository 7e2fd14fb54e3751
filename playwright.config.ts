// Journeys in a real browser against the built app and the real server.
import { defineConfig } from '@playwright/test'
import {
  chromiumArgs,
  prepareChromium,
  prepareFirefox,
  prepareHeadlessShell,
  prepareWebKit,
} from './tests/support/browsers/browser.ts'
import type { EngineOption } from './tests/support/browsers/product.ts'
import { readTreeSeed } from './tests/support/chance/treeSeed.ts'
import { selectedTitles, selection } from './tests/support/run/longTests.ts'

// each worker chooses again, and somebody may commit meanwhile
process.env.TREE_SEED ??= readTreeSeed()
const executablePath = prepareChromium()
// the journeys that open browsers of their own read it there
if (executablePath !== undefined) process.env.CHROMIUM_PATH = executablePath
// empty where there is none, so that no worker searches again
process.env.WEBKIT_DRIVER ??= prepareWebKit() ?? ''
process.env.FIREFOX_PATH ??= prepareFirefox() ?? ''
// the other journeys need a page and no more
const pagesPath = prepareHeadlessShell() ?? executablePath
if (pagesPath !== undefined) process.env.HEADLESS_SHELL_PATH = pagesPath

const lighthouse = '**/lighthouse.spec.ts'
const matrix = '**/sales/matrix.spec.ts'

// rules/payments 5.18, in the proof
const purchases = '**/{join,renew,donate,checkout,order}.spec.ts'

export default defineConfig<object, EngineOption>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/globalSetup.ts',
  outputDir: 'test-results',
  // each has a server and browsers of its own, and waits more than it works
  workers: 3,
  grep: selectedTitles,
  projects: [
    // first what one worker does for minutes, so that no other waits for it at the end
    {
      // without a product: its screens are drawn from recorded answers
      name: 'screens',
      testDir: 'tests/screens',
    },
    ...(selection === 'short'
      ? []
      : [{ name: 'journeys on PostgreSQL', testMatch: purchases, use: { engine: 'PostgreSQL' } as const }]),
    { name: 'journeys', testIgnore: [lighthouse, matrix] },
    // each opens a browser of its own beside the server
    { name: 'lighthouse', testMatch: lighthouse, workers: 1 },
    { name: 'sales', testMatch: matrix, workers: 2 },
  ],
  retries: 0,
  // they end what hangs, on a slow machine too; what must be fast is measured by `npm run bench`
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    // names the address that hangs, instead of the whole journey
    navigationTimeout: 60_000,
    launchOptions: {
      args: chromiumArgs,
      ...(pagesPath === undefined ? {} : { executablePath: pagesPath }),
    },
  },
})

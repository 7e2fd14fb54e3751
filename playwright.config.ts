// Journeys in a real browser against the built app and the real server.
import { defineConfig } from '@playwright/test'
import { chromiumArgs, prepareChromium } from './tests/support/browser.ts'

const executablePath = prepareChromium()
// the journeys that open browsers of their own read it there
if (executablePath !== undefined) process.env.CHROMIUM_PATH = executablePath

const measured = ['**/lighthouse.spec.ts', '**/mapStage.spec.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/globalSetup.ts',
  outputDir: 'test-results',
  // each has a server and browsers of its own; most of their time they wait
  workers: 2,
  projects: [
    { name: 'journeys', testIgnore: measured },
    // after all others and by themselves, because they measure
    { name: 'alone', testMatch: measured, workers: 1 },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    launchOptions: {
      args: chromiumArgs,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
})

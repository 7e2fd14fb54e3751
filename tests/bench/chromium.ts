// The browser of the rows that need one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { toLaunchOptions } from '../support/browsers/browser.ts'

export const phoneViewport = { width: 390, height: 844 }

export async function openChromium(...args: readonly string[]): Promise<Browser> {
  return chromium.launch(toLaunchOptions(...args))
}

/** A phone whose storage lies on the disk, as a person's does. */
export async function openPhone(): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...toLaunchOptions(),
    viewport: phoneViewport,
  })
  return {
    context,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

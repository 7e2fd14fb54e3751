// What waits on the device to be sent, as its database has it.
import { expect, type Page } from '@playwright/test'
import type { OutboxEntry } from '../../../src/offline/outboxRecords.ts'

/** The outbox on the device, read from any page of the origin. */
export function readOutbox(page: Page): Promise<OutboxEntry[]> {
  return page.evaluate(
    () =>
      new Promise<OutboxEntry[]>((resolve, reject) => {
        const opening = indexedDB.open('showfield-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction('entries').objectStore('entries').index('order').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result)
          }
        }
      }),
  )
}

/** An attempt that a page leaves in its middle may have arrived. Waits until none runs or begins soon. */
export async function untilNothingIsTried(page: Page): Promise<void> {
  const findSoonest = async () => {
    const entries = await readOutbox(page)
    return Math.min(...entries.map(({ state, nextAt }) => (state === 'waiting' ? nextAt - Date.now() : 0)))
  }
  await expect.poll(findSoonest, { intervals: [100] }).toBeGreaterThan(1500)
}

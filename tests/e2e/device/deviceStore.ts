// What the app keeps in the IndexedDB of a page's origin.
import type { Page } from '@playwright/test'

/** The records of a store. With `change`, as they were before that was written into each. */
export function readRecords<T>(page: Page, database: string, store: string, change?: object): Promise<T[]> {
  return page.evaluate(
    async ({ database: name, store: from, change: part }) => {
      const settle = <R>(request: IDBRequest<R>) =>
        new Promise<R>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const opened = await settle(indexedDB.open(name))
      const records = opened
        .transaction(from, part === undefined ? 'readonly' : 'readwrite')
        .objectStore(from)
      const found = await settle(records.getAll())
      if (part !== undefined) for (const record of found) await settle(records.put({ ...record, ...part }))
      await new Promise((resolve) => records.transaction.addEventListener('complete', resolve))
      opened.close()
      return found
    },
    { database, store, change },
  )
}

/** The keys under which the device keeps the last answers: club, member, action and input. */
export function listSavedAnswers(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('showfield-answers')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map(String))
          }
        }
      }),
  )
}

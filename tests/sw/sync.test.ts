// Where the browser has no Background Sync, the worker sends what waits whenever something wakes it.
import { afterEach, expect, it, vi } from 'vitest'
import { outboxDatabaseName } from '../../src/offline/outboxDatabase.ts'
import { tryOutbox } from '../../sw/sync.ts'
import { createPhone, makeGrant, makeReceipt, makeSheet, noon } from '../offline/phone.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('delivers once where there is no Background Sync, and leaves it to the browser where there is one', async () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  const { outbox, grants, database } = createPhone({ name: outboxDatabaseName })
  await grants.save(makeGrant('41'))
  const sheet = await outbox.put(makeSheet('7'))
  const requests: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    requests.push(body)
    const receipt = makeReceipt(sheet.key)
    return Response.json({
      success: true,
      results: [{ key: sheet.key, success: true, current: true, highest: 1, receipt }],
    })
  })
  const wake = async (registration: object) => {
    vi.stubGlobal('self', { registration, navigator })
    const works: Promise<unknown>[] = []
    tryOutbox({ waitUntil: (work: Promise<unknown>) => works.push(work) } as unknown as ExtendableEvent)
    await Promise.all(works)
  }
  await wake({ sync: {} })
  expect(requests).toEqual([])
  await wake({})
  await wake({})
  expect(requests).toHaveLength(1)
  expect((await outbox.find(sheet.key))?.state).toBe('accepted')
  await database.close()
})

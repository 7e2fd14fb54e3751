// What was filed while only the host had named the club is found under the club's slug afterwards.
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { fileUnder } from '../../src/offline/clubs/fileUnder.ts'
import { createDrafts, toPurchasePrefix } from '../../src/offline/drafts.ts'
import { Favourites } from '../../src/offline/favourites.ts'
import { createOutboxDatabase } from '../../src/offline/outboxDatabase.ts'
import { toPrincipalId } from '../../src/offline/outboxRecords.ts'
import { Passes } from '../../src/offline/passes/passes.ts'

const order = (orderKey: string, code: string) => ({
  event: {
    ...{ id: 1, name: 'Show', startDate: '2026-06-14', endDate: '2026-06-14', gateTime: '07:00' },
    ...{ place: 'Field', timeZone: 'America/New_York' },
  },
  passes: [{ kind: 'ticket' as const, code, label: 'Day pass' }],
  ...{ orderKey, receiptId: 1001, savedAt: 1 },
})

test('tickets, stars, drafts, entries and grants of a host are filed under its club, and nothing is written over', async () => {
  const passes = new Passes()
  await passes.saveOrder({ club: '', memberId: 0 }, order('one', 'OLD'))
  await passes.saveOrder({ club: '', memberId: 0 }, order('two', 'OLDER'))
  await passes.saveOrder({ club: 'alder', memberId: 0 }, order('two', 'NEWER'))
  await passes.close()
  const stars = new Favourites()
  await stars.add({ club: '', eventId: 1 }, 'entry', 'parade', { addedAt: 1 })
  await stars.close()
  const outbox = createOutboxDatabase()
  const drafts = createDrafts(outbox, () => 1)
  await drafts.save(`${toPurchasePrefix(undefined, 0)}event/1`, { values: {} })
  const judge = { club: '', eventId: 1, judgeId: 'J1' }
  const grant = { ...judge, id: 'judge//1/J1', isCurrent: true }
  const entry = { key: 'e1', ...judge, principal: { kind: 'judge', ref: 'J1' } }
  await outbox.write(['grants', 'entries'], 'strict', async (tx) => {
    await tx.objectStore('grants').put(grant as never)
    await tx.objectStore('entries').put(entry as never)
  })
  await outbox.close()

  await fileUnder('alder')
  await fileUnder('alder')

  const codes = (await passes.read({ club: 'alder', memberId: 0 })).saved.flatMap((one) => one.passes)
  expect(codes.map(({ code }) => code).sort()).toEqual(['NEWER', 'OLD'])
  expect((await passes.read({ club: '', memberId: 0 })).saved).toEqual([])
  expect(await stars.list({ club: 'alder', eventId: 1 })).toMatchObject([{ ref: 'parade' }])
  expect(await drafts.find(`${toPurchasePrefix('alder', 0)}event/1`)).toEqual({ values: {} })
  const found = await outbox.read(['grants', 'entries'], async (tx) => ({
    grants: await tx.objectStore('grants').getAll(),
    entries: await tx.objectStore('entries').getAll(),
  }))
  expect(found.entries).toMatchObject([{ key: 'e1', club: 'alder' }])
  expect(found.grants.map(({ id }) => id)).toEqual(found.entries.map(toPrincipalId))
  const names = (await indexedDB.databases()).map(({ name }) => name).sort()
  expect(names).toEqual(['showfield-favourites', 'showfield-outbox', 'showfield-passes'])
  const check = await openDB('showfield-favourites')
  expect([...check.objectStoreNames]).toEqual(['marks'])
  check.close()
})

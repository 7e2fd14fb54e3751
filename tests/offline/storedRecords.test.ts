// Devices hold what earlier versions wrote, and after a rollback an earlier version reads what this one wrote.
import 'fake-indexeddb/auto'
import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import { readDraft, readDraftPlace, toDraftId } from '../../src/app/features/social/writing/postDrafts.ts'
import { toStorageNames } from '../../src/app/session/sessionState.ts'
import { languageKey } from '../../src/app/text/languages.ts'
import type { Receipt } from '../../src/contract/define.ts'
import type { EventPack } from '../../src/domain/event.ts'
import { createAnswers } from '../../src/offline/answers.ts'
import { Favourites } from '../../src/offline/favourites.ts'
import { pinnedCacheName } from '../../src/offline/files/pictures.ts'
import { prerenderCacheName, toPrerenderKey } from '../../src/offline/files/prerenders.ts'
import { outboxLock } from '../../src/offline/flush.ts'
import { Library } from '../../src/offline/library.ts'
import { busyLock, channelName, savePrerenderType, syncTag } from '../../src/offline/messages.ts'
import type { NewOutboxEntry } from '../../src/offline/outbox.ts'
import { outboxDatabaseName } from '../../src/offline/outboxDatabase.ts'
import type { OutboxEntry } from '../../src/offline/outboxRecords.ts'
import { listTopics, rememberTopic } from '../../src/offline/subscription.ts'
import { createPhone, noon } from './phone.ts'

const club = 'alderhollow'
const show = { club, eventId: 1 }
const tenantId = '6b1d4c52-8f0e-4a53-9a77-51c0a1de0001'

// As version 194b7de wrote them; neither a name nor a value of theirs may change here.

const sheetInput = {
  eventId: 1,
  judgeId: '41',
  entryId: '104',
  formId: 1,
  scores: [{ criteriaId: 1, score: 9 }],
  madeAt: '2026-06-13T11:45:02.747Z',
  sequence: 1,
}
const newSheet: NewOutboxEntry<'submit_judging_form'> = {
  key: '0b29b461-05fc-4361-addf-a300fc83c9d3',
  input: sheetInput,
  eventId: 1,
  principal: { kind: 'judge', ref: '41' },
  sequence: 1,
  action: 'submit_judging_form',
  club,
  tenantId,
  madeAt: noon,
  clockOffset: 0,
  about: { title: '1935 Packard One-Twenty', number: '104' },
}
const fault = { code: 'unreachable', message: '' }
const untroubled = {
  ...newSheet,
  schema: 1,
  inputHash: 'b049e4e111b0d8aa60e096a463623c4f228403cf1a6a5f911984987b7c1189f0',
  attempts: 3,
  nextAt: noon,
  savedAt: noon - 2000,
  sentAt: noon - 1000,
} as const
const sheetEntry = { ...untroubled, state: 'waiting', order: 2, fault, suspicion: 0 } as const
const acceptedKey = '147859a0-8fb1-4c21-af41-e30c84e42371'
const receipt: Receipt = { key: acceptedKey, outcome: 'accepted', at: '2026-06-13T11:44:59.649Z' }
const acceptedEntry = {
  ...untroubled,
  key: acceptedKey,
  input: { ...sheetInput, entryId: '103' },
  state: 'accepted',
  order: 1,
  receipt,
  settledAt: noon,
} as const
const grant = {
  club,
  eventId: 1,
  judgeId: '41',
  judgeName: 'M. Okafor',
  formId: 0,
  grant: '60cegALkKSZYM8_7febZlVCtv0BM2WuP0cdy7lAOhWQ',
  until: '2026-06-17T05:00:00.000Z',
  tenantId,
  sent: [{ formId: 1, entryId: '103', sequence: 1 }],
  id: 'judge/alderhollow/1/41',
  isCurrent: true,
  hasLeft: false,
}
const draft = {
  id: 'sheet/alderhollow/1/41/1',
  value: { key: '86035e51-6ed0-489a-8fc9-56c887be4107', number: '105', scores: { 1: 3 }, notes: 'chrome' },
  keptAt: noon,
}
const seen = {
  id: 'd1-3',
  date: '2026-06-13',
  startTime: '08:00',
  endTime: '18:00',
  label: 'Swap meet',
  place: 'South field',
  cancelled: false,
}
const favourite = {
  key: 'alderhollow/1 entry d1-3',
  show: 'alderhollow/1',
  kind: 'entry',
  ref: 'd1-3',
  addedAt: noon,
  seen,
  remindedFor: noon,
} as const
const savedShow = {
  ...show,
  key: 'alderhollow/1',
  version: '2JIB9xTjBIlgr0MIahJsig',
  savedAt: noon,
  bytes: 107755,
  event: { id: 1, name: 'Concours' },
  schedule: [seen],
  mapNames: [{ id: 1, label: 'South field' }],
  vendorCount: 1,
  carCount: 1,
  formCount: 1,
}
const savedField = {
  key: 'alderhollow/1',
  version: savedShow.version,
  maps: [{ id: 1, label: 'South field' }],
  vendors: [{ id: 31 }],
}
const savedCars = {
  key: 'alderhollow/1',
  version: savedShow.version,
  classes: [],
  entries: { classes: [], cars: [{ number: '103' }] },
  forms: [{ id: 1 }],
}
const savedCheck = {
  key: 'alderhollow/1',
  checkedAt: noon,
  picturesWanted: 1,
  picturesKept: 1,
  pictureBytes: 435992,
  pictures: ['/media/69df.webp?subdomain=alderhollow&w=800'],
}
const answer = { savedAt: noon, answer: { success: true } }
const topic = { club, tenantId: 1, eventId: 1, publicKey: 'BNuSOkRIy6xr', language: 'en' } as const

const stores = {
  'showfield-outbox': {
    version: 1,
    create(database: IDBPDatabase) {
      database.createObjectStore('entries', { keyPath: 'key' }).createIndex('order', 'order')
      for (const name of ['drafts', 'grants']) database.createObjectStore(name, { keyPath: 'id' })
    },
  },
  // Dexie counts in tens
  'showfield-favourites': {
    version: 10,
    create: (database: IDBPDatabase) =>
      void database.createObjectStore('marks', { keyPath: 'key' }).createIndex('show', 'show'),
  },
  'showfield-library': {
    version: 10,
    create(database: IDBPDatabase) {
      for (const name of ['shows', 'fields', 'cars', 'checks']) {
        database.createObjectStore(name, { keyPath: 'key' })
      }
    },
  },
  'showfield-answers': {
    version: 1,
    create: (database: IDBPDatabase) => void database.createObjectStore('answers'),
  },
  'showfield-subscription': {
    version: 1,
    create: (database: IDBPDatabase) => void database.createObjectStore('topics'),
  },
} as const
type Name = keyof typeof stores

async function inOldDatabase<T>(name: Name, body: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const { version, create } = stores[name]
  const database = await openDB(name, version, { upgrade: create })
  const result = await body(database)
  database.close()
  return result
}

/** Stores with a key of their own get it with each record. */
const put = (name: Name, store: string, record: object, key?: string) =>
  inOldDatabase(name, (database) => database.put(store, record, key))
const getAll = (name: Name, store: string) => inOldDatabase(name, (database) => database.getAll(store))
const listFields = (record: object) => Object.keys(record).sort()

// the answers' database is never closed, so it stays
beforeEach(() =>
  Promise.all(
    Object.keys(stores)
      .filter((name) => name !== 'showfield-answers')
      .map((name) => deleteDB(name)),
  ),
)

test('the outbox finds what version 194b7de saved, and sends it', async () => {
  for (const entry of [sheetEntry, acceptedEntry]) await put('showfield-outbox', 'entries', entry)
  await put('showfield-outbox', 'drafts', draft)
  await put('showfield-outbox', 'grants', grant)
  const phone = createPhone({ name: outboxDatabaseName })
  expect(await phone.outbox.list()).toEqual([acceptedEntry, sheetEntry])
  expect(await phone.drafts.find(draft.id)).toEqual(draft.value)
  expect(await phone.grants.find(show)).toEqual(grant)
  const sent: unknown[] = []
  const sender = phone.openSender(async (_, { body }) => {
    sent.push(JSON.parse(body))
    throw new TypeError('no network')
  })
  await sender.flush('person')
  expect(sent).toEqual([
    {
      action: 'submit_batch',
      tenantUUID: tenantId,
      entries: [{ ...sheetInput, action: 'submit_judging_form', key: sheetEntry.key, grant: grant.grant }],
      agesMs: [expect.any(Number)],
    },
  ])
  await phone.database.close()
})

test('version 194b7de finds every field that it knows in what the outbox saves', async () => {
  const { outbox, drafts, grants, database } = createPhone({ name: outboxDatabaseName })
  const { id: _, isCurrent: __, hasLeft: ___, ...verified } = grant
  await grants.save(verified)
  await drafts.save(draft.id, draft.value)
  await outbox.put(newSheet)
  await outbox.put({ ...newSheet, key: acceptedKey })
  await outbox.markSending([newSheet.key, acceptedKey], noon)
  await outbox.settle([
    { kind: 'retry', key: newSheet.key, fault, nextAt: noon, isSuspect: false },
    { kind: 'accepted', key: acceptedKey, receipt, at: noon },
  ])
  await database.close()
  expect(await getAll('showfield-outbox', 'grants')).toEqual([grant])
  expect(await getAll('showfield-outbox', 'drafts')).toEqual([draft])
  const entries: OutboxEntry[] = await getAll('showfield-outbox', 'entries')
  expect(Object.fromEntries(entries.map((entry) => [entry.key, listFields(entry)]))).toEqual({
    [sheetEntry.key]: listFields(sheetEntry),
    [acceptedKey]: listFields(acceptedEntry),
  })
})

test('favourites, saved events, answers and topics of version 194b7de are found', async () => {
  await put('showfield-favourites', 'marks', favourite)
  await put('showfield-library', 'shows', savedShow)
  await put('showfield-library', 'fields', savedField)
  await put('showfield-library', 'cars', savedCars)
  await put('showfield-library', 'checks', savedCheck)
  await put('showfield-answers', 'answers', answer, 'showfield:alderhollow:club')
  await put('showfield-subscription', 'topics', topic, '1/1')
  const [favourites, library] = [new Favourites(), new Library()]
  expect(await favourites.list(show)).toEqual([favourite])
  expect(await library.findShow(show)).toEqual(savedShow)
  expect(await library.findField(show)).toEqual(savedField)
  expect(await library.findCars(show)).toEqual(savedCars)
  expect(await library.findCheck(show)).toEqual(savedCheck)
  expect(await createAnswers().find('showfield:alderhollow:club')).toEqual(answer)
  expect(await listTopics()).toEqual([topic])
  favourites.close()
  library.close()
})

test('version 194b7de finds the favourites, events, answers and topics that this one saves', async () => {
  const [favourites, library] = [new Favourites(), new Library()]
  await favourites.add(show, 'entry', 'd1-3', { addedAt: noon, seen })
  await favourites.saveReminder(show, 'd1-3', noon)
  const { event, schedule, savedAt, bytes } = savedShow
  const pack = { event, schedule, ...savedField, ...savedCars } as unknown as EventPack
  await library.savePack(show, pack, { savedAt, bytes, pictures: savedCheck.pictures })
  await library.savePictureCount(show, { wanted: 1, saved: 1, bytes: savedCheck.pictureBytes })
  const newAnswer = { savedAt: noon + 1, answer: 0 }
  await createAnswers().save('showfield:alderhollow:clock', newAnswer)
  await rememberTopic(topic)
  favourites.close()
  library.close()
  expect(await getAll('showfield-favourites', 'marks')).toEqual([favourite])
  // what came later is no hindrance: that version reads what it knows
  expect(await getAll('showfield-library', 'shows')).toMatchObject([savedShow])
  expect(await getAll('showfield-library', 'fields')).toEqual([savedField])
  expect(await getAll('showfield-library', 'cars')).toEqual([savedCars])
  expect(await getAll('showfield-library', 'checks')).toEqual([savedCheck])
  expect(await getAll('showfield-answers', 'answers')).toContainEqual(newAnswer)
  expect(await getAll('showfield-subscription', 'topics')).toEqual([topic])
})

test('names that devices, and pages and workers of other builds, know things by stay', () => {
  expect(toStorageNames(club)).toEqual({
    club: 'showfield:alderhollow:club',
    member: 'showfield:alderhollow:member',
    token: 'showfield:alderhollow:token',
    signedOut: 'showfield:alderhollow:signed-out',
    clock: 'showfield:alderhollow:clock',
  })
  expect(languageKey).toBe('rcml-lang')
  expect([pinnedCacheName, prerenderCacheName]).toEqual(['pictures-pinned', 'paintings'])
  expect(toPrerenderKey(show)).toBe('/paintings/1?club=alderhollow')
  expect([channelName, syncTag, busyLock, outboxLock]).toEqual(['showfield', 'outbox', 'busy', 'outbox'])
  expect(savePrerenderType).toBe('keep-painting')
})

test('the draft of a post keeps its name and its fields', () => {
  const owner = { club, memberId: 7 }
  const key = '86035e51-6ed0-489a-8fc9-56c887be4107'
  const places = [
    { kind: 'new', key },
    { kind: 'edit', postId: 12 },
    { kind: 'comment', postId: 12 },
  ] as const
  const names = places.map((place) => toDraftId(owner, place))
  expect(names).toEqual([
    `post/alderhollow/7/new/${key}`,
    'post/alderhollow/7/edit/12',
    'post/alderhollow/7/comment/12',
  ])
  expect(names.map((name) => readDraftPlace(owner, name))).toEqual(places)
  expect(readDraftPlace(owner, 'post/alderhollow/7/poll/12')).toBeUndefined()
  const stored = { key, topicId: 3, message: 'Who has a trailer?', pictures: [{ key, imageData: 'data:,' }] }
  expect(readDraft(stored)).toEqual(stored)
  expect(readDraft({ key, message: 'Short' })).toEqual({ key, topicId: 0, message: 'Short', pictures: [] })
  expect(readDraft({ message: 'No key' })).toBeUndefined()
})

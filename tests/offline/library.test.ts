import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { EventPack } from '../../src/domain/event.ts'
import { Library } from '../../src/offline/library.ts'

const show = { club: 'harrow', eventId: 7 }

function makePack(version: string, generatedAt: string): EventPack {
  const lists = { maps: [], vendors: [], schedule: [], classes: [], forms: [] }
  return {
    ...lists,
    version,
    generatedAt,
    event: { images: [] },
    entries: { classes: [], cars: [] },
  } as unknown as EventPack
}

test('a pack that comes late never replaces one that the server made after it', async () => {
  const library = new Library('late')
  const facts = { savedAt: 0, bytes: 1, pictures: [] }
  const newer = makePack('v2', '2026-06-13T12:00:05.000Z')
  const older = makePack('v1', '2026-06-13T12:00:00.000Z')
  expect(await library.savePack(show, newer, facts)).toBe('v2')
  expect(await library.savePack(show, older, facts)).toBe('v2')
  expect(await library.findVersion(show)).toBe('v2')
  expect(await library.savePack(show, makePack('v3', '2026-06-13T12:00:06.000Z'), facts)).toBe('v3')
  library.close()
})

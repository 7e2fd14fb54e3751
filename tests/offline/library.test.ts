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
  const facts = { savedAt: Date.parse('2026-06-13T12:00:10.000Z'), bytes: 1, pictures: [] }
  const newer = makePack('v2', '2026-06-13T12:00:05.000Z')
  const older = makePack('v1', '2026-06-13T12:00:00.000Z')
  expect(await library.savePack(show, newer, facts)).toBe('v2')
  expect(await library.savePack(show, older, facts)).toBe('v2')
  expect(await library.findVersion(show)).toBe('v2')
  expect(await library.savePack(show, makePack('v3', '2026-06-13T12:00:06.000Z'), facts)).toBe('v3')
  library.close()
})

test("a pack from a day on which the server's clock was ahead gives way", async () => {
  const library = new Library('ahead')
  const noon = Date.parse('2026-06-13T12:00:00.000Z')
  const facts = { bytes: 1, pictures: [] }
  await library.savePack(show, makePack('v1', '2026-06-14T12:00:00.000Z'), {
    ...facts,
    savedAt: noon + 86_400_000,
  })
  const now = { ...facts, savedAt: noon }
  expect(await library.savePack(show, makePack('v2', '2026-06-13T12:00:00.000Z'), now)).toBe('v2')
  library.close()
})

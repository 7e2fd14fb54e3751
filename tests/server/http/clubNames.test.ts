import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { startWorld, type World } from '../../support/database/world.ts'

/** No club can have such a name. */
const impossible = [
  '%00',
  'harbor%00',
  '%ED%A0%80',
  '%',
  '',
  'Harbor',
  'www',
  "harbor'--",
  'a'.repeat(8000),
  '%F0%9F%9A%97',
]

describeOnEachEngine('a name that no club can have', (engine) => {
  let world: World
  let dist: string
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'showfield-dist-'))
    await writeFile(join(dist, 'index.html'), '<!doctype html><title>Showfield</title><div id="app"></div>')
    world = await startWorld(engine, { distDir: dist, env: { DEFAULT_TENANT: 'harbor' } })
  })
  afterAll(async () => {
    await world.dispose()
    await rm(dist, { recursive: true })
  })

  it.each(impossible)('?subdomain=%.20s reaches no database', async (name) => {
    const { show } = world.clubs.a
    const before = world.lines().length
    const requests = (['findClub', 'findPack', 'findEventPreview'] as const).map((request) =>
      vi.spyOn(world.engine, request),
    )
    const statuses: Record<string, number> = {}
    for (const path of [
      '/manifest.webmanifest',
      `/dart/pack/${show.id}`,
      `/portal/viewer/${show.id}`,
      '/portal',
      `/media/${'0'.repeat(40)}.webp`,
      '/nothing',
    ]) {
      const { status, text } = await world.send(`${path}?subdomain=${name}`, {
        headers: { accept: 'text/html' },
      })
      statuses[path] = status
      expect(text).not.toContain('data-painting')
    }
    expect(Object.values(statuses)).toEqual([404, 404, 200, 200, 404, 404])
    for (const request of requests) {
      expect(request).not.toHaveBeenCalled()
      request.mockRestore()
    }
    expect(world.lines().slice(before).join('')).not.toContain('"level":"error"')
  })
})

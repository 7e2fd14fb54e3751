import { expect, it, vi } from 'vitest'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'

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
  const world = setUpWorld(engine, {
    distDir: makeTestFolder({
      'index.html': '<!doctype html><title>Showfield</title><div id="app"></div>',
    }),
    env: { DEFAULT_TENANT: 'harbor' },
  })

  it.each(impossible)('?subdomain=%.20s reaches no database', async (name) => {
    const { show } = world.clubs.a
    const before = world.lines().length
    const requests = (['findClub', 'findPack', 'findEventSummary'] as const).map((request) =>
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

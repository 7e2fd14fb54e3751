// What docs/scale.md tells an operator about a CDN is what the server sends, for each kind of address.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { storePicture } from '../../../src/server/storage/pictures.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { makePrivateThings, type PrivateKind } from '../../support/community/privateThings.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8')

const app = {
  'index.html': '<!doctype html><title>Showfield</title><div id="app"></div>',
  'assets/app-1a2b.js': '// app',
  'sw.js': '// worker',
  'icons/icon-192.png': 'picture',
}

/** The rows of the table whose second column is what the server says of keeping it. */
const rows = page.split('\n').flatMap((line) => {
  const [, address = '', caching = '', more = ''] =
    /^\| `(\/[^`]*)`[^|]*\| `([^`]+)` +\| ([^|]*)\|/.exec(line) ?? []
  return address === '' ? [] : [{ address, caching, more: more.trim() }]
})

describeOnEachEngine('the table of the CDN', (engine) => {
  const world = setUpClubWorld(engine, { distDir: makeTestFolder(app) })
  const things = makePrivateThings(world)
  const { a } = world.clubs
  let hash = ''
  beforeAll(async () => {
    hash = (await storePicture(world, await photo(90, 60), 'public', { fit: 'photo' })).row.hash
  })
  beforeEach(() => things.next())

  const makePrivate = (kind: PrivateKind) => () => things.make(kind, 'member')
  const named = (path: string) => async () => `${path}?subdomain=${a.slug}`
  const pack = async () => `/dart/pack/${a.show.id}?subdomain=${a.slug}`
  /** An address of each kind. */
  const samples: Readonly<Record<string, () => Promise<string>>> = {
    '/assets/…': named('/assets/app-1a2b.js'),
    '/media/HASH.webp': async () => `/media/${hash}.webp`,
    '/dart/pack/NUMBER': pack,
    '/icons/…': named('/icons/icon-192.png'),
    '/portal/…': named('/portal'),
    '/sw.js': named('/sw.js'),
    '/manifest.webmanifest': named('/manifest.webmanifest'),
    '/calendar/…': makePrivate('a calendar'),
    '/media/member/…': makePrivate('a picture'),
    '/files/…': makePrivate('a file'),
    '/own-data…': makePrivate('own data'),
    '/dart/core': async () => '/dart/core',
    '/healthz': async () => '/healthz',
  }

  it('has a row for each kind of address', () => {
    expect(rows.map(({ address }) => address).sort()).toEqual(Object.keys(samples).sort())
  })

  it.each(rows)('is right about $address', async ({ address, caching, more }) => {
    const path = (await samples[address]?.()) ?? ''
    const isCall = address === '/dart/core'
    const answer = await world.send(path, {
      headers: { 'accept-encoding': 'br', ...(isCall ? { 'content-type': 'application/json' } : {}) },
      ...(isCall ? { method: 'POST', body: JSON.stringify({ action: 'get_tenant', tenantId: a.id }) } : {}),
    })
    expect(answer.status).toBe(200)
    const { vary, etag } = answer.headers
    const said = [
      ...(etag === undefined ? [] : ['`ETag`']),
      ...(vary === undefined ? [] : [`\`Vary: ${vary}\``]),
    ]
    expect([answer.headers['cache-control'], more]).toEqual([caching, said.join(', ')])
    // what anybody keeps for others carries nothing of one person's
    if (/public|s-maxage/.test(caching)) expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

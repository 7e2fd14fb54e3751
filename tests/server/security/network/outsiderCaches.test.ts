// What a cache could keep for the next person at it, or for everybody: each attack a line in a table.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenHeader } from '../../../../src/contract/caller.ts'
import { storePicture } from '../../../../src/server/storage/pictures.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { makePrivateThings, privateKinds } from '../../../support/community/privateThings.ts'
import { photo } from '../../../support/corpora/hostilePictures.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import type { Received } from '../../../support/database/world.ts'

describeOnEachEngine('an attacker at a cache', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  const things = makePrivateThings(world)
  const { open } = things
  let publicHash = ''
  beforeAll(async () => {
    publicHash = (await storePicture(world, await photo(90, 60), 'public', { fit: 'photo' })).row.hash
  })
  beforeEach(() => things.next())

  const expectPrivate = ({ headers }: Received) => {
    const caching = String(headers['cache-control'])
    expect(caching).toMatch(/no-store|^private, no-cache$/)
    expect(caching).not.toMatch(/public|s-maxage|max-age=[1-9]|immutable/)
  }
  /** The same address with another secret. */
  const toOther = (path: string) =>
    path.replace(/(calendar|member)\/.{8}/, '$1/00000000').replace(/proof=.{4}/, 'proof=0000')

  describe('which a cache could keep', () => {
    it.each(privateKinds)('%s is for one browser, and shown in no other page', async (kind) => {
      const answer = await open(await things.make(kind, 'member'))
      expect(answer.status).toBe(200)
      expectPrivate(answer)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    })

    it.each(privateKinds)('%s sends nothing to HEAD that it does not send to GET', async (kind) => {
      const path = await things.make(kind, 'member')
      const [got, head] = [await open(path), await open(path, {}, 'HEAD')]
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const name of ['cache-control', 'etag', 'content-type', 'content-disposition'] as const) {
        expect(head.headers[name]).toBe(got.headers[name])
      }
      expect((await open(toOther(path), {}, 'HEAD')).status).toBe(404)
    })

    it.each(
      privateKinds.flatMap((kind) =>
        ['bytes=0-3', 'bytes=-4', 'bytes=0-0,2-3', 'bytes=0-'].map((range) => [kind, range] as const),
      ),
    )('%s in the part %s is as private as the whole', async (kind, range) => {
      const answer = await open(await things.make(kind, 'member'), { range })
      expect(kind === 'a file' ? [200, 206] : [200]).toContain(answer.status)
      expectPrivate(answer)
    })

    it.each(privateKinds)(
      "%s is not said to be unchanged to whoever has another's, of this club or another",
      async (kind) => {
        const path = await things.make(kind, 'member')
        const foreign = await open(await things.make(kind, 'foreign'))
        const own = await open(path)
        const tags = [String(foreign.headers.etag), '"x"', 'W/"x"', '']
        for (const tag of tags) {
          const answer = await open(path, {
            'if-none-match': tag,
            'if-modified-since': new Date().toUTCString(),
          })
          expect([tag, answer.status]).toEqual([tag, 200])
        }
        // and with the right one it opens nothing that it did not open
        const answer = await open(toOther(path), { 'if-none-match': String(own.headers.etag ?? '*') })
        expect(answer.status).toBe(404)
        expectPrivate(answer)
      },
    )

    const tails = [
      '/x.css',
      '%2fx.css',
      ';x.css',
      '.css',
      '%00.css',
      '%0ax.css',
      '/..%2fassets/x.css',
      '%23.js',
      '%3fx.css',
    ]
    it.each(privateKinds.flatMap((kind) => tails.map((tail) => [kind, tail] as const)))(
      '%s with %s behind it looks like a file of the app to nobody who keeps it',
      async (kind, tail) => {
        const [path = '', query = ''] = (await things.make(kind, 'member')).split('?')
        for (const accept of ['*/*', 'text/html', 'text/css']) {
          const answer = await open(`${path}${tail}?${query}`, { accept })
          expectPrivate(answer)
        }
        expectPrivate(await open(`/assets/..%2f${path.slice(1)}?${query}`))
        expectPrivate(await open(`${path}?${query}&x=/assets/x.css`))
      },
    )

    const asked: readonly (readonly [string, string, object | string, Record<string, string>])[] = [
      ['an answer', 'POST', { action: 'get_tenant' }, {}],
      ['a refusal', 'POST', { action: 'get_order', orderKey: randomUUID() }, {}],
      ['who is not signed in', 'POST', { action: 'member_authorize' }, {}],
      ['whose sign-in is forged', 'POST', { action: 'member_authorize' }, { [tokenHeader]: 'a.b.c' }],
      ['no action', 'POST', { action: 'x' }, {}],
      ['no JSON', 'POST', '{', {}],
      ['GET', 'GET', '', {}],
      ['HEAD', 'HEAD', '', {}],
      ['PUT', 'PUT', '{}', {}],
    ]
    it.each(asked)('a call is kept by nobody: %s', async (_title, method, body, headers) => {
      const text = typeof body === 'string' ? body : JSON.stringify({ tenantId: a.id, ...body })
      const sent = { 'content-type': 'application/json', ...headers }
      const answer = await world.send('/dart/core', {
        method,
        headers: sent,
        ...(text === '' ? {} : { body: text }),
      })
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.etag).toBeUndefined()
    })

    const shared = () => [
      `/dart/pack/${a.show.id}?subdomain=${a.slug}`,
      `/manifest.webmanifest?subdomain=${a.slug}`,
      `/media/${publicHash}.webp`,
    ]
    it.each([
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-proto', 'javascript'],
      ['x-original-url', '/own-data'],
      ['x-rewrite-url', '/own-data'],
      ['x-http-method-override', 'DELETE'],
      ['forwarded', 'host=evil.example'],
      ['cookie', '__Host-device=1'],
      [tokenHeader, 'a.b.c'],
      ['accept-language', '"><script>'],
      ['range', 'bytes=0-1'],
    ])('what a cache shares is the same whoever asks first with %s', async (name, value) => {
      for (const path of shared()) {
        const [plain, poisoned] = [await open(path), await open(path, { [name]: value })]
        expect([poisoned.status, poisoned.text]).toEqual([200, plain.text])
        expect(poisoned.headers['set-cookie']).toBeUndefined()
        expect(JSON.stringify(poisoned.headers)).not.toContain('evil.example')
      }
    })

    it("a pack is not unchanged to whoever has another club's, and none of a draft is", async () => {
      const path = (club: SeededClub, id: number) => `/dart/pack/${id}?subdomain=${club.slug}`
      const [own, foreign] = [await open(path(a, a.show.id)), await open(path(b, b.show.id))]
      expect(own.headers.vary).toBe('accept-encoding')
      const again = await open(path(a, a.show.id), { 'if-none-match': String(foreign.headers.etag) })
      expect([again.status, again.text]).toEqual([200, own.text])
      for (const tag of ['*', String(own.headers.etag)]) {
        for (const wrong of [path(a, a.draft.id), path(b, a.show.id), path(a, b.show.id)]) {
          expect((await open(wrong, { 'if-none-match': tag })).status).toBe(404)
        }
      }
    })
  })
})

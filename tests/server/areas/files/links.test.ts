import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { timedLinkLifeMs } from '../../../../src/server/limits/times.ts'
import { storeFile } from '../../../../src/server/storage/files.ts'
import type { SeededClub } from '../../../support/clubs/clubs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { setUpWorld } from '../../../support/database/setUp.ts'

const content = randomBytes(300_000)

describeOnEachEngine('the links of files', (engine) => {
  const world = setUpWorld(engine)
  let token = ''
  beforeAll(async () => {
    token = await world.signIn(world.clubs.a, 'member')
  })

  const add = async (
    club: SeededClub,
    name: string,
    { contentType = 'application/pdf', shared = true, bytes = content as Uint8Array } = {},
  ) => {
    const stored = await storeFile(world, bytes)
    return (
      await world.insertRow(club, 'media_file', {
        name,
        content_type: contentType,
        folder_id: null,
        shared,
        ...stored,
        created_at: new Date(world.now()),
      })
    ).id
  }
  const list = async () =>
    (await world.callerOf(world.clubs.a, token).call('get_media', { shared: true })).media
  const findUrl = async (name: string) => {
    const file = (await list()).find((one) => one.name === name)
    if (file === undefined) throw new Error(`${name} is not in the list`)
    return file.url
  }
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    world.send(url, { headers, method })

  it('open what all members may open, and nothing else', async () => {
    const { a, b } = world.clubs
    await add(a, 'Open')
    await add(a, 'Private', { shared: false })
    await add(b, 'Of the other club')
    const names = (await list()).map(({ name }) => name)
    expect(names).toContain('Open')
    expect(names).not.toContain('Private')
    expect(names).not.toContain('Of the other club')
    const { status, headers, bytes } = await get(await findUrl('Open'))
    expect(status).toBe(200)
    expect(Buffer.compare(bytes, content)).toBe(0)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `inline; filename="Open.pdf"; filename*=UTF-8''Open.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
  })

  it.each([
    ['Song', 'audio/mpeg', 'attachment; filename="Song.mp3"'],
    ['<b>"Q1", år & \u202e\\', 'text/csv', 'attachment; filename="-b--Q1-, _r & _-.csv"'],
    ['Photo.JPG', 'image/jpeg', 'inline; filename="Photo.JPG"'],
    ['Page', 'text/html', 'attachment; filename="Page"'],
    ['Drawing', 'image/svg+xml', 'attachment; filename="Drawing"'],
  ])(
    'give %s of type %s as what it is, in a way that runs nothing',
    async (name, contentType, disposition) => {
      await add(world.clubs.a, name, { contentType })
      const { status, headers } = await get(await findUrl(name))
      expect(status).toBe(200)
      expect(String(headers['content-disposition']).startsWith(`${disposition};`)).toBe(true)
      const isKnown = !/html|svg/.test(contentType)
      expect(String(headers['content-type']).split(';')[0]).toBe(
        isKnown ? contentType : 'application/octet-stream',
      )
      expect(headers['content-security-policy']).toContain("sandbox; default-src 'none'")
    },
  )

  it('end: after eleven minutes, in another club, edited, or when the file is gone', async () => {
    const { a, b } = world.clubs
    const id = await add(a, 'Short-lived')
    const other = await add(a, 'Another')
    const foreign = await add(b, 'Foreign')
    const url = await findUrl('Short-lived')
    const [, until = ''] = /until=(\d+)/.exec(url) ?? []
    const refused = [
      url.replace(`subdomain=${a.slug}`, `subdomain=${b.slug}`),
      url.replace(`/files/${id}`, `/files/${other}`),
      url.replace(`/files/${id}`, `/files/${foreign}`),
      url.replace(`until=${until}`, `until=${Number(until) + 60}`),
      url.replace(/proof=[^&]+/, ''),
      url.replace(/proof=./, 'proof=.'),
      url.replace(/proof=/, 'proof=x&proof='),
      url.replace(/until=\d+/, 'until='),
      url.replace(/until=\d+/, 'until=1e20'),
      `/files/${id}?subdomain=${a.slug}`,
      url.replace(`/files/${id}`, '/files/..%2f..%2fetc%2fpasswd'),
    ]
    expect((await get(url)).status).toBe(200)
    for (const one of refused) expect({ one, status: (await get(one)).status }).toEqual({ one, status: 404 })
    // whoever pressed it comes to where the new links are
    expect(await get(refused[0] ?? '', { 'sec-fetch-mode': 'navigate' })).toMatchObject({
      status: 303,
      headers: { location: `/portal/member/files?subdomain=${b.slug}` },
      text: '',
    })
    world.pass(timedLinkLifeMs - 60_000)
    expect((await get(url)).status).toBe(200)
    world.pass(60_000)
    expect((await get(url)).status).toBe(404)
    const fresh = await findUrl('Short-lived')
    await world.deleteRows(a, 'media_file', { id })
    expect((await get(fresh)).status).toBe(404)
  })

  describe('go on where they broke off', () => {
    it.each([
      ['bytes=0-9', 0, 10],
      ['bytes=299990-', 299_990, 300_000],
      ['bytes=-5', 299_995, 300_000],
      ['bytes=100-9999999', 100, 300_000],
    ])('%s', async (range, first, end) => {
      await add(world.clubs.a, `Part ${range}`)
      const { status, headers, bytes } = await get(await findUrl(`Part ${range}`), { range })
      expect(status).toBe(206)
      expect(headers['content-range']).toBe(`bytes ${first}-${end - 1}/300000`)
      expect(Buffer.compare(bytes, content.subarray(first, end))).toBe(0)
    })

    it('with the same file only, and say when there is no such part', async () => {
      await add(world.clubs.a, 'Whole')
      const url = await findUrl('Whole')
      const { headers } = await get(url, {}, 'HEAD')
      expect(headers['content-length']).toBe('300000')
      const etag = String(headers.etag)
      const range = 'bytes=10-19'
      expect((await get(url, { range, 'if-range': etag })).status).toBe(206)
      expect((await get(url, { range, 'if-range': '"another"' })).status).toBe(200)
      expect(await get(url, { range: 'bytes=300000-' })).toMatchObject({
        status: 416,
        headers: { 'content-range': 'bytes */300000' },
      })
      for (const odd of ['bytes=5-2', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-']) {
        expect({ odd, status: (await get(url, { range: odd })).status }).toEqual({ odd, status: 200 })
      }
    })
  })
})

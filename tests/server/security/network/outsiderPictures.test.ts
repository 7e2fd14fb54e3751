// What a picture or a file could bring along, and who could find it: each attack a line in a table.
import { createHash, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { unusedPictureRetentionMs } from '../../../../src/server/limits/times.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import {
  findHash,
  makePrivateThings,
  type ShownPicture,
  toDataUrl,
} from '../../../support/community/privateThings.ts'
import { chunk, hiddenMark, photo, pngOf, svg } from '../../../support/corpora/hostilePictures.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('an attacker with pictures', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  const things = makePrivateThings(world)
  const { open } = things
  beforeEach(() => things.next())

  describe('with a picture', () => {
    const segment = (marker: number, data: Buffer) => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(data.length + 2, 2)
      return Buffer.concat([head, data])
    }
    const page = Buffer.from(`--><script>alert('${hiddenMark}')</script>`)
    const withSegments = async (...segments: readonly Buffer[]) => {
      const jpeg = await photo(90, 40, 'jpeg')
      return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), page])
    }
    const patch = (bytes: Buffer, at: number, values: readonly number[]) => {
      bytes.set(values, at)
      return bytes
    }
    const bomb = () => deflateSync(Buffer.alloc(100 * 2 ** 20), { level: 9 })
    const framed = async (format: 'gif' | 'webp') =>
      sharp([await photo(50, 50), await photo(50, 50, 'jpeg')], { join: { animated: true } })
        .toFormat(format, { delay: [100, 100] })
        .toBuffer()
    const hugeGif = () =>
      Buffer.from(
        `GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;`,
        'latin1',
      )
    const canvas = async () => {
      const webp = await photo(40, 40, 'webp')
      const head = Buffer.concat([
        Buffer.from('VP8X'),
        Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 255, 63, 0, 255, 63, 0]),
      ])
      const whole = Buffer.concat([webp.subarray(0, 12), head, webp.subarray(12)])
      whole.writeUInt32LE(whole.length - 8, 4)
      return whole
    }
    const plain = deflateSync(Buffer.alloc(32 * 33))
    const exif = Buffer.from('II*\0\x08\0\0\0\0\0')
    const clean: readonly (readonly [string, () => Promise<Buffer> | Buffer])[] = [
      ['a JPEG with a page in a comment', () => withSegments(segment(0xfe, page))],
      [
        'a JPEG with a page as XMP',
        () =>
          withSegments(segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), page]))),
      ],
      [
        'a JPEG with IPTC',
        () => withSegments(segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), page]))),
      ],
      [
        'a JPEG with a second one in it',
        async () =>
          withSegments(segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), await photo(9, 9, 'jpeg'), page]))),
      ],
      [
        'a GIF whose width opens a comment',
        async () =>
          Buffer.concat([patch(await photo(40, 40, 'gif'), 6, [0x2f, 0x2a]), Buffer.from(`*/=1;${page}`)]),
      ],
      [
        'a GIF whose frame is smaller than it says',
        async () => patch(await photo(9, 9, 'gif'), 6, [255, 255, 255, 255]),
      ],
      ['a GIF with frames', () => framed('gif')],
      ['a WebP with frames', () => framed('webp')],
      [
        'a WebP with EXIF',
        async () =>
          sharp(await photo(70, 30))
            .withExif({ IFD0: { Copyright: hiddenMark } })
            .webp()
            .toBuffer(),
      ],
      [
        'a PNG with EXIF',
        async () =>
          pngOf(
            32,
            32,
            [
              chunk('eXIf', Buffer.concat([exif, page])),
              chunk('iTXt', Buffer.concat([Buffer.from('x\0\0\0\0\0'), page])),
            ],
            plain,
          ),
      ],
    ]
    it.each(clean)('%s leaves nothing but the picture', async (_title, make) => {
      const bytes = await make()
      const { id, code } = await things.act('member', 'create_post', {
        message: 'x',
        images: [{ imageData: toDataUrl(bytes, 'image/svg+xml') }],
      })
      expect(code).toBeUndefined()
      const hash = findHash(await things.act('member', 'get_post', { postId: id }))
      const { headers, bytes: sent } = await open(`/media/member/${hash}.webp`)
      expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
      expect(sent.toString('latin1')).not.toMatch(/ANIM|ANMF|EXIF|XMP |ICCP|HIDDEN-MARK|<script/)
    })

    const refused: readonly (readonly [string, () => Promise<Buffer> | Buffer | string])[] = [
      ['SVG', () => Buffer.from(svg)],
      ['SVG behind a BOM', () => Buffer.from(`\ufeff${svg}`)],
      ['SVG that begins like a GIF', () => Buffer.from(`GIF89a${svg}`)],
      ['SVG that begins like a WebP', () => Buffer.from(`RIFFaaaaWEBP${svg}`)],
      [
        'SVG that begins like a PNG',
        () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
      ],
      ['HTML that begins like a JPEG', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), page])],
      [
        'HEIF that begins like a JPEG',
        () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0]), Buffer.from('ftypheicmif1')]),
      ],
      ...[
        'BM',
        '%PDF-1.7',
        'II*\0',
        'MM\0*',
        '8BPS',
        '\0\0\x01\0',
        '\0\0\0\x20ftypavif',
        'P6 9 9 255\n',
        '#?RADIANCE\n',
        '<?php',
      ].map(
        (begin) =>
          [
            `what begins with ${JSON.stringify(begin)}`,
            () => Buffer.from(begin.padEnd(400), 'latin1'),
          ] as const,
      ),
      ['a GIF that is 65,535 wide and high, with its one frame', hugeGif],
      [
        'a JPEG that says it is 65,500 wide and high',
        async () => {
          const jpeg = await photo(64, 64, 'jpeg')
          return patch(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, [0xff, 0xdc, 0xff, 0xdc])
        },
      ],
      ['a WebP that says it is 16,384 wide and high', canvas],
      ['a type with more behind it', () => `data:image/png;charset=x;base64,${plain.toString('base64')}`],
      ['a type in capitals', () => `DATA:IMAGE/PNG;BASE64,${plain.toString('base64')}`],
      ['what is no base64', () => 'data:image/png;base64,<svg/onload=1>'],
    ]
    it.each(refused)('%s is no picture', async (_title, make) => {
      const made = await make()
      const imageData = typeof made === 'string' ? made : toDataUrl(made)
      const { code } = await things.act('member', 'create_post', { message: 'x', images: [{ imageData }] })
      expect(['not-a-picture', 'picture-broken', 'picture-too-large']).toContain(code)
    })

    it.each([
      [
        'a profile',
        () =>
          pngOf(
            33,
            32,
            [chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb()]))],
            deflateSync(Buffer.alloc(32 * 34)),
          ),
      ],
      [
        'a text',
        () =>
          pngOf(
            34,
            32,
            [chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), bomb()]))],
            deflateSync(Buffer.alloc(32 * 35)),
          ),
      ],
      ['its dots', () => pngOf(35, 32, [], bomb())],
    ] as const)(
      'that unpacks to 100 MB by %s is read or refused, and the next one is read',
      async (_title, make) => {
        const input = { message: 'x', images: [{ imageData: toDataUrl(make()) }] }
        const { success, code } = await things.act('member', 'create_post', input)
        expect([undefined, 'picture-broken', 'picture-too-large'], String(success)).toContain(code)
        await things.showPicture('member')
      },
    )
  })

  describe('looking for a picture of others', () => {
    let shown: ShownPicture
    beforeEach(async () => {
      shown = await things.showPicture('parent')
    })

    const reads: readonly (readonly [string, object])[] = [
      ['get_posts', {}],
      ['get_member_media', {}],
      ['get_members_for_roster', {}],
      ['get_all_member_rides', { limit: 50, offset: 0 }],
      ['get_classifieds', {}],
    ]
    it('does not find that of a hidden or deleted post in any list, nor in their own data', async () => {
      const officer = createOfficer(world, a)
      const other = await things.showPicture('parent')
      expect((await officer('reports', 'hide', shown.id, '--reason', 'x')).code).toBe(0)
      await things.act('parent', 'delete_post', { postId: other.id })
      const data = await open(await things.make('own data', 'member'))
      for (const { id, hash } of [shown, other]) {
        expect((await things.act('member', 'get_post', { postId: id })).success).toBe(false)
        expect(data.bytes.includes(hash)).toBe(false)
        for (const [action, input] of reads) {
          expect(JSON.stringify(await things.act('member', action, input))).not.toContain(hash)
        }
      }
    })

    it('does not make it their own by its address, in this club or another', async () => {
      const images = [{ imageData: `/media/member/${shown.hash}.webp?subdomain=${a.slug}` }]
      for (const who of ['member', 'foreign'] as const) {
        expect(await things.act(who, 'create_post', { message: 'x', images })).toMatchObject({
          code: 'not-a-picture',
        })
        const posts = JSON.stringify(await things.act(who, 'get_posts'))
        expect(posts.includes(shown.hash)).toBe(who === 'member')
      }
    })

    it('does not find it after its post was deleted, or its member has left', async () => {
      const own = await things.showPicture('member')
      await things.act('parent', 'delete_post', { postId: shown.id })
      const { id, email: username } = a.people.moderator
      const leaving = { token: await world.signIn(a, 'moderator') }
      await things.act(leaving, 'update_member', { id, avatar: await things.newPicture() })
      const hash = findHash(await things.act(leaving, 'member_authorize'))
      expect(hash).not.toBe('')
      const closed = await things.act(leaving, 'close_member', { username, key: randomUUID() })
      expect(closed).toMatchObject({ success: true })
      world.pass(unusedPictureRetentionMs + dayMs)
      await world.engine.runDue()
      for (const gone of [shown.hash, hash]) {
        for (const [method, headers] of [
          ['GET', {}],
          ['HEAD', {}],
          ['GET', { 'if-none-match': `"${gone}-400"` }],
        ] as const) {
          expect((await open(`/media/member/${gone}.webp`, headers, method)).status).toBe(404)
        }
      }
      expect((await open(own.path)).status).toBe(200)
    })

    const guesses: readonly (readonly [string, (hash: string) => string])[] = [
      ['another last digit', (hash) => `member/${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}.webp`],
      ['capital letters', (hash) => `member/${hash.toUpperCase()}.webp`],
      ['no ending', (hash) => `member/${hash}`],
      ['another ending', (hash) => `member/${hash}.png`],
      ['a width in its name', (hash) => `member/${hash}-400.webp`],
      ['the public folder', (hash) => `${hash}.webp`],
      ['the way through its folder', (hash) => `x%2f..%2fmember%2f${hash.slice(0, 2)}%2f${hash}-400.webp`],
      ['a byte too many', (hash) => `member/${hash}.webp%00`],
      ['a folder', (hash) => `member/${hash.slice(0, 2)}/`],
      ['nothing', () => 'member/'],
    ]
    it.each(guesses)('does not find it by %s', async (_title, guess) => {
      expect((await open(shown.path)).status).toBe(200)
      expect((await open(`/media/${guess(shown.hash)}`)).status).toBe(404)
    })

    it('does not find it by what it shows', async () => {
      const { bytes } = await open(shown.path)
      for (const kind of ['sha256', 'sha1', 'md5']) {
        const digest = createHash(kind).update(bytes).digest('hex').slice(0, 40)
        for (const place of ['member/', ''])
          expect((await open(`/media/${place}${digest}.webp`)).status).toBe(404)
      }
    })

    it.each(['0', '-1', '1e3', '99999', '999999', '..%2f', '400&w=800', '%00', ''])(
      'gets one of the stored widths by the width %j',
      async (width) => {
        const answer = await open(`/media/member/${shown.hash}.webp?w=${width}`)
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      },
    )
  })

  it.each([
    ...[
      'a"; filename="evil.html',
      'a\r\nX-Evil: 1',
      '../../etc/passwd',
      'a%0d%0aX-Evil: 1',
      "a'*();",
      'é'.repeat(128),
    ],
    ...[
      '\u202egpj.exe',
      '.htaccess',
      '\u001b[2J',
      'con',
      'a;b=c',
      '漢字',
      'a\\',
      '\ud83d\ude00',
      '%',
      '<script>',
    ],
  ])('a file named %j is saved under one name, and adds nothing to the answer', async (name) => {
    for (const type of ['application/pdf', 'text/html']) {
      await world.deleteRows(a, 'media_file', {})
      await things.addFile(a, name, type)
      const [file] = await things.listFiles('member')
      const { status, headers } = await open(file?.url ?? '')
      expect([status, headers['x-evil']]).toEqual([200, undefined])
      const disposition = String(headers['content-disposition'])
      expect(disposition).toMatch(
        /^(?:inline|attachment); filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]+$/,
      )
      expect(disposition.startsWith('attachment')).toBe(type === 'text/html')
      expect(decodeURIComponent(disposition.split("''")[1] ?? '')).not.toMatch(/[/\\:"<>|]/)
    }
  })
})

import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foldEmail } from '../../../../src/domain/member.ts'
import { profileLengths } from '../../../../src/domain/shapes/personLengths.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { emailChangesPerMember, picturesPerMember } from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { readMails, readSecret } from '../../../support/clubs/mails.ts'
import { findPictureFile } from '../../../support/corpora/storedPictures.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const ownMail = 'ada.quill@harbor.example'

describeOnEachEngine('the profile', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let token: string
  let id: number
  beforeAll(() => {
    id = a.people.member.id
  })
  // all windows of the limits have passed
  beforeEach(async () => {
    world.pass(25 * hourMs)
    await change({ email: ownMail, email_folded: foldEmail(ownMail) })
    token = await world.signIn(a, 'member')
  })

  const save = (input: Record<string, unknown>, as = token) =>
    world.request(a, 'update_member', { id, ...input }, { token: as })
  const readRow = (memberId = id) => world.getRow(a, 'member', { id: memberId })
  const change = (values: Record<string, unknown>, memberId = id) =>
    world.changeRows(a, 'member', { id: memberId }, values)
  const authorize = async (as = token) => (await world.ask(a, 'member_authorize', {}, { token: as })).member
  const setClub = (settings: object) => world.changeClubSettings(a, settings)

  describe('saving', () => {
    it('changes what was sent, and only the columns of the profile', async () => {
      const before = await readRow()
      const { answer } = await save({
        fname: ' Adah ',
        lname: 'Quill-Stone',
        title: 'Dr',
        partner: 'Ben',
        address: '9 Elm Street',
        city: 'Rye',
        state: 'NH',
        zip: '03870',
        country: 'US',
        phoneNumbers: [{ longCode: '6035550199' }],
        altMemberId: 'B-12',
        // none of these is the member's to change
        type: a.memberTypes.hidden,
        expiration: '2999-01-01',
        parentId: a.people.parent.id,
        tags: ['boss'],
        moderator: true,
        tenant_id: world.clubs.b.id,
        passwordHash: 'x',
        memberSince: '1990-01-01',
      })
      expect(answer).toMatchObject({ success: true, pendingEmail: '' })
      const after = await readRow()
      expect(after).toEqual({
        ...before,
        fname: 'Adah',
        lname: 'Quill-Stone',
        title: 'Dr',
        partner: 'Ben',
        address: '9 Elm Street',
        city: 'Rye',
        zip: '03870',
        alt_member_id: 'B-12',
        phone_numbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550199' }],
      })
      expect(await authorize()).toMatchObject({ fname: 'Adah', phone: '6035550199', moderator: false })
      await save({ city: 'Dover' })
      expect(await readRow()).toEqual({ ...after, city: 'Dover' })
    })

    it('takes an alternate id only where the club uses one', async () => {
      await setClub({ alternateId: false })
      await save({ altMemberId: 'other' })
      await setClub({ alternateId: true })
      expect((await readRow()).alt_member_id).not.toBe('other')
    })

    it('refuses what is too long, empty or no number, and names the field', async () => {
      const before = await readRow()
      const wrong: Record<string, unknown>[] = [
        ...Object.entries(profileLengths)
          .filter(([field]) => field !== 'phone' && field !== 'email_address')
          .map(([field, most]) => ({ [field]: 'x'.repeat(most + 1) })),
        { fname: '' },
        { lname: '  ' },
        { email_address: 'nobody' },
        { phoneNumbers: [{ longCode: '1'.repeat(11) }] },
        { phoneNumbers: [{ longCode: '555-1' }] },
        { title: 'Sir' },
        { avatar: 7 },
      ]
      for (const input of wrong) {
        const { answer } = await save(input)
        expect({ input, code: answer.code }).toEqual({ input, code: 'invalid-input' })
        expect(JSON.stringify(answer.faults)).toContain(Object.keys(input)[0])
      }
      expect(await readRow()).toEqual(before)
    })

    it('takes what joining or a club file has stored, even where it is longer', async () => {
      const long = {
        address: 'A'.repeat(128),
        city: 'C'.repeat(64),
        phone_numbers: JSON.stringify([
          { typeId: 2, isoCode: 'GB', countryCode: '+44', longCode: '442071234567' },
        ]),
      }
      await change(long)
      const { answer } = await save({
        address: long.address,
        city: long.city,
        phoneNumbers: [{ longCode: '442071234567' }],
        zip: '1',
      })
      expect(answer.success).toBe(true)
      expect(await readRow()).toMatchObject({
        ...long,
        zip: '1',
        phone_numbers: [{ typeId: 2, isoCode: 'GB', countryCode: '+44', longCode: '442071234567' }],
      })
      expect((await save({ address: 'B'.repeat(65) })).answer.code).toBe('invalid-input')
    })

    it('is for nobody but oneself, and also for whose membership is over', async () => {
      const { parent, child, expired } = a.people
      const gone = await signInAs('parent')
      await change({ deleted_at: new Date() }, parent.id)
      expect((await world.ask(a, 'update_member', { id: parent.id, city: 'X' }, { token: gone })).code).toBe(
        'needs-signin',
      )
      await change({ deleted_at: null }, parent.id)
      for (const other of [child.id, parent.id, expired.id, world.clubs.b.people.member.id, 2 ** 31 - 1]) {
        expect((await save({ id: other, city: 'X' })).answer.code).toBe('member-not-found')
      }
      for (const none of ['0', '-1', 2 ** 53, '7 ', null, [id], undefined]) {
        expect((await save({ id: none, city: 'X' })).answer.code).toBe('invalid-input')
      }
      expect((await save({ id: String(id), city: 'Rye' })).answer.success).toBe(true)
      const late = await signInAs('expired')
      const own = await world.request(a, 'update_member', { id: expired.id, city: 'Z' }, { token: late })
      expect(own.answer.success).toBe(true)
    })
  })

  const signInAs = (role: 'parent' | 'child' | 'expired' | 'moderator') => world.signIn(a, role)

  describe('the picture', () => {
    const toUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
    const draw = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#b02020' } })
        .withExif({ IFD0: { Artist: 'Somebody' } })
        .jpeg()
        .toBuffer()

    it('becomes a square of ours with the whole picture in it, and is gone with an empty text', async () => {
      expect((await save({ avatar: toUrl(await draw(800, 400), 'jpeg') })).answer.success).toBe(true)
      const hash = (await readRow()).avatar_hash ?? ''
      expect((await authorize())?.avatar).toBe(`/media/member/${hash}.webp?subdomain=${a.slug}`)
      const path = await findPictureFile(world.config.dataDir, 'member', hash, null)
      const { width, height, format, hasAlpha, exif } = await sharp(path).metadata()
      expect({ width, height, format, hasAlpha, exif }).toEqual({
        width: 100,
        height: 100,
        format: 'webp',
        hasAlpha: true,
        exif: undefined,
      })
      const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
      const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]
      expect([alphaAt(50, 5), alphaAt(50, 50), alphaAt(1, 50)]).toEqual([0, 255, 255])
      await save({ city: 'Rye' })
      expect((await readRow()).avatar_hash).toBe(hash)
      // the address that the server itself gave, and nobody else's
      const own = (await authorize())?.avatar
      expect((await save({ avatar: own, city: 'Dover' })).answer.success).toBe(true)
      expect(await readRow()).toMatchObject({ avatar_hash: hash, city: 'Dover' })
      const others = await save({ avatar: `/media/member/${'0'.repeat(40)}.webp?subdomain=${a.slug}` })
      expect(others.answer).toMatchObject({ success: false, code: 'not-a-picture' })
      await save({ avatar: '' })
      expect((await readRow()).avatar_hash).toBeNull()
    })

    it('is a small square for a small picture', async () => {
      await save({ avatar: toUrl(await draw(60, 30), 'jpeg') })
      const path = await findPictureFile(
        world.config.dataDir,
        'member',
        (await readRow()).avatar_hash ?? '',
        null,
      )
      const { width, height } = await sharp(path).metadata()
      expect([width, height]).toEqual([60, 60])
    })

    it('is refused when it is none, and nothing else is saved then', async () => {
      const before = await readRow()
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
      const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
        .png()
        .toBuffer()
      const bomb = await sharp({
        create: { width: 6000, height: 6000, channels: 3, background: '#000' },
        limitInputPixels: false,
      })
        .png({ compressionLevel: 9 })
        .toBuffer()
      const wrong: [string, string][] = [
        [toUrl(svg, 'svg+xml'), 'not-a-picture'],
        [toUrl(svg), 'not-a-picture'],
        ['https://evil.example/x.png', 'not-a-picture'],
        ['/media/abc.webp', 'not-a-picture'],
        ['data:text/html;base64,AAAA', 'not-a-picture'],
        [toUrl(png.subarray(0, png.length - 20)), 'picture-broken'],
        [toUrl(bomb), 'picture-too-large'],
      ]
      for (const [avatar, code] of wrong) {
        const { answer } = await save({ avatar, city: 'Elsewhere' })
        expect({ begin: avatar.slice(0, 30), code: answer.code }).toEqual({
          begin: avatar.slice(0, 30),
          code,
        })
      }
      expect(await readRow()).toEqual(before)
    })

    it('can be sent thirty times in half an hour', async () => {
      const avatar = toUrl(await draw(9, 9), 'jpeg')
      for (let times = 0; times < picturesPerMember.most; times++) {
        expect((await save({ avatar })).status).toBe(200)
      }
      expect((await save({ avatar })).status).toBe(429)
      // the rest of the profile can still be saved
      expect((await save({ city: 'Rye' })).status).toBe(200)
    })
  })

  describe('the e-mail address', () => {
    let turn = 0
    const makeAddress = () => `ada${++turn}@new.example`
    const confirm = (code: string) => world.request(a, 'confirm_email_change', { code })
    const undo = (code: string) => world.request(a, 'undo_email_change', { code })
    beforeEach(() => world.request(a, 'cancel_email_change', {}, { token }))

    it('stays until the new mailbox confirms it; sign-ins stay too', async () => {
      const wanted = makeAddress()
      expect((await save({ email_address: wanted })).answer).toMatchObject({
        success: true,
        pendingEmail: wanted,
      })
      expect(await authorize()).toMatchObject({ email_address: ownMail, pendingEmail: wanted })
      const secret = await readSecret(world, wanted, 'confirm')
      expect((await confirm('A'.repeat(26))).answer.code).toBe('bad-mail-code')
      expect((await world.ask(world.clubs.b, 'confirm_email_change', { code: secret })).code).toBe(
        'bad-mail-code',
      )
      expect((await confirm(secret)).answer).toMatchObject({ success: true, email: wanted })
      const member = await authorize()
      expect(member?.email_address).toBe(wanted)
      expect(member).not.toHaveProperty('pendingEmail')
      expect((await confirm(secret)).answer.code).toBe('bad-mail-code')
      const signedIn = await world.request(a, 'member_login', {
        username: wanted,
        password: a.people.member.password,
        ttl: 24,
      })
      expect(signedIn.answer.success).toBe(true)
    })

    it('tells the old address at once, from where it is taken back, confirmed or not', async () => {
      for (const isConfirmed of [false, true]) {
        const fresh = isConfirmed ? await world.signIn(a, 'member') : token
        const wanted = makeAddress()
        await save({ email_address: wanted }, fresh)
        const way = await readSecret(world, ownMail, 'undo')
        const secret = await readSecret(world, wanted, 'confirm')
        if (isConfirmed) expect((await confirm(secret)).answer.success).toBe(true)
        expect((await undo(way)).answer).toMatchObject({ success: true, email: ownMail })
        expect((await readRow()).email).toBe(ownMail)
        // whoever did it was signed in
        expect((await world.ask(a, 'member_authorize', {}, { token: fresh })).code).toBe('needs-signin')
        expect((await confirm(secret)).answer.code).toBe('bad-mail-code')
        expect((await undo(way)).answer.code).toBe('bad-mail-code')
      }
    })

    it('cannot be held by a second change: the first objection ends both', async () => {
      const [first, second] = [makeAddress(), makeAddress()]
      await save({ email_address: first })
      const way = await readSecret(world, ownMail, 'undo')
      await confirm(await readSecret(world, first, 'confirm'))
      world.pass(60_000)
      await save({ email_address: second })
      const wayOfThief = await readSecret(world, first, 'undo')
      await confirm(await readSecret(world, second, 'confirm'))
      expect((await undo(way)).answer.success).toBe(true)
      expect((await undo(wayOfThief)).answer.code).toBe('bad-mail-code')
      expect((await readRow()).email).toBe(ownMail)
    })

    it('works for 24 hours, and its way back for 72', async () => {
      const wanted = makeAddress()
      await save({ email_address: wanted })
      const secret = await readSecret(world, wanted, 'confirm')
      const way = await readSecret(world, ownMail, 'undo')
      world.pass(24 * hourMs)
      expect((await confirm(secret)).answer.code).toBe('bad-mail-code')
      world.pass(47 * hourMs)
      expect((await undo(way)).answer.success).toBe(true)
      token = await world.signIn(a, 'member')
      await save({ email_address: makeAddress() })
      const late = await readSecret(world, ownMail, 'undo')
      world.pass(72 * hourMs)
      expect((await undo(late)).answer.code).toBe('bad-mail-code')
    })

    it('is only the newest one, can be sent again and cancelled', async () => {
      const [first, second] = [makeAddress(), makeAddress()]
      await save({ email_address: first })
      const old = await readSecret(world, first, 'confirm')
      await save({ email_address: second })
      expect((await confirm(old)).answer.code).toBe('bad-mail-code')
      const mailed = (await readMails(world, second)).length
      // the same form again
      await save({ email_address: second, city: 'Rye' })
      expect(await readMails(world, second)).toHaveLength(mailed)
      await world.request(a, 'resend_email_change', {}, { token })
      expect(await readMails(world, second)).toHaveLength(mailed + 1)
      const secret = await readSecret(world, second, 'confirm')
      await world.request(a, 'cancel_email_change', {}, { token })
      expect((await confirm(secret)).answer.code).toBe('bad-mail-code')
      expect(await authorize()).not.toHaveProperty('pendingEmail')
      expect((await world.ask(a, 'resend_email_change', {}, { token })).code).toBe('bad-mail-code')
    })

    it('does not show whether another member has it: only that member is told', async () => {
      const { email } = a.people.moderator
      const free = makeAddress()
      const unknown = await save({ email_address: free })
      const known = await save({ email_address: ` ${email.toUpperCase()} ` })
      expect(Object.keys(known.answer)).toEqual(Object.keys(unknown.answer))
      expect(known.answer).toMatchObject({ success: true, pendingEmail: email.toUpperCase() })
      expect((await authorize())?.pendingEmail).toBe(email.toUpperCase())
      const [mail] = (await readMails(world, email.toUpperCase())).slice(-1)
      expect(mail?.text).toContain('Somebody at Harbor Classics tried to use this e-mail address')
      expect(mail?.text).not.toContain('#')
      expect((await readMails(world, ownMail)).at(-1)?.text).toContain(email.toUpperCase())
    })

    it('is refused when somebody else has taken it before it was confirmed', async () => {
      const wanted = makeAddress()
      await save({ email_address: wanted })
      const secret = await readSecret(world, wanted, 'confirm')
      await change({ email: wanted, email_folded: foldEmail(wanted) }, a.people.expired.id)
      expect((await confirm(secret)).answer.code).toBe('email-taken')
      await change(
        { email: a.people.expired.email, email_folded: foldEmail(a.people.expired.email) },
        a.people.expired.id,
      )
      expect((await confirm(secret)).answer.success).toBe(true)
    })

    it('is mailed only so often', async () => {
      const wanted = makeAddress()
      for (let times = 0; times < 3; times++) {
        expect((await save({ email_address: wanted })).status).toBe(200)
        await world.request(a, 'cancel_email_change', {}, { token })
      }
      expect((await save({ email_address: wanted })).status).toBe(429)
      for (let times = 3; times < emailChangesPerMember.most; times++) {
        expect((await save({ email_address: makeAddress() })).status).toBe(200)
      }
      expect((await save({ email_address: makeAddress() })).status).toBe(429)
    })

    it('changes only how it is written without any mail', async () => {
      const mailed = (await readMails(world, ownMail)).length
      const { answer } = await save({ email_address: 'Ada.Quill@harbor.example' })
      expect(answer).toMatchObject({ success: true, pendingEmail: '' })
      expect((await readRow()).email).toBe('Ada.Quill@harbor.example')
      expect(await readMails(world, ownMail)).toHaveLength(mailed)
    })
  })

  describe('another member', () => {
    const look = async (memberId: unknown, as = token) =>
      world.ask(a, 'get_member', { id: memberId as number }, { token: as })
    const setFlags = (memberId: number, flags: Record<string, boolean>) =>
      world.changeRows(a, 'member_settings', { member_id: memberId }, flags)

    it('is seen by the flags of the roster, and never more than five fields', async () => {
      const { moderator } = a.people
      const second = { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550999' }
      await world.inClub(a, (tx) =>
        tx
          .updateTable('member')
          .set({ phone_numbers: sql`phone_numbers || ${JSON.stringify([second])}::jsonb` })
          .where('id', '=', moderator.id)
          .execute(),
      )
      for (const roster of [true, false]) {
        for (const listed of [true, false]) {
          for (const email of [true, false]) {
            for (const phone of [true, false]) {
              await setClub({ roster })
              await setFlags(moderator.id, { roster: listed, roster_email: email, roster_phone: phone })
              const answer = await look(moderator.id)
              if (!roster || !listed) {
                expect(answer.code).toBe('member-not-found')
                continue
              }
              expect(answer).toEqual({
                success: true,
                fname: 'Moe',
                lname: 'Derby',
                email_address: email ? moderator.email : '',
                phoneNumbers: phone ? [expect.objectContaining({ longCode: '6035550111' })] : [],
              })
            }
          }
        }
      }
      await setClub({ roster: true })
    })

    it('is seen whole by themselves, and as the seller of something', async () => {
      const { moderator, member } = a.people
      await setFlags(moderator.id, { roster: false })
      await setFlags(member.id, { roster: false })
      expect((await look(member.id)).email_address).toBe(ownEmail(await readRow()))
      const listing = await world.insertRow(a, 'classified', {
        member_id: moderator.id,
        label: 'Hubcap',
        price_cents: 100,
      })
      expect((await look(moderator.id)).email_address).toBe(moderator.email)
      await world.changeRows(a, 'classified', { id: listing.id }, { deleted_at: new Date() })
      expect((await look(moderator.id)).code).toBe('member-not-found')
      await setFlags(member.id, { roster: true })
    })

    it('is refused in the same words for everybody else', async () => {
      const { child, expired, parent } = a.people
      for (const { id: memberId } of [child, expired]) await setFlags(memberId, { roster: true })
      await change({ deleted_at: new Date() }, parent.id)
      const refused = []
      for (const memberId of [child.id, expired.id, parent.id, world.clubs.b.people.member.id, 2 ** 31 - 1]) {
        refused.push(await look(memberId))
      }
      await change({ deleted_at: null }, parent.id)
      for (const answer of refused) {
        expect(answer).toMatchObject({ success: false, code: 'member-not-found' })
        expect(answer.errorMessage).toBe(refused[0]?.errorMessage)
      }
      for (const none of ['0', '-1', 2 ** 53, '7 ', null, undefined]) {
        expect((await look(none)).code).toBe('invalid-input')
      }
      expect((await look(id, await signInAs('expired'))).code).toBe('membership-expired')
    })
  })

  const ownEmail = (row: { email: string }) => row.email
})

import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/domain/time.ts'
import { getInstanceSecret } from '../../../src/server/db/instance/instanceSecret.ts'
import { openSession } from '../../../src/server/member/db/memberSession.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('a token (T2.7)', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let key: Uint8Array
  /** A live token of A's member, and its claims. */
  let good: string
  let claims: JWTPayload

  beforeAll(async () => {
    good = await world.signIn(a, 'member')
    claims = decodeJwt(good)
    const text = await getInstanceSecret(world.database, 'session key', () => {
      throw new Error('the key was made at sign-in')
    })
    key = new Uint8Array(Buffer.from(text, 'base64url'))
  })

  /** On an action for members, and on one that visitors may call too: never treated as a visitor. */
  async function expectRefused(token: string, club = a) {
    for (const action of ['member_authorize', 'get_upcoming_events'] as const) {
      const { status, answer } = await world.request(club, action, {}, { token })
      expect([action, status, answer.code]).toEqual([action, 401, 'needs-signin'])
      expect(answer).not.toHaveProperty('member')
      expect(answer).not.toHaveProperty('events')
    }
  }

  const sign = (payload: JWTPayload, header: Record<string, unknown> = {}, by: Uint8Array = key) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'session+jwt', ...header }).sign(by)

  it('is taken as it was given', async () => {
    expect((await world.request(a, 'member_authorize', {}, { token: good })).status).toBe(200)
    // and so is one that this test signs; otherwise the refusals below would prove nothing
    expect((await world.request(a, 'member_authorize', {}, { token: await sign(claims) })).status).toBe(200)
  })

  it('is signed with a key of 256 bits', () => {
    expect(key).toHaveLength(32)
  })

  describe('that somebody made', () => {
    it('without a signature is refused', async () => {
      await expectRefused(new UnsecuredJWT(claims).encode())
      const [header = '', payload = ''] = good.split('.')
      for (const alg of ['none', 'None', 'NONE']) {
        const unsigned = Buffer.from(JSON.stringify({ alg, typ: 'session+jwt' })).toString('base64url')
        await expectRefused(`${unsigned}.${payload}.`)
      }
      await expectRefused(`${header}.${payload}.`)
      await expectRefused(`${header}.${payload}`)
    })

    it('with another algorithm is refused, symmetric or not', async () => {
      for (const alg of ['HS384', 'HS512']) {
        await expectRefused(await sign(claims, { alg }, Buffer.concat([key, key])))
      }
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const byRsa = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'session+jwt' })
      await expectRefused(await byRsa.sign(rsa.privateKey))
      // the public key of a pair as the secret of a symmetric one
      const pem = new Uint8Array(Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' })))
      await expectRefused(await sign(claims, {}, pem))
    })

    it('with a key of their own is refused, wherever its header says the key lies', async () => {
      const own = new Uint8Array(randomBytes(32))
      const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') }
      for (const header of [
        {},
        { kid: '../../../../dev/null' },
        { kid: "x' union select 'secret" },
        { jwk },
        { jku: 'https://evil.example/keys.json' },
        { x5u: 'https://evil.example/x.pem' },
      ]) {
        await expectRefused(await sign(claims, header, own))
      }
      await expectRefused(await sign(claims, { kid: '/dev/null' }, new Uint8Array(1)))
    })

    it('with a critical header that nobody knows is refused', async () => {
      const [, payload = '', signature = ''] = good.split('.')
      const header = Buffer.from(
        JSON.stringify({ alg: 'HS256', typ: 'session+jwt', crit: ['x'], x: 1 }),
      ).toString('base64url')
      await expectRefused(`${header}.${payload}.${signature}`)
    })

    it('by editing a real one is refused', async () => {
      const [header = '', , signature = ''] = good.split('.')
      for (const edit of [
        { sub: String(a.people.moderator.id) },
        { exp: Number(claims.exp) + 1 },
        { aud: world.clubs.b.uuid },
        { ver: 2 },
      ]) {
        const payload = Buffer.from(JSON.stringify({ ...claims, ...edit })).toString('base64url')
        await expectRefused(`${header}.${payload}.${signature}`, 'aud' in edit ? world.clubs.b : a)
      }
    })

    it('out of nothing is refused', async () => {
      for (const nonsense of ['x', '..', 'a.b.c', 'null', '{}', 'Bearer x', 'e'.repeat(4000)]) {
        await expectRefused(nonsense)
      }
    })
  })

  describe('that we could have signed ourselves', () => {
    it('is refused when a claim is missing or says something else', async () => {
      const { iss: _iss, ...noIssuer } = claims
      const { aud: _aud, ...noAudience } = claims
      const { exp: _exp, ...noEnd } = claims
      const { nbf: _nbf, ...noBeginning } = claims
      const { jti: _jti, ...noId } = claims
      const { sub: _sub, ...noSubject } = claims
      const { ver: _ver, ...noVersion } = claims
      const now = world.now() / 1000
      for (const payload of [
        noIssuer,
        noAudience,
        noEnd,
        noBeginning,
        noId,
        noSubject,
        noVersion,
        { ...claims, iss: 'somebody' },
        { ...claims, exp: now },
        { ...claims, exp: now - 1 },
        { ...claims, nbf: now + 60 },
        { ...claims, aud: 'harbor' },
        { ...claims, jti: randomUUID() },
        { ...claims, sub: '0' },
        { ...claims, sub: `${claims.sub} ` },
        { ...claims, sub: String(a.people.moderator.id) },
        { ...claims, ver: 2 },
        { ...claims, ver: '1' },
      ]) {
        await expectRefused(await sign(payload as JWTPayload))
      }
      for (const typ of ['JWT', 'at+jwt', 'grant+jwt', '']) await expectRefused(await sign(claims, { typ }))
    })

    it("is refused when it names another club's sign-in", async () => {
      const { b } = world.clubs
      await expectRefused(await sign({ ...claims, aud: b.uuid }), b)
      await expectRefused(await sign({ ...claims, aud: b.uuid, sub: String(b.people.member.id) }), b)
    })
  })

  it("of another club decides the club: a call that names this one is refused, and B's rows stay", async () => {
    const { b } = world.clubs
    const token = await world.signIn(b, 'member')
    for (const action of ['member_authorize', 'get_upcoming_events', 'member_logout'] as const) {
      const { status, answer } = await world.request(a, action, {}, { token })
      expect([status, answer.code]).toEqual([403, 'tenant-mismatch'])
    }
    expect((await world.request(b, 'member_authorize', {}, { token })).status).toBe(200)
  })

  describe('is dead at once', () => {
    it('after logging out', async () => {
      const token = await world.signIn(a, 'member')
      await world.request(a, 'member_logout', {}, { token })
      await expectRefused(token)
    })

    it('after all tokens of the member were ended', async () => {
      const token = await world.signIn(a, 'parent')
      await world.inClub(a, (tx) =>
        tx
          .updateTable('member')
          .set((row) => ({ token_version: row('token_version', '+', 1) }))
          .where('id', '=', a.people.parent.id)
          .execute(),
      )
      await expectRefused(token)
      expect(
        (await world.request(a, 'member_authorize', {}, { token: await world.signIn(a, 'parent') })).status,
      ).toBe(200)
    })

    it('after the member was deleted', async () => {
      const token = await world.signIn(a, 'moderator')
      await world.changeRows(
        a,
        'member',
        { id: a.people.moderator.id },
        { deleted_at: new Date(world.now()) },
      )
      await expectRefused(token)
    })

    it('after its day, however long the database remembers it', async () => {
      const token = await world.signIn(a, 'child')
      world.pass(24 * hourMs - 1000)
      expect((await world.request(a, 'member_authorize', {}, { token })).status).toBe(200)
      world.pass(1000)
      await expectRefused(token)
    })

    it('within a second after the club was suspended', async () => {
      const { b } = world.clubs
      const token = await world.signIn(b, 'member')
      const suspend = (suspended: boolean) => world.changeRows(null, 'tenant', { id: b.id }, { suspended })
      await suspend(true)
      world.pass(1000)
      const { status, answer } = await world.request(b, 'member_authorize', {}, { token })
      expect([status, answer.code]).toEqual([404, 'unknown-tenant'])
      await suspend(false)
    })

    it('when the account changed between the password and the token', async () => {
      const session = () => ({
        id: randomUUID(),
        createdAt: new Date(world.now()),
        expiresAt: new Date(world.now() + hourMs),
        onlyNewPassword: false,
      })
      const row = await world.getRow(a, 'member', { id: a.people.expired.id })
      const account = {
        memberId: a.people.expired.id,
        passwordHash: row.password_hash,
        tokenVersion: row.token_version,
      }
      const opened = await world.inClub(a, async (tx) => {
        return [
          await openSession(tx, account, session()),
          await openSession(tx, { ...account, passwordHash: 'another' }, session()),
          await openSession(tx, { ...account, passwordHash: null }, session()),
          await openSession(tx, { ...account, tokenVersion: 7 }, session()),
        ]
      })
      expect(opened).toEqual([true, false, false, false])
      const { b } = world.clubs
      expect(await world.inClub(b, (tx) => openSession(tx, account, session()))).toBe(false)
    })
  })
})

// A phone is signed in with a code that a signed-in member shows it, and a card is shown and checked.
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeRaces } from '../../../support/database/database.ts'

const hourMs = 60 * minuteMs

describeRaces('a phone that is signed in with a code', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let token: string
  // all windows of the limits have passed
  beforeEach(async () => {
    world.pass(hourMs)
    token = await world.signIn(a, 'member')
  })

  async function makeCode(by = token): Promise<{ id: string; code: string; expiresAt: string }> {
    const answer = await world.ask(a, 'create_link_code', {}, { token: by })
    if (!answer.success) throw new Error(answer.errorMessage)
    return answer
  }
  const find = (code: string, options = {}) => world.request(a, 'find_link_code', { code }, options)
  const redeem = (code: string, more = {}, options = {}) =>
    world.request(a, 'redeem_link_code', { code, ttl: 24, ...more }, options)
  const readState = async (id: string, by = token) =>
    (await world.ask(a, 'get_link_code', { id }, { token: by })).state

  it('is the member, once, with a token in the header and nothing in the body', async () => {
    const { id, code } = await makeCode()
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
    expect(await readState(id)).toBe('open')
    const { fname, lname } = a.people.member
    const found = await find(` ${code.toLowerCase().replace('-', ' ')} `)
    expect(found.answer).toEqual({ success: true, name: `${fname} ${lname}`, isYou: false, receipt: null })
    expect(found.token).toBeNull()
    const signedIn = await redeem(code.replace('-', ''))
    expect(signedIn.answer).toEqual({ success: true, receipt: null })
    const answer = await world.ask(a, 'member_authorize', {}, { token: signedIn.token ?? '' })
    expect(answer).toMatchObject({ success: true, member: { id: a.people.member.id } })
    expect(await readState(id)).toBe('used')
    for (const again of [await redeem(code), await find(code)]) {
      expect(again.answer).toMatchObject({ success: false, code: 'link-code-used' })
      expect(again.token).toBeNull()
    }
  })

  it('stores the code only as a hash, and only on the server that made it', async () => {
    const { id, code } = await makeCode()
    const rows = await world.listRows(a, 'member_code')
    expect(rows.find((row) => row.id === id)?.hash).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
    const key = crypto.randomUUID()
    const answer = await world.ask(a, 'create_link_code', { key }, { token })
    const records = await world.listRows(a, 'receipt')
    expect(JSON.stringify(records)).not.toContain(answer.code)
  })

  it('opens one sign-in for fifty that use a code at once', async () => {
    const { code } = await makeCode()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => redeem(code, {}, { peer: `10.1.2.${at + 1}` })),
    )
    expect(answers.filter(({ token: sent }) => sent !== null)).toHaveLength(1)
    const codes = answers.map(({ answer }) => answer.code ?? 'signed in')
    expect(codes.filter((one) => one === 'link-code-used')).toHaveLength(49)
  })

  it('ends after ten minutes, with a newer code, and with the sign-in that made it', async () => {
    const old = await makeCode()
    world.pass(10 * minuteMs - 1)
    expect((await find(old.code)).answer.success).toBe(true)
    world.pass(1)
    expect((await redeem(old.code)).answer.code).toBe('link-code-ended')
    expect(await readState(old.id)).toBe('ended')
    const first = await makeCode()
    const second = await makeCode()
    expect((await redeem(first.code)).answer.code).toBe('link-code-ended')
    expect(await readState(first.id)).toBe('ended')
    expect(await readState(second.id)).toBe('open')
    await world.request(a, 'member_logout', {}, { token })
    expect((await redeem(second.code)).answer.code).toBe('link-code-ended')
  })

  it('is as old as the sign-in that made the code, so that a code proves no password', async () => {
    const signedInAt = decodeJwt(token).iat
    world.pass(30 * minuteMs)
    const { token: sent } = await redeem((await makeCode()).code, { ttl: 8760 })
    const claims = decodeJwt(sent ?? '')
    expect(claims.iat).toBe(signedInAt)
    expect(claims.exp).toBe(Math.floor(world.now() / 1000) + 8760 * 3600)
    const { token: short } = await redeem((await makeCode()).code, { ttl: 1e9 })
    expect(decodeJwt(short ?? '').exp).toBe(Math.floor(world.now() / 1000) + 24 * 3600)
  })

  it('works in its own club alone', async () => {
    const { code } = await makeCode()
    for (const action of ['find_link_code', 'redeem_link_code'] as const) {
      const elsewhere = await world.request(world.clubs.b, action, { code })
      expect([elsewhere.answer.code, elsewhere.token]).toEqual(['link-code-wrong', null])
    }
    expect((await find(code)).answer.success).toBe(true)
  })

  it('tells whose it is to the member, and what became of it to nobody else', async () => {
    const { id, code } = await makeCode()
    expect((await find(code, { token })).answer.isYou).toBe(true)
    const other = await world.signIn(a, 'moderator')
    expect((await find(code, { token: other })).answer.isYou).toBe(false)
    expect(await readState(id, other)).toBe('ended')
    expect((await world.ask(a, 'create_link_code', {})).code).toBe('needs-signin')
  })

  it('lets an address try twenty wrong codes an hour, and then not even the right one', async () => {
    const { code } = await makeCode()
    const peer = '10.9.8.7'
    for (let times = 0; times < 10; times++) {
      // what is right counts for nothing
      expect((await find(code, { peer })).answer.success).toBe(true)
      expect((await find('ABCD-2345', { peer })).answer.code).toBe('link-code-wrong')
      expect((await redeem('ABCD-2345', {}, { peer })).answer.code).toBe('link-code-wrong')
    }
    for (const refused of [await find(code, { peer }), await redeem(code, {}, { peer })]) {
      expect([refused.status, refused.token]).toEqual([429, null])
    }
    expect((await redeem(code, {}, { peer: '10.9.8.6' })).answer.success).toBe(true)
  })

  it('makes at most thirty codes an hour for a member', async () => {
    for (let times = 0; times < 30; times++) await makeCode()
    expect((await world.request(a, 'create_link_code', {}, { token })).status).toBe(429)
  })

  it('ends with a suspension, and so does the card', async () => {
    const { code } = await makeCode()
    const card = await world.callerOf(a, token).call('get_membership_card', {})
    const suspend = (at: Date | null) =>
      world.changeRows(a, 'member', { id: a.people.member.id }, { suspended_at: at })
    await suspend(new Date(world.now()))
    const refused = await redeem(code)
    const checked = await world.request(a, 'check_membership_card', { code: card.code })
    await suspend(null)
    expect([refused.answer.code, refused.token]).toEqual(['link-code-ended', null])
    expect(checked.answer.code).toBe('membership-card-not-found')
  })

  it('ends with the member, and goes on for one whose membership has expired', async () => {
    const expired = await world.signIn(a, 'expired')
    expect((await redeem((await makeCode(expired)).code)).answer.success).toBe(true)
    const { code } = await makeCode()
    await setDeleted(a.people.member.id, true)
    const refused = await redeem(code)
    await setDeleted(a.people.member.id, false)
    expect([refused.answer.code, refused.token]).toEqual(['link-code-ended', null])
  })

  const setDeleted = (id: number, isDeleted: boolean): Promise<void> =>
    world.changeRows(a, 'member', { id }, { deleted_at: isDeleted ? new Date(world.now()) : null })

  describe('the membership card', () => {
    const readCard = async (by = token) => {
      const answer = await world.ask(a, 'get_membership_card', {}, { token: by })
      if (!answer.success) throw new Error(answer.errorMessage)
      return answer
    }
    const check = (code: string, club = a) => world.request(club, 'check_membership_card', { code })

    it('tells whoever opens its code name, type and end of the membership, and no more', async () => {
      const { fname, lname } = a.people.member
      const card = await readCard()
      expect(card.code).toMatch(/^[0-9a-f]{40}$/)
      const { expiration, type } = card
      expect(card).toMatchObject({ name: `${fname} ${lname}`, memberSince: expect.any(String) })
      const { answer } = await check(card.code)
      expect(answer).toEqual({
        success: true,
        isValid: true,
        name: `${fname} ${lname}`,
        type,
        expiration,
        life: false,
      })
      expect((await readCard(await world.signIn(a, 'moderator'))).code).not.toBe(card.code)
    })

    it('is expired with the membership', async () => {
      const { code } = await readCard(await world.signIn(a, 'expired'))
      expect((await check(code)).answer).toMatchObject({ success: true, isValid: false })
    })

    it('of an additional login ends with the membership above it, earlier or later', async () => {
      const { parent, child } = a.people
      const readEnds = () => world.listRows(a, 'member', { id: [parent.id, child.id] }, ['id', 'expires_on'])
      const setEnd = (id: number, expires_on: string) => world.changeRows(a, 'member', { id }, { expires_on })
      const before = await readEnds()
      const { code } = await readCard(await world.signIn(a, 'child'))
      const answers = []
      for (const end of ['2020-01-01', '2035-01-01']) {
        await setEnd(parent.id, end)
        answers.push((await check(code)).answer)
        await setEnd(child.id, '2020-01-01')
      }
      for (const { id, expires_on } of before) await setEnd(id, expires_on)
      expect(answers).toMatchObject([
        { isValid: false, expiration: '2020-01-01' },
        { isValid: true, expiration: '2035-01-01' },
      ])
    })

    it('is unknown in another club, after a new code, and when the member is gone', async () => {
      const { code } = await readCard()
      expect((await check(code, world.clubs.b)).answer.code).toBe('membership-card-not-found')
      expect((await world.ask(a, 'renew_membership_card', {}, { token })).success).toBe(true)
      expect((await check(code)).answer.code).toBe('membership-card-not-found')
      const renewed = await readCard()
      expect((await check(renewed.code)).answer.success).toBe(true)
      await setDeleted(a.people.member.id, true)
      expect((await check(renewed.code)).answer.code).toBe('membership-card-not-found')
      await setDeleted(a.people.member.id, false)
    })

    it('stops an address that guesses, but no officer who reads cards', async () => {
      const { code } = await readCard()
      for (let times = 0; times < 20; times++) expect((await check(`${times}`)).status).toBe(200)
      expect((await check('21')).status).toBe(429)
      expect((await check(code)).answer.success).toBe(true)
    })
  })
})

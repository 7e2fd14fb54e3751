// Strangers who ask for mails to somebody's address keep nobody from the mails that its owner asks for.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../../src/domain/time.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a mail that somebody asks for', (engine) => {
  const world = setUpClubWorld(engine)
  const { a, b } = world.clubs
  beforeEach(() => world.pass(2 * hourMs))

  const venue = '192.0.2.1'
  const elsewhere = '198.51.100.77'
  /** From so many that strangers have no mail left for the address, from anywhere. */
  const everywhere = Array.from({ length: 12 }, (_, at) => `203.0.113.${10 + at}`)
  const ask = (input: object, { peer = venue, cookie = '', token = '' } = {}) =>
    world.post(
      { tenantId: a.id, ...input },
      {
        'x-forwarded-for': peer,
        ...(cookie === '' ? {} : { cookie }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
    )
  /** The member has signed in there, at home. */
  const knowDevice = async (role: 'member' | 'parent', club = a) => {
    const { email: username, password } = club.people[role]
    const input = { action: 'member_login', tenantId: club.id, username, password, ttl: 24 }
    const { headers } = await world.post(input, { 'x-forwarded-for': '198.51.100.9' })
    return headers['set-cookie']?.[0]?.split(';')[0] ?? 'none'
  }
  const times = 5
  async function useUp(input: () => object, peers: readonly string[] = [venue]): Promise<void> {
    for (const peer of peers) for (let turn = 0; turn < times; turn += 1) await ask(input(), { peer })
  }

  const mails: readonly (readonly [name: string, input: (to: string) => object])[] = [
    ['a temporary password', (username) => ({ action: 'member_forgot_password', username })],
    ['a renewal link', (username) => ({ action: 'lookup_member', username, mailMe: true })],
    ['their purchases', (to) => ({ action: 'find_entry', eventId: a.show.id, email: to, mailMe: true })],
    [
      'the link of a shift',
      (to) => ({
        action: 'worker_signup',
        eventId: a.show.id,
        contactInfo: { fname: randomUUID().slice(0, 8), lname: 'Helper', phone: '5550100300', email: to },
        shifts: [a.show.shiftIds[0]],
      }),
    ],
  ]
  it.each(mails)('is %s, also when strangers have used up theirs', async (_, toInput) => {
    const { email: to } = a.people.member
    await useUp(() => toInput(to))
    expect((await ask(toInput(to))).status).toBe(429)
    // a stranger's place does not count for others, and the owner's device for nobody else
    expect((await ask(toInput(to), { peer: elsewhere })).status).toBe(200)
    await useUp(() => toInput(to), everywhere)
    expect((await ask(toInput(to), { peer: '198.51.100.78' })).status).toBe(429)
    for (const cookie of [await knowDevice('parent'), await knowDevice('member', b)]) {
      expect((await ask(toInput(to), { cookie })).status).toBe(429)
    }
    const cookie = await knowDevice('member')
    expect((await ask(toInput(to), { cookie })).status).toBe(200)
    // which has an end too
    for (let turn = 0; turn < times; turn += 1) await ask(toInput(to), { cookie })
    expect((await ask(toInput(to), { cookie })).status).toBe(429)
  })

  it('is the code for a first password, from another network', async () => {
    const { email: username } = a.people.noPassword
    const input = { action: 'lookup_member', username, purpose: 'signin' }
    for (let turn = 0; turn < 12; turn += 1) await ask(input)
    expect((await ask(input)).status).toBe(429)
    expect((await ask(input, { peer: elsewhere })).json()).toMatchObject({
      hasPassword: false,
      codeSent: true,
    })
  })

  it('is the proof of their address, for who is signed in, also when strangers have asked for codes', async () => {
    const { id, email: username } = a.people.parent
    const token = await world.signIn(a, 'parent')
    await world.changeRows(a, 'member', { id }, { email_proved_at: null })
    for (const peer of [venue, ...everywhere]) {
      for (let turn = 0; turn < 3; turn += 1) {
        await ask({ action: 'member_forgot_password', username }, { peer })
        await ask({ action: 'lookup_member', username, purpose: 'signin' }, { peer })
      }
    }
    const send = () => world.request(a, 'send_email_proof', {}, { token, peer: venue })
    expect((await send()).status).toBe(200)
    await send()
    await send()
    expect((await send()).status).toBe(429)
  })
})

import { beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { maskedStreet } from '../../../../src/domain/membership.ts'
import { dayMs } from '../../../../src/domain/time.ts'
import { sealLookup } from '../../../../src/server/auth/lookupProof.ts'
import { lookupMailsPerEmail } from '../../../../src/server/limits/often.ts'
import { lookupProofLifeMs } from '../../../../src/server/limits/times.ts'
import { secretMark } from '../../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('looking up a membership', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  // all windows of the limits have passed
  beforeEach(() => world.pass(dayMs))

  const lookUp = (input: Record<string, unknown>, club = a) => world.request(club, 'lookup_member', input)

  const change = (memberId: number, values: Record<string, unknown>) =>
    world.changeRows(a, 'member', { id: memberId }, values)

  const today = () => findDay(world.now(), a.timeZone)

  it('shows the name, the masked address and what a renewal needs', async () => {
    const { member } = a.people
    await change(member.id, { expires_on: addDays(today(), 61), zip: '03801-4217' })
    const { answer, text } = await lookUp({ username: ` ${member.email.toUpperCase()} ` })
    expect(answer).toEqual({
      success: true,
      member: {
        fname: 'Ada',
        lname: 'Quill',
        address: maskedStreet,
        city: 'Portsmouth',
        state: 'NH',
        zip: '03801',
        type: a.memberTypes.open,
        typeLabel: 'Family',
        expiration: addDays(today(), 61),
        life: false,
      },
      lookup: expect.any(String),
      daysUntilRenew: 1,
      canRenew: false,
      renewPrice: 40,
      maxRenewYears: 3,
      receipt: null,
    })
    expect(text).not.toContain(secretMark)
    await change(member.id, { expires_on: addDays(today(), 60) })
    expect((await lookUp({ username: member.email })).answer).toMatchObject({
      daysUntilRenew: 0,
      canRenew: true,
    })
  })

  it('finds nobody in another club, nobody who was deleted, and nobody by a pattern', async () => {
    const { member } = a.people
    const unknown = await lookUp({ username: 'who@x.example' })
    expect(unknown.answer).toMatchObject({
      success: false,
      code: 'account-not-found',
      errorMessage: 'There is no member with this e-mail address.',
    })
    expect((await lookUp({ username: member.email }, world.clubs.b)).text).toBe(unknown.text)
    for (const username of ['%', '_%@harbor.example', '*', `${member.email}%`, "' or ''='"]) {
      expect((await lookUp({ username })).text).toBe(unknown.text)
    }
    await change(member.id, { deleted_at: new Date(world.now()) })
    expect((await lookUp({ username: member.email })).text).toBe(unknown.text)
    await change(member.id, { deleted_at: null })
  })

  it('says of an additional login that it cannot renew', async () => {
    const { answer, text } = await lookUp({ username: a.people.child.email })
    expect(answer).toMatchObject({
      success: false,
      code: 'child-membership',
      errorMessage: 'This is a child membership and cannot be used to renew a membership.',
    })
    expect(text).not.toContain('Oakes')
  })

  it('cannot be renewed by a member without a type, who has no price', async () => {
    const { noPassword } = a.people
    await change(noPassword.id, { member_type_id: null, expires_on: today() })
    expect((await lookUp({ username: noPassword.email })).answer).toMatchObject({
      member: { type: 0, typeLabel: '' },
      canRenew: false,
      renewPrice: 0,
    })
    await change(noPassword.id, { member_type_id: a.memberTypes.open })
  })

  it('is answered again to the proof, for an hour, in its own club, while the member is there', async () => {
    const { parent } = a.people
    const first = (await lookUp({ username: parent.email })).answer
    const { lookup } = first
    expect((await lookUp({ lookup })).answer).toEqual(first)
    expect((await lookUp({ lookup }, world.clubs.b)).answer.code).toBe('lookup-expired')
    // a club's proof opens nothing in another club that has the same member number
    const foreign = { tenantId: a.id, memberId: world.clubs.b.people.member.id }
    const forB = await sealLookup(world, foreign, world.now())
    expect((await lookUp({ lookup: forB }, world.clubs.b)).answer.code).toBe('lookup-expired')
    expect((await lookUp({ lookup: `${lookup}x` })).answer.code).toBe('lookup-expired')
    await change(parent.id, { deleted_at: new Date(world.now()) })
    expect((await lookUp({ lookup })).answer.code).toBe('lookup-expired')
    await change(parent.id, { deleted_at: null })
    world.pass(lookupProofLifeMs)
    expect((await lookUp({ lookup })).answer.code).toBe('lookup-expired')
  })

  it('mails a link that opens the renewal, and answers the same where there is nobody', async () => {
    const { parent, child } = a.people
    const listMails = async () => {
      await world.engine.runDue()
      return world.listRows(null, 'sandbox_message', { kind: 'mail' }, undefined, 'id')
    }
    const before = (await listMails()).length
    const response = await lookUp({
      username: ` ${parent.email.toUpperCase()}`,
      mailMe: true,
      language: 'es',
    })
    expect(response.answer).toEqual({ success: true, receipt: null })
    for (const username of ['who@x.example', child.email]) {
      expect((await lookUp({ username, mailMe: true })).text).toBe(response.text)
    }
    const mails = (await listMails()).slice(before)
    expect(mails.map(({ recipient }) => recipient)).toEqual([parent.email])
    expect(mails[0]?.subject).toBe('Harbor Classics: su enlace para renovar')
    const lookup = /\/portal\/renew\?subdomain=harbor#lookup=(\S+)/.exec(mails[0]?.text ?? '')?.[1]
    expect(mails[0]?.html).toContain(`#lookup=${lookup}`)
    expect((await lookUp({ lookup })).answer).toMatchObject({ success: true, member: { fname: 'Pat' } })
    // three in an hour for any caller, with or without such a member
    for (const username of [parent.email, 'who@x.example']) {
      for (let times = 1; times < lookupMailsPerEmail.most; times += 1) {
        expect((await lookUp({ username, mailMe: true })).status).toBe(200)
      }
      expect((await lookUp({ username, mailMe: true })).status).toBe(429)
    }
  })

  it('needs an address or a proof, and takes no longer address than its field', async () => {
    const long = `${'x'.repeat(36)}@long.example`
    for (const more of [{}, { mailMe: true }]) {
      expect((await lookUp({ username: long, ...more })).answer).toMatchObject({
        code: 'invalid-input',
        faults: [{ path: 'username' }],
      })
    }
    expect((await lookUp({ username: long.slice(1) })).answer).toMatchObject({ code: 'account-not-found' })
    expect((await lookUp({ username: long, purpose: 'signin' })).answer).toMatchObject({
      code: 'account-not-found',
    })
    const { status, answer } = await lookUp({})
    expect([status, answer.code]).toEqual([400, 'invalid-input'])
    expect(answer.faults).toEqual([{ path: 'username', message: 'is missing' }])
  })

  it('leaves nothing of a person in the receipts, even with a key', async () => {
    const { parent } = a.people
    const key = crypto.randomUUID()
    expect((await lookUp({ username: parent.email, key })).answer.success).toBe(true)
    const receipts = await world.listRows(a, 'receipt', {}, ['answer'])
    expect(receipts.filter(({ answer }) => answer.includes('Oakes'))).toEqual([])
  })
})

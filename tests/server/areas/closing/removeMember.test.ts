// Officers remove a member as the member would close the account, and the reason stays where officers see it.
import { beforeEach, expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { minuteMs } from '../../../../src/domain/time.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import { insertHolder } from '../../../support/clubs/autoRenewals.ts'
import { createOfficer, expectDone, expectRefused } from '../../../support/clubs/officer.ts'
import { signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a member is removed', (engine) => {
  const shop = setUpShop(engine)
  beforeEach(() => shop.pass(61 * minuteMs))
  const today = () => findDay(shop.now(), shop.a.timeZone)
  const newHolder = () => insertHolder(shop, { expiration: addDays(today(), 5) })
  const run = createOfficer(shop, shop.a)
  const remove = (id: number, ...more: string[]) =>
    run('members', 'remove', id, '--reason', 'Has died', ...more)
  const read = (id: number) => shop.getRow(shop.a, 'member', { id })

  it('with a reason alone, after --dry-run or a refusal has said what it would do', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    expect(await expectRefused(run('members', 'remove', member.id, '--yes'))).toContain('needs --reason TEXT')
    const before = await read(member.id)
    const dry = await expectDone(remove(member.id, '--dry-run'))
    expect(dry).toContain('signed out on 1 device.')
    expect(dry).toContain('Dry run, nothing was changed.')
    expect(await expectRefused(remove(member.id))).toContain('The same command with --yes does it.')
    expect(await read(member.id)).toEqual(before)
    await expectDone(run('members', 'tag', member.id, 'Owes a key', '--officers'))
    await expectDone(run('members', 'change', member.id, '--officer-note', 'Owes Ron $20'))
    await shop.ask(shop.a, 'create_member_ride', { year: '1962', make: 'Lark' }, { token })

    expect(await expectDone(remove(member.id, '--yes'))).toContain('is removed')

    expect(await read(member.id)).toMatchObject({
      ...{
        email: '',
        fname: '',
        lname: '',
        password_hash: null,
        removal_reason: 'Has died',
        officer_tags: [],
        officer_note: '',
      },
      deleted_at: expect.any(Date),
    })
    expect(await shop.ask(shop.a, 'member_authorize', {}, { token })).toMatchObject({ code: 'needs-signin' })
    expect(await shop.listRows(shop.a, 'ride', { member_id: member.id })).toEqual([])
    expect(await shop.listRows(shop.a, 'saved_card', { member_id: member.id })).toEqual([])
    // the letter of who closes their account themselves is not written
    expect(await shop.listMails(member.email)).toEqual([])
    expect(await expectDone(run('members', 'removed'))).toMatch(
      new RegExp(`^member ${member.id}, .*: Has died\\n1 member removed`),
    )
    expect(await expectRefused(remove(member.id, '--yes'))).toContain('has no member')
    expect(await expectDone(run('members'))).not.toContain(member.email)
  })

  it('after the additional logins below it', async () => {
    const [parent, child] = [await newHolder(), await newHolder()]
    await shop.changeRows(shop.a, 'member', { id: child.id }, { parent_id: parent.id })
    for (const how of ['--dry-run', '--yes']) {
      const text = await expectRefused(remove(parent.id, how))
      expect(text).toContain(`has additional logins: ${child.id} `)
    }
    expect((await read(parent.id)).email).toBe(parent.email)
    await expectDone(remove(child.id, '--yes'))
    await expectDone(remove(parent.id, '--yes'))
  })

  it('and what is paid for the membership afterwards goes back', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    const opened = await shop.open(
      { kind: 'renewal', payload: { years: 1, autoRenew: false }, category: 1, email: member.email },
      { token },
    )
    await expectDone(remove(member.id, '--yes'))
    await shop.confirm(opened)
    await shop.deliver()
    await shop.sweep()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('refunded')
  })
})

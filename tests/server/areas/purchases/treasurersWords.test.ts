// What a treasurer types first, and what the commands say then.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpGate } from '../../../support/buying/gate.ts'
import { expectDone } from '../../../support/clubs/officer.ts'
import { insertRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeRaces('a treasurer who is new to it', (engine) => {
  const shop = setUpGate(engine)
  const run: typeof shop.club = (...words) => shop.club(...words)
  const folder = makeTestFolder()

  it('is told which events there are, and that a file is of no club here', async () => {
    const { code, text } = await run('event')
    expect([code, text]).toEqual([2, expect.stringContaining(`Say which event of ${shop.a.slug} you mean.`)])
    expect(text).toMatch(/Its events are:\n {2}\d+ {2}\S/)
    expect((await run('validate', 'club.json')).text).toContain(
      "'validate' is about no club here: leave out --tenant.",
    )
  })

  it('finds a name with one wrong letter', async () => {
    const member = await insertRenewable(shop)
    const names = { fname: 'Gareth', lname: 'Lindqvist' }
    await shop.changeRows(shop.a, 'member', { id: member.id }, names)
    for (const typed of ['lindquist', 'garreth']) {
      expect(await expectDone(run('members', '--find', typed))).toBe(
        `0 members.\nDid you mean Gareth Lindqvist (${member.email})?\n`,
      )
    }
    expect(await expectDone(run('members', '--find', 'gareth'))).not.toContain('Did you mean')
    expect(await expectDone(run('members', '--find', 'zzzzzz'))).toBe('0 members.\n')
  })

  it('lists orders of one kind and one way, and writes donations as a table', async () => {
    const give = (paid: string) =>
      run('donations', 'take', '--amount', 9, '--first', 'Bo', '--last', paid, '--paid', paid)
    await expectDone(give('cash'))
    await expectDone(give('cheque'))
    expect(await expectDone(run('orders', '--with', 'cash'))).toContain('1 order.')
    expect(await expectDone(run('orders', '--kind', 'donation'))).toContain('2 orders.')
    expect(await expectDone(run('orders', '--kind', 'renewal'))).toContain('0 orders.')
    const path = join(folder, 'donations.csv')
    expect(await expectDone(run('donations', '--csv', path))).toContain('2 donations')
    expect(readFileSync(path, 'utf8').trim().split('\r\n')).toHaveLength(3)
  })

  it('has an even month although no card provider answers, where no card was used', async () => {
    await shop.sandbox.fail({ operation: 'payment_intents.list', when: 'before', how: 503, times: 5 })
    const { code, text } = await run('reconcile')
    await shop.sandbox.reset()
    expect(text).toContain('Money and goods agree.\nNothing was paid by card in these days')
    expect(text).not.toMatch(/NOT ASKED|Stripe/)
    expect(code).toBe(0)
  })
})

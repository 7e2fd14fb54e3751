// Officers see on the command line whose membership ends, and how it goes on (docs/members.md).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import { askingCard, decliningCard, goTo, insertHolder } from '../../../support/clubs/autoRenewals.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import { describeRaces } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeRaces('dues on the command line', (engine) => {
  const shop = setUpShop(engine)
  const run = createOfficer(shop, shop.a)
  const folder = makeTestFolder()

  it('say who renews automatically, who does not, and whose card failed', async () => {
    const day = addDays(findDay(shop.now(), shop.a.timeZone), 1)
    // officers type and read the last valid day
    const last = addDays(day, -1)
    const paid = await insertHolder(shop, { expiration: day })
    const manual = await insertHolder(shop, { expiration: day, autoRenew: null })
    const declined = await insertHolder(shop, { expiration: day, card: decliningCard })
    const asked = await insertHolder(shop, { expiration: day, card: askingCard })
    const removed = await insertHolder(shop, { expiration: addDays(day, 3) })
    const cardless = await insertHolder(shop, { expiration: addDays(day, 90) })
    const child = await insertHolder(shop, { expiration: day })
    await shop.changeRows(shop.a, 'member', { id: child.id }, { parent_id: paid.id })
    await shop.deleteRows(shop.a, 'saved_card', { member_id: cardless.id })
    await shop.stripe.paymentMethods.detach(removed.methodId)
    await goTo(shop, day)
    await goTo(shop, addDays(day, 4))

    const path = join(folder, 'dues.csv')
    const written = await run('dues', '--since', last, '--until', addDays(last, 100), '--csv', path)
    expect(written.code, written.text).toBe(0)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const rows = readFileSync(path, 'utf8').trim().split('\r\n')
    const find = (id: number) => rows.find((row) => row.startsWith(`${id},`))
    expect(find(manual.id)).toMatch(/,expired$/)
    expect(find(declined.id)).toMatch(
      /expired; card declined, next try \w+ \d+, \d{4}; automatic, [A-Z][A-Za-z ]+ ending in \d{4}/,
    )
    expect(find(asked.id)).toMatch(/waits for the member to confirm it with their bank/)
    expect(find(removed.id)).toMatch(/card was removed, no more tries/)
    expect(find(cardless.id)).toMatch(/automatic, but no card can be charged/)
    expect([find(child.id), find(paid.id)]).toEqual([undefined, undefined])

    const shown = await run('dues', '--since', last, '--until', addDays(last, 100))
    expect(shown.text).toMatch(/^Id +Name +E-mail +Type +Valid until +Renewal\n/)
    expect(shown.text).toContain(declined.email)
    expect(shown.text).toMatch(/memberships from .+ to .+; \d could not be renewed automatically\.\n$/)
    const next = addDays(last, 365)
    expect((await run('dues', '--since', next, '--until', addDays(next, 1))).text).toContain(paid.email)
    expect((await run('dues')).text).not.toContain(cardless.email)
  })

  it('refuse days in the wrong order, and a day that does not exist', async () => {
    for (const [words, ...args] of [
      ['--until must not be before --since.', '--since', '2027-02-02', '--until', '2027-02-01'],
      ['--since must be a day', '--since', '2027-02-30'],
      ['--overwrite needs --csv.', '--overwrite'],
    ] as const) {
      const { code, text } = await run('dues', ...args)
      expect([code, text]).toEqual([2, expect.stringContaining(words)])
    }
  })
})

// Dues and donations for cash and cheques: orders like others, counted each by itself, and once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addDays, addYears, findDay } from '../../../../src/domain/day.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import { createOfficer, expectDone, expectRefused } from '../../../support/clubs/officer.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

const dayMs = 24 * 60 * 60_000

describeRaces('money that an officer takes', (engine) => {
  const shop = setUpShop(engine)
  const run = createOfficer(shop, shop.a)
  const folder = makeTestFolder()

  const readEnd = async (id: number) =>
    (await shop.getRow(shop.a, 'member', { id }, ['expires_on'])).expires_on
  const countOrders = () => shop.countRows(shop.a, 'purchase_order')
  const toOrderId = (text: string): number => Number(/\(order (\d+), line 1\)/.exec(text)?.[1])
  /** So that no test finds what another has sold just now. */
  const rest = () => shop.pass(31 * dayMs)

  it('renews for a cheque: an order with its number, a receipt, and a line in the history of the member', async () => {
    rest()
    const member = await insertRenewable(shop)
    const before = await readEnd(member.id)
    const words = ['dues', 'take', member.id, '--paid', 'cheque', '--years', 2, '--note', 'No. 1182']
    const foreseen = await expectDone(run(...words, '--dry-run'))
    expect(foreseen).toMatch(
      /^This takes \$80\.00 by cheque from Renata Quill .* for 2 years of .*Dry run, nothing/s,
    )
    expect(await readEnd(member.id)).toBe(before)
    const text = await expectDone(run(...words))
    const id = toOrderId(text)
    // without the fee for online service
    expect(text).toContain('TAKEN from Renata Quill: $80.00 by cheque.\n  Renewal, ')
    expect(text).toContain(
      `The receipt goes to ${member.email}.\nIf it was typed wrongly: npm run club -- --tenant ${shop.a.slug} orders ${id} --refund --back mistake --reason TEXT --yes\n`,
    )
    expect(await readEnd(member.id)).toBe(addYears(before ?? '', 2))
    expect(await shop.readOrder(id)).toMatchObject({
      mode: 'cheque',
      state: 'fulfilled',
      memberId: member.id,
    })
    const record = await expectDone(run('orders', id))
    expect(record).toMatch(/\$80\.00 by cheque\n/)
    expect(record).toContain('placed: by cheque, No. 1182')
    const [mail] = await shop.listMails(member.email)
    expect(mail?.text).toContain('You have paid by cheque. This is your receipt.')
    expect(mail?.text).not.toMatch(/card|This is a test|statement/)
    const token = await signInRenewable(shop, member)
    const answer = await shop.ask(shop.a, 'stripe_get_payment_history', {}, { token })
    if (!answer.success) throw new Error(answer.errorMessage)
    expect(answer.paymenthistory.map((entry) => JSON.parse(entry) as object)).toEqual([
      expect.objectContaining({ id, amount: 8000, money: 'cheque' }),
    ])
  })

  it('finds the cheque by what stands on it, and writes it with taxes and days of refunds for the accountant', async () => {
    rest()
    await shop.changeClubSettings(shop.a, { taxRates: { membership: 600 } })
    const member = await insertRenewable(shop)
    const note = 'No. 40417, First Bank'
    const words = ['dues', 'take', member.id, '--paid', 'cheque', '--note', note]
    const id = toOrderId(await expectDone(run(...words)))
    const gift = ['donations', 'take', '--amount', '25', '--member', member.id, '--paid', 'cheque']
    await expectDone(run(...gift, '--note', note))
    const list = await expectDone(run('orders', '--find', '40417, first'))
    expect(list).toContain('2 orders.')
    expect(list).toContain(`cheque, ${note}\n`)
    expect(list).toMatch(/ taxes in it +\$2\.40 +\$0\.00\n/)
    expect(await expectDone(run('orders', '--find', 'by cheque'))).toContain('0 orders.')
    expect(await expectDone(run('donations'))).toMatch(/cheque .* No\. 40417, First Bank\n/)
    for (const more of [['--line', 1, '--amount', '2.00', '--back', 'cash'], []]) {
      await expectDone(run('orders', id, '--refund', ...more, '--reason', 'x', '--yes'))
      shop.pass(dayMs)
    }
    const [csv, json] = [join(folder, 'notes.csv'), join(folder, 'notes.json')]
    await expectDone(run('orders', '--find', '40417', '--csv', csv, '--json', json))
    const rows = readFileSync(csv, 'utf8').trim().split('\r\n')
    expect(rows[0]).toMatch(/,paid with,taxes,note,given back on,/)
    const [last = '', first = ''] = [dayMs, 2 * dayMs].map((ago) =>
      findDay(shop.now() - ago, shop.a.timeZone),
    )
    expect(rows.find((row) => row.startsWith(`${id},`))).toMatch(
      new RegExp(
        `,cheque,2\\.40,"No\\. 40417, First Bank",${first}; ${last},2\\.40,0\\.00,given back in cash: x; given back by cheque: x$`,
      ),
    )
    expect(JSON.parse(readFileSync(json, 'utf8'))).toContainEqual(
      expect.objectContaining({
        id,
        note,
        taxesCents: 240,
        returns: [
          expect.objectContaining({
            amountCents: 200,
            taxCents: 11,
            handReturn: 'cash',
            reason: 'officer: x',
          }),
          expect.objectContaining({ amountCents: 4040, taxCents: 229, handReturn: 'cheque' }),
        ],
      }),
    )
    await shop.changeClubSettings(shop.a, { taxRates: {} })
  })

  it('says when the same note is on another order, and takes a check for a cheque', async () => {
    rest()
    const give = (amount: number, paid: string, ...note: string[]) =>
      expectDone(
        run(
          ...['donations', 'take', '--amount', amount, '--first', 'Noa', '--last', 'Twin', '--paid', paid],
          ...(note.length === 0 ? [] : ['--note', ...note]),
        ),
      )
    const first = await give(10, 'check', 'No. 1010')
    const id = toOrderId(first)
    expect(first).toContain('$10.00 by cheque')
    expect(first).not.toContain('also on order')
    expect(await give(11, 'cheque', 'no. 1010')).toContain(`Note: no. 1010 is also on order ${id}.\n`)
    for (const [at, note] of ['1010', 'Cheque no 1010', '#1010'].entries()) {
      expect(await give(20 + at, 'cheque', note)).toContain(`Note: ${note} is also on order `)
    }
    for (const other of [give(12, 'cash', 'No. 1010'), give(13, 'cheque', 'No. 101'), give(14, 'cheque')]) {
      expect(await other).not.toContain('also on order')
    }
    rest()
    expect(await give(10, 'cheque', 'No. 1010')).not.toContain('also on order')
  })

  it('asks before it takes dues that are free, and counts no money of them', async () => {
    rest()
    const member = await insertRenewable(shop)
    const types = { id: shop.a.memberTypes.open }
    const { member_type_id: type } = await shop.getRow(shop.a, 'member', { id: member.id }, [
      'member_type_id',
    ])
    const own = { id: type ?? types.id }
    const { renew_price_cents } = await shop.getRow(shop.a, 'member_type', own, ['renew_price_cents'])
    await shop.changeRows(shop.a, 'member_type', own, { renew_price_cents: 0 })
    const before = await readEnd(member.id)
    const words = ['dues', 'take', member.id, '--paid', 'cash']
    const asked = await expectRefused(run(...words))
    expect(asked).toMatch(
      /^The dues of Renata Quill are free, .*Nothing was taken\. The same command with --yes/,
    )
    expect(await expectRefused(run(...words, '--dry-run'))).toBe(asked)
    expect(await readEnd(member.id)).toBe(before)
    const since = findDay(shop.now(), shop.a.timeZone)
    await expectDone(run(...words, '--yes'))
    await shop.changeRows(shop.a, 'member_type', own, { renew_price_cents })
    expect((await run('reconcile', '--since', since)).text).not.toContain('In cash')
  })

  it('is counted until a day too', async () => {
    rest()
    const give = (amount: number) =>
      expectDone(
        run('donations', 'take', '--amount', amount, '--first', 'Una', '--last', 'Day', '--paid', 'cash'),
      )
    const first = findDay(shop.now(), shop.a.timeZone)
    await give(10)
    shop.pass(2 * dayMs)
    await give(20)
    const count = (...days: string[]) => run('reconcile', '--since', first, ...days)
    expect((await count()).text).toContain('In cash: 2 orders, $30.00 taken')
    const until = await count('--until', first)
    expect(until.text).toContain('In cash: 1 order, $10.00 taken')
    expect(until.text).toMatch(/^1 order and 0 payments since .*, until .*\.\n/)
    expect(until.code).toBe(0)
    expect(await count('--until', '2020-01-01')).toMatchObject({
      code: 2,
      text: expect.stringContaining('--until must not be before --since.'),
    })
  })

  it('takes the money early and for more years than online, and never of who cannot renew', async () => {
    rest()
    const member = await insertRenewable(shop)
    const far = addYears((await readEnd(member.id)) ?? '', 3)
    await shop.changeRows(shop.a, 'member', { id: member.id }, { expires_on: far })
    await expectDone(run('dues', 'take', member.id, '--paid', 'cash', '--years', 9))
    expect(await readEnd(member.id)).toBe(addYears(far, 9))
    const orders = await countOrders()
    const cash = ['--paid', 'cash']
    await shop.changeRows(shop.a, 'member', { id: member.id }, { suspended_at: new Date(shop.now()) })
    expect(await expectRefused(run('dues', 'take', member.id, ...cash))).toContain('is suspended')
    await shop.changeRows(shop.a, 'member', { id: member.id }, { suspended_at: null, member_type_id: null })
    expect(await expectRefused(run('dues', 'take', member.id, ...cash))).toContain('has no membership type')
    await shop.changeRows(shop.a, 'member', { id: member.id }, { life: true, expires_on: '9999-12-31' })
    expect(await expectRefused(run('dues', 'take', member.id, ...cash))).toContain('is a life member')
    const child = shop.a.people.child.email
    expect(await expectRefused(run('dues', 'take', child, ...cash))).toMatch(
      /is an additional login of (\S+) and ends with that membership\. Take the dues of that one: .* dues take \1 --paid cash or cheque\./,
    )
    expect(await expectRefused(run('dues', 'take', 'nobody@x.example', ...cash))).toContain('no member')
    expect((await run('dues', 'take', member.id)).text).toContain('--paid cash or --paid cheque')
    expect((await run('dues', 'take', member.id, '--paid', 'card')).code).toBe(2)
    expect(await countOrders()).toBe(orders)
  })

  it('asks before the same dues are taken twice, whoever takes them and however they were paid first', async () => {
    rest()
    const member = await insertRenewable(shop)
    const take = (...more: string[]) => run('dues', 'take', member.id, '--paid', 'cheque', ...more)
    const before = (await readEnd(member.id)) ?? ''
    // two officers with the same cheque
    const both = await Promise.all([take(), take()])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(await readEnd(member.id)).toBe(addYears(before, 1))
    shop.pass(29 * dayMs)
    const asked = await expectRefused(take())
    expect(asked).toMatch(
      /^Renata Quill has paid for their membership already: order \d+, by cheque, .*\. Nothing was taken\. The same command with --yes does it\.\n$/,
    )
    expect(await expectRefused(take('--dry-run'))).toBe(asked)
    expect(await readEnd(member.id)).toBe(addYears(before, 1))
    await expectDone(take('--yes'))
    expect(await readEnd(member.id)).toBe(addYears(before, 2))
    // the next year's, later
    rest()
    await expectDone(take())
    const online = await insertRenewable(shop)
    const token = await signInRenewable(shop, online)
    const payload = { years: 1, autoRenew: false }
    await shop.buy({ kind: 'renewal', payload, category: 1, email: online.email }, { token })
    expect(await expectRefused(run('dues', 'take', online.id, '--paid', 'cash'))).toMatch(
      /order \d+, online, /,
    )
  })

  it('undoes a cheque that bounces: the membership goes back, and the dues may be taken at once', async () => {
    rest()
    const member = await insertRenewable(shop)
    const before = await readEnd(member.id)
    const id = toOrderId(await expectDone(run('dues', 'take', member.email, '--paid', 'cheque')))
    const refund = ['orders', id, '--refund', '--reason', 'The cheque was not honoured']
    expect(await expectRefused(run(...refund))).toContain(', by cheque:')
    const done = await expectDone(run(...refund, '--yes'))
    expect(done).toMatch(
      /^Give back \$40\.00 to Renata Quill: their own cheque, or one of the club's\. The books have it already\./,
    )
    expect(await readEnd(member.id)).toBe(before)
    expect(await shop.readOrder(id)).toMatchObject({ state: 'refunded' })
    // both mails are due, and either may be sent first
    const mail = (await shop.listMails(member.email)).find(({ text }) => text.includes('is undone'))
    expect(mail?.text).toContain('This order, which was paid by cheque, is undone: $40.00.')
    expect(mail?.text).not.toMatch(/card|in cash|5 to 10 business days/)
    const { key } = await shop.readOrder(id)
    const page = await shop.request(shop.a, 'get_order', { orderKey: key })
    expect(page.answer.order).toMatchObject({ byCheque: true, refundedCents: 4000 })
    expect(page.answer.order).not.toHaveProperty('inCash')
    await expectDone(run('dues', 'take', member.email, '--paid', 'cash'))
  })

  it('sells the membership to who joins, with the member or not at all', async () => {
    rest()
    const { label } = await shop.getRow(shop.a, 'member_type', { id: shop.a.memberTypes.open }, ['label'])
    const add = (email: string, ...more: string[]) =>
      run(
        'members',
        'add',
        '--first',
        'Ida',
        '--last',
        'De Vries',
        '--email',
        email,
        '--type',
        label,
        ...more,
      )
    const text = await expectDone(
      add('ida@join.example', '--paid', 'cheque', '--years', '2', '--note', 'No. 7'),
    )
    const id = toOrderId(text)
    expect(text).toMatch(/is member \d+: .*\. Take \$90\.00 by cheque\.\n {2}Membership, .*: valid until /)
    expect(text).toContain('The receipt goes to ida@join.example.')
    const today = findDay(shop.now(), shop.a.timeZone)
    const find = () => shop.findRow(shop.a, 'member', { email: 'ida@join.example' }, ['id', 'expires_on'])
    const member = await find()
    expect(member?.expires_on).toBe(addYears(today, 2))
    expect(await shop.readOrder(id)).toMatchObject({
      kind: 'membership',
      memberId: member?.id,
      mode: 'cheque',
    })
    const [mail] = await shop.listMails('ida@join.example')
    expect(mail?.text).toContain('You have paid by cheque. This is your receipt.')
    // their dues are paid
    const dues = ['dues', 'take', 'ida@join.example', '--paid', 'cash']
    expect(await expectRefused(run(...dues))).toContain('has paid for their membership already: order')
    // another of the same name, just now
    const orders = await countOrders()
    const again = add('other@join.example', '--paid', 'cheque', '--years', '2')
    expect(await expectRefused(again)).toContain('The same was sold to Ida De Vries just now')
    expect(await shop.findRow(shop.a, 'member', { email: 'other@join.example' }, ['id'])).toBeUndefined()
    expect(await expectRefused(add('ida@join.example', '--paid', 'cash'))).toContain(
      'has this e-mail address already',
    )
    expect(await countOrders()).toBe(orders)
    for (const wrong of [
      [],
      ['--until', '2030-01-01', '--paid', 'cash'],
      ['--until', '2030-01-01', '--years', '1'],
    ]) {
      expect((await add('more@join.example', ...wrong)).code).toBe(2)
    }
    await expectDone(run('orders', id, '--refund', '--reason', 'The cheque was not honoured', '--yes'))
    expect((await find())?.expires_on).toBe(today)
  })

  it('is of the day on which it came, in every list, with the next number', async () => {
    rest()
    const member = await insertRenewable(shop)
    const words = ['dues', 'take', member.id, '--paid', 'cheque', '--note', 'No. 881']
    const before = toOrderId(await expectDone(run(...words.slice(0, 5), '--yes')))
    shop.pass(31 * dayMs)
    const toDay = (ago: number) => findDay(shop.now() - ago * dayMs, shop.a.timeZone)
    const [late, typed] = [toDay(3), toDay(0)]
    const id = toOrderId(await expectDone(run(...words, '--date', late)))
    expect(id).toBe(before + 1)
    expect(findDay((await shop.readOrder(id)).paidAt?.getTime() ?? 0, shop.a.timeZone)).toBe(late)
    for (const list of [['orders'], ['orders', '--movements']]) {
      expect(await expectDone(run(...list, '--since', late, '--until', late))).toContain('No. 881')
      expect(await expectDone(run(...list, '--since', typed))).not.toContain('No. 881')
    }
    const books = await run('reconcile', '--since', late, '--until', late)
    expect(books.text).toContain('By cheque: 1 order, $40.00')
    // what is asked about goes by when it was typed
    expect(await expectRefused(run(...words, '--date', late))).toMatch(
      /already: order \d+, by cheque, .* It has the same note, No\. 881: perhaps it is the same cheque\./,
    )
    const named = ['--first', 'Di', '--last', 'Late', '--paid', 'cash', '--date']
    const give = (day: string, ...more: string[]) =>
      run('donations', 'take', '--amount', 5, ...named, day, ...more)
    await expectDone(give(late))
    expect(await expectRefused(give(late))).toContain('The same was sold to Di Late just now')
    for (const wrong of [toDay(-1), toDay(61)]) {
      expect(await expectRefused(give(wrong, '--yes'))).toMatch(
        /^--date is the day on which the money came: from .* to .*, today\. Nothing was taken\.\n$/,
      )
    }
  })

  it('lets a part of the dues off, and books what came, with a receipt that is true', async () => {
    rest()
    const member = await insertRenewable(shop)
    const take = (...more: (string | number)[]) => run('dues', 'take', member.id, '--paid', 'cheque', ...more)
    expect(await expectDone(take('--amount', '35.00', '--dry-run'))).toContain(
      'This takes $35.00 by cheque ($5.00 is let off) from ',
    )
    const taken = await expectDone(take('--amount', '35.00'))
    expect(taken).toContain(': $35.00 by cheque ($5.00 is let off).\n')
    const id = toOrderId(taken)
    expect(await shop.readOrder(id)).toMatchObject({
      receivedCents: 3500,
      quote: { subTotalCents: 4000, discountCents: 500, grandTotalCents: 3500 },
    })
    const [mail] = await shop.listMails(member.email)
    expect(mail?.text).toMatch(/Discounts: −\$5\.00/)
    expect(mail?.text).not.toContain('Member Discount')
    expect(await expectRefused(take('--amount', '80.00', '--yes'))).toBe(
      `It costs $40.00. Take that without --amount; what is more is a donation: npm run club -- --tenant ${shop.a.slug} donations take --amount 40.00, with the same --note. Nothing was taken.\n`,
    )
  })

  it('puts a joining right that was typed wrongly, at the price for joining', async () => {
    rest()
    const own = await shop.getRow(shop.a, 'member_type', { id: shop.a.memberTypes.open }, [
      'label',
      'price_cents',
    ])
    const add = (...more: (string | number)[]) =>
      run(
        ...['members', 'add', '--first', 'Nora', '--last', 'Fisk', '--email', 'nora@join.example'],
        ...['--type', own.label, '--paid', 'cheque', ...more],
      )
    const text = await expectDone(add('--years', 2))
    const member = Number(/is member (\d+)/.exec(text)?.[1])
    const join = () => run('dues', 'take', member, '--joining', '--paid', 'cheque')
    expect(await expectRefused(join())).toContain('is not over, so they do not join anew')
    const undo = ['orders', toOrderId(text), '--refund', '--back', 'mistake', '--reason', 'Two years']
    const hint = `dues take ${member} --joining --paid cash or cheque.`
    expect(await expectDone(run(...undo, '--yes'))).toContain(hint)
    expect(await expectRefused(add())).toContain(hint)
    // who has never paid does not renew
    const dues = ['dues', 'take', member, '--paid', 'cheque']
    for (const more of [['--dry-run'], []]) {
      expect(await expectRefused(run(...dues, ...more))).toContain(
        `has never paid: their joining, order ${toOrderId(text)}, was undone. --joining takes the price for joining. Nothing was taken.`,
      )
    }
    const joined = toOrderId(await expectDone(join()))
    expect(await shop.readOrder(joined)).toMatchObject({
      kind: 'membership',
      receivedCents: own.price_cents,
    })
    expect(await readEnd(member)).toBe(addYears(findDay(shop.now(), shop.a.timeZone), 1))
    // nor if that was undone too, unless the officer means it
    await expectDone(run('orders', joined, '--refund', '--back', 'mistake', '--reason', 'Again', '--yes'))
    expect(await expectRefused(run(...dues))).toContain(`order ${joined}, was undone`)
    await expectDone(run(...dues, '--yes'))
    // who was a member before they joined anew renews without a question
    const former = await insertRenewable(shop)
    const longAgo = addDays(findDay(shop.now(), shop.a.timeZone), -40)
    await shop.changeRows(
      shop.a,
      'member',
      { id: former.id },
      { expires_on: longAgo, joined_on: '2020-05-01' },
    )
    const anew = await expectDone(run('dues', 'take', former.id, '--joining', '--paid', 'cash'))
    await expectDone(
      run('orders', toOrderId(anew), '--refund', '--back', 'mistake', '--reason', 'No joining', '--yes'),
    )
    await expectDone(run('dues', 'take', former.id, '--paid', 'cash'))
  })

  it('takes donations of members and of anybody, and lists them with those from the site', async () => {
    rest()
    const member = await insertRenewable(shop)
    const give = (...more: (string | number)[]) =>
      run('donations', 'take', '--amount', ...more, '--paid', 'cash')
    const own = await expectDone(give('25', '--member', member.id))
    expect(own).toContain('TAKEN from Renata Quill: $25.00 in cash.\n  Donation  (order ')
    expect(await shop.readOrder(toOrderId(own))).toMatchObject({ memberId: member.id, email: member.email })
    const [thanks] = await shop.listMails(member.email)
    expect(thanks?.text).toContain('Thank you for your donation.')
    const named = ['--first', 'Cy', '--last', 'De Vries']
    const other = await expectDone(give('7.50', ...named))
    expect(other).toContain('TAKEN from Cy De Vries: $7.50 in cash.')
    expect(other).toContain('No receipt is mailed: no address was given.')
    const mailed = await expectDone(give('8', ...named, '--email', 'cy@give.example', '--note', 'Raffle'))
    expect(mailed).toContain('The receipt goes to cy@give.example.')
    expect(await shop.listMails('cy@give.example')).toHaveLength(1)
    // the same again, by anybody
    const both = await Promise.all([give('9', ...named), give('9.00', ...named)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    const asked = await expectRefused(give('9', '--first', 'CY', '--last', 'de vries'))
    expect(asked).toMatch(/^The same was sold to CY de vries just now: order \d+, in cash, /)
    await expectDone(give('9', ...named, '--yes'))
    shop.pass(11 * 60_000)
    await expectDone(give('9', ...named))
    const list = await expectDone(
      run('donations', '--since', new Date(shop.now() - dayMs).toISOString().slice(0, 10)),
    )
    expect(list).toMatch(/\$25\.00 +\$0\.00 +cash +Renata Quill <.*>\n/)
    expect(list).toContain('6 donations.')
    const orders = await countOrders()
    expect((await give('0', ...named)).text).toContain('--amount must be above zero')
    expect((await give('-5', ...named)).text).toContain(
      '--amount needs a value, and what follows it begins with a dash. If that is the value, write --amount=VALUE.',
    )
    expect((await give('5', '--first', 'Cy')).text).toContain(
      'needs --member MEMBER, or --first NAME and --last NAME',
    )
    expect((await give('5', '--member', member.id, '--first', 'Cy')).code).toBe(2)
    expect(await countOrders()).toBe(orders)
  })

  it('counts cash and cheques each by itself, in the list and in the books', async () => {
    shop.pass(400 * dayMs)
    const since = new Date(shop.now() - dayMs).toISOString().slice(0, 10)
    const give = (amount: number, how: string) =>
      expectDone(
        run('donations', 'take', '--amount', amount, '--first', 'Ed', '--last', 'Poe', '--paid', how),
      )
    await give(10, 'cash')
    await give(20, 'cheque')
    const bounced = toOrderId(await give(40, 'cheque'))
    await expectDone(run('orders', bounced, '--refund', '--reason', 'Not honoured', '--yes'))
    shop.pass(3 * 60 * 60_000)
    const books = await expectDone(run('reconcile', '--since', since))
    expect(books).toContain(
      'In cash: 1 order, $10.00 taken, $0.00 given back. So it changed by +$10.00 in these days.\n',
    )
    expect(books).toContain(
      'By cheque: 2 orders, $60.00 taken, $40.00 given back. So it changed by +$20.00 in these days.\n',
    )
    expect(books).not.toContain('sandbox')
    const list = await expectDone(run('orders', '--since', since))
    expect(list).toMatch(/ in cash +\$10\.00 +\$10\.00 +\$0\.00\n +by cheque +\$60\.00 +\$60\.00 +\$40\.00\n/)
    expect(list).toMatch(/Ed Poe +cheque\n/)
  })
})

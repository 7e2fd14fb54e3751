// What officers do about money: find an order, mail its receipt again, refund, and compare the books.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addYears } from '../../../../src/domain/day.ts'
import { settlingMs } from '../../../../src/domain/moneyReconciliation.ts'
import type { Tx } from '../../../../src/server/db/open.ts'
import { findOrder } from '../../../../src/server/order/db/order.ts'
import { mailReceipt } from '../../../../src/server/order/orderMails.ts'
import { joining, type OpenedOrder, setUpShop } from '../../../support/buying/shop.ts'
import { createOfficer } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeOnEachEngine('a treasurer', (engine) => {
  const world = setUpShop(engine)
  const { a } = world.clubs
  const folder = makeTestFolder()
  const run = createOfficer(world, a)

  const order = (email: string, kind: string, payload: Record<string, unknown>, amount: number) =>
    world.open({ kind, payload, category: kind === 'seat' ? 5 : 1, email }, { amount })

  async function pay({ receiptId, clientSecret }: OpenedOrder, method = 'pm_card_visa'): Promise<void> {
    await world.sandbox.confirm(clientSecret, method)
    await world.request(a, 'stripe_complete_payment', { ids: [receiptId], status: 3 })
  }

  const join_ = (email: string) => world.open(joining(world, email))

  async function buyMembership(email: string): Promise<OpenedOrder> {
    const bought = await join_(email)
    await pay(bought)
    return bought
  }

  const listMails = async () => {
    await world.engine.runDue()
    return world.listRows(null, 'sandbox_message', { kind: 'mail' }, undefined, 'id')
  }

  const findMember = (email: string) => world.findRow(a, 'member', { email }, ['id', 'expires_on'])

  it('finds orders by name, address, state and day, on the screen and in files', async () => {
    const { receiptId } = await buyMembership('finder@buyers.example')
    const open = await join_('waiting@buyers.example')
    expect(await run('orders', '--find', 'JO N')).toEqual({
      code: 0,
      text: expect.stringContaining('finder@buyers.example'),
    })
    const byAddress = await run('orders', '--find', 'Finder@')
    expect(byAddress.text).toMatch(/^Order +Placed +State +Kind +Total +Paid +Given back +Buyer +Note$/m)
    expect(byAddress.text).toContain(`${receiptId}  Jun 12, 2026, 12:00 PM  fulfilled `)
    expect(byAddress.text).toMatch(/\$46\.50 +\$46\.50 +\$0\.00 +Jo New <finder@buyers\.example> +sandbox\n/)
    expect(byAddress.text).toContain('1 order. Times are the club')
    const all = await run('orders')
    expect(all.text).toMatch(/ sandbox, no money +\$93\.00 +\$46\.50 +\$0\.00\n2 orders\. /)
    expect(all.text.match(/America\/New_York/g)).toHaveLength(1)
    const pending = await run('orders', '--state', 'pending')
    expect(pending.text).toContain('waiting@buyers.example')
    expect(pending.text).not.toContain('finder@')
    expect((await run('orders', '--since', '2026-06-13')).text).toContain('0 orders')
    expect((await run('orders', '--until', '2026-06-11')).text).toContain('0 orders')
    expect((await run('orders', '--since', '2026-06-12', '--until', '2026-06-12')).text).toContain('2 orders')

    const [csv, json] = [join(folder, 'orders.csv'), join(folder, 'orders.json')]
    expect((await run('orders', '--csv', csv, '--json', json)).code).toBe(0)
    // spreadsheets read names with accents rightly only after it
    expect(readFileSync(csv, 'utf8')).toMatch(/^\uFEFForder,placed,/)
    expect(readFileSync(csv, 'utf8').split('\r\n')).toContain(
      `${receiptId},2026-06-12 12:00,2026-06-12 12:00,membership,fulfilled,Jo New,finder@buyers.example,46.50,0.00,,46.50,sandbox,0.00,,,0.00,0.00,`,
    )
    const listed = JSON.parse(readFileSync(json, 'utf8')) as { id: number; state: string }[]
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [open.receiptId, 'pending'],
      [receiptId, 'fulfilled'],
    ])
  })

  it('are shown nothing that a buyer wrote to control a terminal or to look like a line of ours', async () => {
    const { receiptId: id } = await join_('hostile@buyers.example')
    const hostile = 'Mallory\u001b[1A\u001b[2K\u001b]0;pwned\u0007\u009b2J\u202e\n     1  fulfilled  $0.00'
    const at = new Date(world.now())
    await world.changeRows(a, 'purchase_order', { id }, { name: hostile, description: hostile })
    await world.changeRows(a, 'order_line', { order_id: id }, { label: hostile })
    await world.insertRow(a, 'order_history', { order_id: id, what: 'review', detail: hostile, at })
    await world.changeRows(a, 'job', { unique_key: `receipt ${id}` }, { last_error: hostile })
    const [csv, json] = [join(folder, 'hostile.csv'), join(folder, 'hostile.json')]
    await run('orders', '--find', 'hostile@', '--csv', csv, '--json', json)
    const texts = [
      (await run('orders', '--find', 'hostile@')).text,
      (await run('orders', String(id))).text,
      (await run('orders', String(id), '--refund', '--reason', 'x')).text,
      readFileSync(csv, 'utf8').slice(1).replaceAll('\r\n', '\n'),
      readFileSync(json, 'utf8'),
    ]
    for (const text of texts) {
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
      expect(text).not.toMatch(/^ *1 {2}fulfilled/m)
    }
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject([{ name: hostile }])
    await world.changeRows(a, 'purchase_order', { id }, { state: 'cancelled' })
  })

  it('says what was not understood', async () => {
    for (const [args, sentence] of [
      [['orders', '--state', 'lost'], '--state must be one of: pending'],
      [['orders', '--since', '2026-02-30'], '--since must be a day'],
      [['orders', 'seventeen'], "An order's number must be a number"],
      [['orders', '--refund'], '--refund needs the number of an order'],
      [['orders', '--lines', '1'], '--lines needs the number of an order'],
      [['orders', '1', '--refund', '--receipt'], '--refund does not go with --receipt'],
      [['orders', '1', '--csv', 'f'], '--csv is for the list of orders'],
      [['orders', '1', '--reason', 'x'], '--reason needs --refund or --decide'],
      [['orders', '1', '--refund'], '--refund needs a --reason'],
      [['orders', '1', '2'], "does not know what to do with '2'"],
      [['reconcile', '--state', 'pending'], "'reconcile' has no option --state"],
    ] as const) {
      const { code, text } = await run(...args)
      expect([code, text]).toEqual([2, expect.stringContaining(sentence)])
    }
    expect(await run('orders', '999999')).toEqual({ code: 1, text: 'The club has no order 999999.\n' })
  })

  it('sees the whole history of an order', async () => {
    const bought = await join_('history@buyers.example')
    await pay(bought, 'pm_card_visa_chargeDeclined')
    await world.sandbox.confirm(bought.clientSecret, 'pm_card_visa')
    const told = (await world.sandbox.listDeliveries()).filter(
      ({ eventType }) => eventType === 'payment_intent.succeeded',
    )
    await world.sandbox.send(told.map(({ id }) => id))
    await listMails()
    const { code, text } = await run('orders', String(bought.receiptId))
    expect(code, text).toBe(0)
    for (const part of [
      `Order ${bought.receiptId}: Harbor Classics membership\n`,
      'State         fulfilled: paid and delivered\n',
      'Jo New <history@buyers.example>',
      'Paid          Jun 12, 2026, 12:00 PM, $46.50 by card (sandbox: no real money)\n',
      '1. Membership, Family  $45.00  delivered: valid until Jun 11, 2027, member ',
      'Service fee   $1.50',
      'Total         $46.50',
      'declined  generic decline\n',
      'receipt  sent\n',
    ]) {
      expect(text).toContain(part)
    }
    const [readable = '', support = ''] = text.split('For support\n')
    expect(readable).not.toMatch(/pi_|ch_|evt_|re_|[{}"]/)
    expect(support).toContain(`payment ${bought.intentId}`)
    expect(support).toMatch(/payment_intent\.succeeded {2}evt_/)
    const path = join(folder, 'order.json')
    await run('orders', String(bought.receiptId), '--json', path)
    const record = JSON.parse(readFileSync(path, 'utf8'))
    expect(record).toMatchObject({
      order: { id: bought.receiptId, state: 'fulfilled', quote: { grandTotalCents: 4650 } },
      attempts: [{ outcome: 'declined' }, { outcome: 'succeeded' }],
      events: [{ type: 'payment_intent.succeeded' }],
      mails: [{ what: 'receipt', state: 'done' }],
    })
    // scripts of officers read these names, and anyone with the key can open the order's page
    const names =
      'category chargedBackAt claimedAt createdAt description disputedAt email holdUntil id intentId'
    const moreNames =
      'keepsCard kind language lines memberId mode name paidAt quote receivedCents settledAt state withSavedCard'
    expect(Object.keys(record.order).sort().join(' ')).toBe(`${names} ${moreNames}`)
  })

  it('mails a receipt again, as often as it is asked for, and none for what was not paid', async () => {
    const { receiptId } = await buyMembership('again@buyers.example')
    const before = await listMails()
    const receipt = {
      recipient: 'again@buyers.example',
      subject: `Harbor Classics: receipt for order ${receiptId}`,
      text: expect.stringContaining('Total: $46.50'),
    }
    expect(before.at(-1)).toMatchObject(receipt)
    const first = { ...receipt, text: before.at(-1)?.text, html: before.at(-1)?.html }
    for (let times = 1; times <= 2; times += 1) {
      world.pass(60_000)
      const { code, text } = await run('orders', String(receiptId), '--receipt')
      expect([code, text]).toEqual([0, 'The receipt is on its way to again@buyers.example.\n'])
      expect((await listMails()).slice(before.length)).toMatchObject(Array(times).fill(first))
    }
    expect((await run('orders', String(receiptId))).text).toContain('receipt mailed again')
    const open = await join_('unpaid@buyers.example')
    expect(await run('orders', String(open.receiptId), '--receipt')).toEqual({
      code: 1,
      text: expect.stringContaining('is pending'),
    })
  })

  it('gives money back only when they say yes, once, and takes the membership back', async () => {
    const email = 'back@buyers.example'
    const { receiptId, intentId } = await buyMembership(email)
    const bought = await findMember(email)
    const words = ['orders', String(receiptId), '--refund', '--reason', 'Moved away']
    const preview = await run(...words)
    expect(preview.code).toBe(1)
    expect(preview.text).toContain('refunds all that is left of order')
    expect(preview.text).toContain('1. Membership, Family  $45.00  delivered\n')
    expect(preview.text).toContain('Nothing was changed')
    await world.engine.runDue()
    expect((await world.stripe.refunds.list({ payment_intent: intentId })).data).toEqual([])
    for (const yes of [[], ['--yes']]) {
      expect(await run(...words, '--lines', '1 9', ...yes)).toEqual({
        code: 1,
        text: `Order ${receiptId} has no line 9; it has line 1. Nothing was changed.\n`,
      })
      for (const lines of ['', ' ', '1-2', '1.0', 'one', '-1', '1;2', '1 1']) {
        expect(await run(...words, '--lines', lines, ...yes)).toMatchObject({ code: 2 })
      }
    }
    expect((await run('orders', String(receiptId))).text).toContain('State         fulfilled')

    expect(await run(...words, '--yes')).toEqual({
      code: 0,
      text: expect.stringContaining(`$46.50 will be refunded to ${email}`),
    })
    world.pass(61_000)
    const mails = (await listMails()).filter(({ recipient }) => recipient === email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('receipt'),
      expect.stringContaining('refund'),
    ])
    expect(mails[1]?.text).toContain('Moved away.')
    const { data } = await world.stripe.refunds.list({ payment_intent: intentId })
    expect(data.map(({ amount }) => amount)).toEqual([4650])
    const shown = await run('orders', String(receiptId))
    expect(shown.text).toMatch(/\$46\.50 {2}succeeded {2}the whole order {2}an officer: Moved away/)
    expect(shown.text).toMatch(/refund requested: \$46\.50, an officer: Moved away/)
    expect(shown.text).toContain('State         refunded')
    expect((await findMember(email))?.expires_on).not.toBe(bought?.expires_on)
    expect(await run(...words, '--yes')).toEqual({ code: 1, text: 'There is nothing left to give back.\n' })
  })

  it('gives one line of an order back, and the other stays bought', async () => {
    const email = 'line@buyers.example'
    const bought = await order(email, 'seat', { thing: 'bench/5', more: ['stand/5'], email }, 2150)
    await pay(bought)
    const words = ['orders', String(bought.receiptId)]
    expect(await run(...words, '--refund', '--lines', '1', '--reason', 'The bench broke', '--yes')).toEqual({
      code: 0,
      text: expect.stringContaining(`$10.00 will be refunded to ${email}.`),
    })
    world.pass(61_000)
    const [receipt, refund, ...others] = (await listMails()).filter(({ recipient }) => recipient === email)
    expect(others).toEqual([])
    expect([receipt?.subject, refund?.subject]).toEqual([
      `Harbor Classics: receipt for order ${bought.receiptId}`,
      `Harbor Classics: refund for order ${bought.receiptId}`,
    ])
    for (const part of ['We have returned $10.00 to', 'The reason: The bench broke.', 'bench/5: $10.00']) {
      expect(refund?.text).toContain(part)
    }
    expect(refund?.text).not.toMatch(/stand|That is all of it/)
    const { data } = await world.stripe.refunds.list({ payment_intent: bought.intentId })
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([[1000, 'succeeded']])
    const { text } = await run(...words)
    expect(text).toMatch(/\$10\.00 {2}succeeded {2}line 1 {2}an officer: The bench broke/)
    expect(text).toMatch(/1\. Seat, bench\/5 {2}\$10\.00 {2}taken back/)
    expect(text).toMatch(/2\. Seat, stand\/5 {2}\$10\.00 {2}delivered/)
    expect(text).toContain('State         fulfilled_partial: ')
  })

  it('refuses to give back what was never paid', async () => {
    const { receiptId } = await join_('never@buyers.example')
    const { code, text } = await run('orders', String(receiptId), '--refund', '--reason', 'x', '--yes')
    expect([code, text]).toEqual([1, 'This order has not been paid.\n'])
  })

  async function compare() {
    const path = join(folder, `${randomUUID()}.json`)
    const { code, text } = await run('reconcile', '--json', path)
    const {
      since: _since,
      until: _until,
      providerAway: _away,
      onTheWay: _later,
      cash: _cash,
      cheques: _cheques,
      sandbox: _sandbox,
      taxes: _taxes,
      ...columns
    } = JSON.parse(readFileSync(path, 'utf8'))
    const found = Object.entries(columns as Record<string, { orderId: number | null; kind: string }[]>)
    return {
      code,
      text,
      found: found.flatMap(([column, findings]) =>
        findings.map(({ orderId, kind }) => [column, orderId, kind] as const),
      ),
    }
  }

  /** An order among the findings. */
  const toFindingLine = (id: number, amount: string, words: string) =>
    new RegExp(`^ +${id} +\\${amount} +Jo New <.*> +Harbor Classics membership +${words}`, 'm')

  /** Makes the change, compares, and restores the books. */
  async function compareWith(change: (tx: Tx) => Promise<unknown>, back: (tx: Tx) => Promise<unknown>) {
    await world.inClub(a, change)
    const compared = await compare()
    await world.inClub(a, back)
    return compared
  }

  it('finds that money and goods agree, and each way in which they do not', async () => {
    const { receiptId: id, intentId } = await buyMembership('books@buyers.example')
    world.pass(settlingMs)
    await world.engine.runDue()
    const even = await compare()
    expect([even.code, even.found, even.text]).toEqual([
      0,
      [],
      expect.stringContaining('Money and goods agree'),
    ])

    const set = (values: Record<string, unknown>) => (tx: Tx) =>
      tx.updateTable('purchase_order').set(values).where('id', '=', id).execute()
    const setLine = (state: 'delivered' | 'failed') => (tx: Tx) =>
      tx.updateTable('order_line').set({ state }).where('order_id', '=', id).execute()
    const { paid_at: paidAt } = await world.getRow(a, 'purchase_order', { id })
    const lost = await compareWith(setLine('failed'), setLine('delivered'))
    expect([lost.code, lost.found]).toEqual([1, [['moneyWithoutGoods', id, 'nothing-delivered']]])
    expect(lost.text).toMatch(
      new RegExp(
        `^Money without goods: 1\n +Order +Amount +Buyer +Bought +What is wrong\n +${id} {2}\\$46\\.50 {2}Jo New <books@buyers\\.example> {2}Harbor Classics membership {2}It was paid, and nothing was delivered or given back\\.\nGoods`,
        'm',
      ),
    )
    expect(lost.text).toContain('DO NOT AGREE')
    expect((await compareWith(set({ paid_at: null }), set({ paid_at: paidAt }))).found).toEqual([
      ['goodsWithoutMoney', id, 'not-paid'],
      ['notInBooks', id, 'paid-there'],
    ])
    const elsewhere = await compareWith(set({ intent_id: 'pi_nobody' }), set({ intent_id: intentId }))
    expect(elsewhere.found).toEqual([
      ['notInBooks', null, 'unknown-order'],
      ['notAtProvider', id, 'not-paid-there'],
    ])
    expect(elsewhere.text).toMatch(new RegExp(` - {2}\\$46\\.50 {2}- +payment ${intentId} +The provider has`))
    const review = await compareWith(set({ state: 'review' }), set({ state: 'fulfilled' }))
    expect(review.found).toEqual([['moneyWithoutGoods', id, 'review']])
  })

  const tell = async (type: string) => {
    const told = (await world.sandbox.listDeliveries()).filter(
      ({ eventType, state }) => eventType === type && state === 'held',
    )
    await world.sandbox.send(told.map(({ id }) => id))
  }
  const listLineStates = async (id: number) =>
    (await world.listRows(a, 'order_line', { order_id: id }, ['state'])).map(({ state }) => state)

  it("is shown a part that went back at the provider's own page, heard of or not, until they have decided", async () => {
    const email = 'desk@buyers.example'
    const { receiptId: id, intentId } = await buyMembership(email)
    const bought = await findMember(email)
    // no webhook of it arrives
    await world.stripe.refunds.create({ payment_intent: intentId, amount: 1000 })
    const found = await compare()
    expect([found.code, found.found]).toEqual([1, [['goodsWithoutMoney', id, 'returned-there']]])
    await tell('charge.refunded')
    await tell('refund.created')
    expect((await compare()).found).toEqual([['goodsWithoutMoney', id, 'returned-there']])
    const shown = await run('orders', String(id))
    expect(shown.text).toMatch(/charge\.refunded {2}evt_/)
    expect(shown.text.match(/refunded at the card provider: \$10\.00/g)).toHaveLength(1)
    expect(shown.text).toMatch(/\$10\.00 {2}succeeded {2}at the card provider/)
    expect((await run('orders', '--find', email)).text).toMatch(
      / \$10\.00 {2}Jo New .* an officer has to decide\n/,
    )
    const mails = (await listMails()).filter(({ recipient }) => recipient === email)
    expect(mails.map(({ text }) => text.includes('the club decided to give it back'))).toEqual([false, true])

    const decide = (...words: string[]) => run('orders', String(id), '--decide', ...words)
    const unnamed = { code: 2, text: expect.stringContaining('--decide needs one of: keep, take-back.') }
    expect(await decide()).toEqual(unnamed)
    // the outcome was once guessed from --lines
    expect(await decide('--reason', 'She sends it back')).toEqual(unnamed)
    expect((await decide('back', '--reason', 'x')).text).toContain('--decide must be keep or take-back.')
    expect((await decide('keep')).text).toContain('--decide needs a --reason')
    expect((await decide('keep', '--lines', '1', '--reason', 'x')).text).toContain(
      '--lines goes with --decide take-back',
    )
    expect(await decide('take-back', '--lines', '7', '--reason', 'x', '--yes')).toEqual({
      code: 1,
      text: expect.stringContaining(`Order ${id} has no line 7`),
    })
    expect((await decide('take-back', '--lines', '', '--reason', 'x')).code).toBe(2)
    // it says what it would do, and does nothing
    const told = `This decides order ${id}, Harbor Classics membership, to Jo New <${email}>:\n`
    const end = 'No money moves, and nobody gets a mail.\n'
    expect(await decide('keep', '--reason', 'A discount', '--dry-run')).toEqual({
      code: 0,
      text: expect.stringMatching(
        new RegExp(`^${told}The buyer keeps:\n  1\\. Membership.*\n${end}Dry run, nothing was changed\\.\n$`),
      ),
    })
    const taking = await decide('take-back', '--reason', 'x')
    expect(taking).toEqual({
      code: 1,
      text: expect.stringMatching(
        new RegExp(
          `^${told}Taken back from the buyer:\n  1\\. Membership.*\nThe membership of member \\d+ goes back too: .*\n${end}Nothing was changed\\. The same command with --yes does it\\.\n$`,
        ),
      ),
    })
    expect(await findMember(email)).toEqual(bought)
    const decided = await decide('keep', '--reason', 'A discount', '--yes')
    expect([decided.code, decided.text]).toEqual([0, `Order ${id} is decided: the buyer keeps the goods.\n`])
    expect((await compare()).code).toBe(0)
    expect((await run('orders', String(id))).text).toContain('decided: the goods stay; A discount')
    expect(await decide('keep', '--reason', 'x', '--yes')).toEqual({
      code: 1,
      text: 'Nothing about this order waits for a decision.\n',
    })
    expect(await findMember(email)).toEqual(bought)

    // another part goes back later, and this time the membership with it; the rest is money without goods
    world.pass(1000)
    await world.stripe.refunds.create({ payment_intent: intentId, amount: 3500 })
    await tell('charge.refunded')
    expect((await compare()).found).toEqual([['goodsWithoutMoney', id, 'returned-there']])
    expect((await decide('take-back', '--reason', 'Left', '--yes')).code).toBe(0)
    expect(await listLineStates(id)).toEqual(['returned'])
    expect((await findMember(email))?.expires_on).not.toBe(bought?.expires_on)
    world.pass(settlingMs)
    expect((await compare()).found).toEqual([['moneyWithoutGoods', id, 'nothing-delivered']])
    await run('orders', String(id), '--refund', '--reason', 'The rest', '--yes')
    world.pass(61_000)
    await world.engine.runDue()
    expect((await compare()).code).toBe(0)
    expect((await run('orders', String(id))).text).toContain('State         refunded')
  })

  it("gives the rest of a line back of which a part had gone back at the provider's own page", async () => {
    const email = 'rest@buyers.example'
    const bought = await order(email, 'seat', { thing: 'deck/5', more: ['roof/5'], email }, 2150)
    await pay(bought)
    const words = ['orders', String(bought.receiptId)]
    await world.stripe.refunds.create({ payment_intent: bought.intentId, amount: 400 })
    await tell('charge.refunded')
    expect(
      (await run(...words, '--decide', 'take-back', '--lines', '2', '--reason', 'No roof', '--yes')).code,
    ).toBe(0)
    world.pass(settlingMs)
    const found = await compare()
    expect(found.found).toEqual([['moneyWithoutGoods', bought.receiptId, 'lines-not-returned']])
    expect(found.text).toContain(
      ' $6.00  A Buyer <rest@buyers.example>  Harbor Classics seats  A part was not delivered',
    )
    const refund = [...words, '--refund', '--lines', '2', '--reason', 'The rest']
    expect(await run(...refund)).toEqual({
      code: 1,
      text: expect.stringMatching(
        /refunds line 2 of .*:\n {2}2\. Seat, roof\/5 {2}\$10\.00 {2}taken back\n {2}went back already {2}-\$4\.00\n {2}in total \$6\.00\n/,
      ),
    })
    expect((await run(...refund, '--yes')).text).toContain(`$6.00 will be refunded to ${email}`)
    world.pass(61_000)
    await world.engine.runDue()
    expect((await compare()).code).toBe(0)
    expect((await run(...refund)).text).toBe('There is nothing left to give back.\n')
    expect((await run(...words)).text).toMatch(/1\. Seat, deck\/5 {2}\$10\.00 {2}delivered/)
    // what is already gone is not named again
    const whole = await run(...words, '--refund', '--reason', 'All')
    expect(whole.text).toContain(
      '  1. Seat, deck/5  $10.00  delivered\n  service fee  $1.50\n  in total $11.50\n',
    )
    expect(whole.text).not.toContain('roof')
  })

  it('has nothing to decide where no goods are left, however the money went back', async () => {
    for (const [email, cents] of [
      ['all-there@buyers.example', 4650],
      ['part-there@buyers.example', 1000],
    ] as const) {
      const { receiptId: id, intentId } = await buyMembership(email)
      const list = async () => (await run('orders', '--find', email)).text
      await world.stripe.refunds.create({ payment_intent: intentId, amount: cents })
      await tell('charge.refunded')
      if (cents < 4650) {
        expect(await list()).toMatch(/ \$10\.00 {2}Jo New .* an officer has to decide\n/)
        expect((await run('orders', String(id), '--refund', '--reason', 'All', '--yes')).code).toBe(0)
        world.pass(61_000)
        await world.engine.runDue()
      }
      expect(await list()).toMatch(/ refunded .* \$46\.50 {2}Jo New <\S+> {2}sandbox(, All)?\n/)
      expect(await run('orders', String(id), '--decide', 'keep', '--reason', 'x')).toEqual({
        code: 1,
        text: 'Nothing about this order waits for a decision.\n',
      })
      expect((await compare()).code).toBe(0)
    }
  })

  it('tries a refund again that the bank sent back, until the buyer has all of it', async () => {
    const { receiptId: id, intentId } = await buyMembership('sent-back@buyers.example')
    const refund = async () => {
      expect((await run('orders', String(id), '--refund', '--reason', 'Moved away', '--yes')).code).toBe(0)
      world.pass(61_000)
      await world.engine.runDue()
      const [latest] = (await world.stripe.refunds.list({ payment_intent: intentId })).data
      return latest?.id ?? ''
    }
    const readState = async () => /^ {2}State +(\w+)/m.exec((await run('orders', String(id))).text)?.[1]
    const failed = [['moneyWithoutGoods', id, 'refund-failed']]
    await world.sandbox.beginRefunds('pending')
    const first = await refund()
    expect([await readState(), (await compare()).found]).toEqual(['refunding', []])
    await world.sandbox.endRefund(first, false)
    await tell('refund.failed')
    const sentBack = await compare()
    expect([await readState(), sentBack.found]).toEqual(['review', failed])
    expect(sentBack.text).toMatch(toFindingLine(id, '$46.50', 'The refund failed.'))

    const second = await refund()
    expect(second).not.toBe(first)
    // webhooks about the first one change nothing any more
    await tell('refund.updated')
    expect([await readState(), (await compare()).found]).toEqual(['refunding', []])
    await world.sandbox.endRefund(second, true)
    // no webhook of it arrives
    world.pass(settlingMs)
    await world.engine.runDue()
    expect([await readState(), (await compare()).code]).toEqual(['refunded', 0])

    // days later that one comes back too, and no webhook of it arrives either
    world.pass(3 * 24 * 60 * 60_000)
    await world.sandbox.endRefund(second, false)
    expect([(await compare()).found, await readState()]).toEqual([failed, 'review'])
    await world.sandbox.beginRefunds('succeeded')
    await refund()
    expect([await readState(), (await compare()).code]).toEqual(['refunded', 0])
    const { text } = await run('orders', String(id))
    expect([text.match(/failed {2}the whole order/g), text.match(/succeeded {2}the whole/g)]).toMatchObject([
      { length: 2 },
      { length: 1 },
    ])
  })

  it('is shown what could not be taken back until they have decided, and takes it back when it can be', async () => {
    const [email, other] = ['longer@buyers.example', 'stays@buyers.example']
    const setExpiration = (of: string, expires_on: string) =>
      world.changeRows(a, 'member', { email: of }, { expires_on })
    const ids: number[] = []
    let bought = ''
    for (const of of [email, other]) {
      const { receiptId: id } = await buyMembership(of)
      ids.push(id)
      bought = (await findMember(of))?.expires_on ?? ''
      // like an import
      await setExpiration(of, '2030-12-31')
      const { text } = await run('orders', String(id), '--refund', '--reason', 'Moved away', '--yes')
      expect(text).toContain('The goods of line 1 could NOT be taken back: the buyer still has them')
      world.pass(61_000)
      await world.engine.runDue()
    }
    const [id = 0, stays = 0] = ids
    const words = ['orders', String(id)]
    expect((await run(...words)).text).toMatch(/1\. Membership.* {2}could not be taken back/)
    expect((await run('orders', '--find', email)).text).toMatch(
      / \$46\.50 {2}Jo New .* an officer has to decide, Moved away\n/,
    )
    // however long ago
    world.pass(40 * 24 * 60 * 60_000)
    const found = await compare()
    expect([found.code, found.found]).toEqual([
      1,
      [
        ['goodsWithoutMoney', id, 'kept'],
        ['goodsWithoutMoney', stays, 'kept'],
      ],
    ])
    expect(found.text).toMatch(toFindingLine(id, '$45.00', 'The goods were to be taken back'))

    const decide = [...words, '--decide', 'take-back', '--reason', 'Spoke with them', '--yes']
    expect(await run(...decide, '--lines', '1')).toEqual({
      code: 1,
      text: expect.stringMatching(/^The goods of line 1 could NOT.*Nothing was decided\.\n$/),
    })
    expect((await run(...words)).text).not.toContain('decided')
    expect((await compare()).found).toHaveLength(2)
    await setExpiration(email, bought)
    expect((await run(...decide, '--lines', '1')).text).toBe(`Order ${id} is decided: taken back: line 1.\n`)
    expect((await findMember(email))?.expires_on).toBe(addYears(bought, -1))
    expect((await compare()).found).toEqual([['goodsWithoutMoney', stays, 'kept']])
    const decided = await run('orders', String(stays), '--decide', 'keep', '--reason', 'A present', '--yes')
    expect(decided.text).toBe(`Order ${stays} is decided: the buyer keeps the goods.\n`)
    expect((await findMember(other))?.expires_on).toBe('2030-12-31')
    expect((await compare()).code).toBe(0)
    expect((await run(...words)).text).toContain('State         refunded')
    expect((await run('orders', '--find', 'buyers.example')).text).not.toContain('an officer has to decide')
  })

  it('sees a dispute until it is over, and after a lost one decides what becomes of the goods', async () => {
    const email = 'dispute@buyers.example'
    const { receiptId: id, intentId } = await buyMembership(email)
    const bought = await findMember(email)
    const dispute = await world.sandbox.dispute(intentId)
    await tell('charge.dispute.created')
    const open = await compare()
    expect([open.code, open.found]).toEqual([1, [['disputed', id, 'disputed']]])
    expect(open.text).toContain("Disputed by the buyer's bank: 1\n")
    expect(open.text).toMatch(toFindingLine(id, '$46.50', "The buyer's bank disputes the charge"))
    await world.sandbox.decide(dispute, false)
    await tell('charge.dispute.closed')
    expect((await compare()).found).toEqual([['goodsWithoutMoney', id, 'charged-back']])
    expect(await findMember(email)).toEqual(bought)
    const done = await run(
      'orders',
      String(id),
      '--decide',
      'take-back',
      '--reason',
      'The bank was final',
      '--yes',
    )
    expect(done.text).toBe(`Order ${id} is decided: taken back: line 1.\n`)
    world.pass(settlingMs)
    expect((await compare()).code).toBe(0)
    expect((await run('orders', String(id))).text).toContain('State         refunded')
    expect((await findMember(email))?.expires_on).not.toBe(bought?.expires_on)
    // and one that the club wins
    const other = await buyMembership('won@buyers.example')
    const won = await world.sandbox.dispute(other.intentId)
    await tell('charge.dispute.created')
    expect((await compare()).code).toBe(1)
    const list = async () => (await run('orders', '--find', 'won@buyers.example')).text
    const show = async () => (await run('orders', String(other.receiptId))).text
    expect(await list()).toContain('<won@buyers.example>  sandbox, disputed\n')
    expect(await show()).toMatch(/ {2}Disputed {6}\w{3} .*, now: needs response\n/)
    await world.sandbox.decide(won, true)
    await tell('charge.dispute.closed')
    expect((await compare()).code).toBe(0)
    expect(await list()).toContain('<won@buyers.example>  sandbox\n')
    expect(await show()).toMatch(/ {2}Disputed {6}\w{3} .*, now: won\n/)
    const csv = join(folder, 'disputed.csv')
    await run('orders', '--find', 'buyers.example', '--csv', csv)
    const rows = readFileSync(csv, 'utf8').split('\r\n')
    expect(rows.find((row) => row.includes('won@'))).toMatch(/,0\.00,,46\.50,sandbox,0\.00,,,0\.00,0\.00,$/)
    expect(rows.find((row) => row.includes(`,${email},`))).toMatch(
      /,0\.00,charged back,46\.50,sandbox,0\.00,,,0\.00,0\.00,$/,
    )
  })

  it('sees a refund that was refused because of a dispute, until the bank has given the money back', async () => {
    const { receiptId: id, intentId } = await buyMembership('refused@buyers.example')
    const dispute = await world.sandbox.dispute(intentId)
    await tell('charge.dispute.created')
    const refund = ['orders', String(id), '--refund', '--reason', 'To please them']
    const shown = await run(...refund)
    expect(shown.text).toContain("The buyer's bank disputes this payment.")
    expect(shown.text).toContain('The same command with --disputed --yes does it.')
    expect(await run(...refund, '--yes')).toEqual({
      code: 1,
      text: expect.stringContaining('--disputed --yes'),
    })
    expect((await run('orders', String(id))).text).toContain('State         fulfilled: ')
    expect(await run(...refund, '--yes', '--disputed')).toMatchObject({ code: 0 })
    world.pass(61_000)
    await world.engine.runDue()
    const after = (await run('orders', String(id))).text
    expect(after).toContain('State         review: ')
    expect(after).toContain('  refund failed: $46.50\n')
    expect(await run('orders', '1', '--refund', '--reason', 'x', '--disputed')).toEqual({
      code: 1,
      text: expect.stringContaining('is not disputed'),
    })
    expect((await compare()).found).toEqual([
      ['moneyWithoutGoods', id, 'refund-failed'],
      ['disputed', id, 'disputed'],
    ])
    await world.sandbox.decide(dispute, false)
    await tell('charge.dispute.closed')
    expect((await run('orders', String(id))).text).toContain('State         refunded')
    expect((await compare()).code).toBe(0)
  })

  it('sees what could not be mailed, without what it carried, and tries it again or drops it', async () => {
    expect(await run('jobs')).toMatchObject({ code: 0, text: expect.stringContaining('No job has failed.') })
    const [first, second] = [
      await buyMembership('bounced@buyers.example'),
      await buyMembership('gone@buyers.example'),
    ]
    const findJob = ({ receiptId }: OpenedOrder) =>
      world.getRow(a, 'job', { unique_key: `receipt ${receiptId} again bounced` }, [
        'id',
        'state',
        'payload',
        'last_error',
      ])
    // the state after the runner's last try
    for (const { receiptId } of [first, second]) {
      await world.inClub(a, async (tx) => {
        const bought = await findOrder(tx, { id: receiptId })
        if (bought !== undefined) await mailReceipt(tx, bought, { again: 'bounced' })
        await tx
          .updateTable('job')
          .set({
            state: 'failed',
            attempts: 56,
            last_error: 'the mail server refused with 550',
            finished_at: new Date(world.now()),
          })
          .where('unique_key', '=', `receipt ${receiptId} again bounced`)
          .execute()
      })
    }
    const [again, gone] = [(await findJob(first)).id, (await findJob(second)).id]
    const shown = await run('jobs')
    expect(shown.code).toBe(1)
    expect(shown.text).toMatch(
      new RegExp(
        `${again} {2}\\w{3} \\d+, 2026, \\d+:\\d\\d [AP]M {2}mail +receipt ${first.receiptId} again bounced +56 {2}the mail server refused with 550\n`,
      ),
    )
    expect(shown.text).toMatch(/^ *Job +Failed +Kind +About +Tries +Error$/m)
    expect(shown.text).toContain('2 jobs have failed.')
    expect(shown.text).not.toMatch(/@|buyers|gone|Jo New/)

    for (const [args, sentence] of [
      [['jobs', '--retry'], '--retry needs the number of a job'],
      [['jobs', '--reason', 'x'], '--reason needs the number of a job'],
      [['jobs', String(gone)], "'jobs NUMBER' needs one of --retry, --drop"],
      [['jobs', String(gone), '--drop'], '--drop needs a --reason'],
    ] as const) {
      expect(await run(...args)).toMatchObject({ code: 2, text: expect.stringContaining(sentence) })
    }
    expect((await run('jobs', '999999', '--retry')).text).toBe('The club has no failed job 999999.\n')
    expect((await run('jobs', String(again), '--retry')).code).toBe(0)
    expect((await run('jobs', String(gone), '--drop', '--reason', 'They have no mailbox')).code).toBe(0)
    const received = Map.groupBy(await listMails(), ({ recipient }) => recipient)
    expect(received.get('bounced@buyers.example')).toHaveLength(2)
    expect(received.get('gone@buyers.example')).toHaveLength(1)
    const ended = [await findJob(first), await findJob(second)]
    expect(ended.map(({ state, last_error }) => [state, last_error])).toEqual([
      ['done', null],
      ['done', 'dropped: They have no mailbox'],
    ])
    expect(ended.map(({ payload }) => payload)).toEqual([{}, {}])
    expect((await run('orders', String(second.receiptId))).text).toContain('dropped: They have no mailbox')
    for (const id of [again, gone]) expect((await run('jobs', String(id), '--retry')).code).toBe(1)
    expect((await run('jobs')).code).toBe(0)
  })

  it('compares all but the provider where it does not answer', async () => {
    const words = ['donations', 'take', '--amount', '25', '--first', 'Cy', '--last', 'Roe', '--paid', 'cash']
    expect((await run(...words)).code).toBe(0)
    const before = await run('reconcile')
    expect(before.text).toContain('At the card provider, not in the books: nothing\n')
    await world.sandbox.fail({ operation: 'payment_intents.list', when: 'before', how: 503, times: 5 })
    const { code, text } = await run('reconcile')
    await world.sandbox.reset()
    expect(code).toBe(1)
    const cash = 'In cash: 1 order, $25.00 taken, $0.00 given back. So it changed by +$25.00 in these days.\n'
    expect(before.text).toContain(cash)
    expect(text).toContain(cash)
    expect(text).toContain('Goods without money: ')
    expect(text).not.toContain('t the card provider')
    expect(text).toMatch(
      /\nThe card provider was NOT ASKED, since it does not answer \(.*\): what it has may differ from the books\. The sandbox runs only with the server: start it, and run this again\.\n/,
    )
    // what the books say is the same
    expect(before.text.includes('Money and goods agree.')).toBe(text.includes('Money and goods agree.'))
  })
})

// What strangers type, where officers read it: tables, calendars, the terminal. Each attack is a line in a table.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toCalendarFile } from '../../../../src/domain/calendar/calendarFile.ts'
import { minuteMs } from '../../../../src/domain/time.ts'
import type { Schema } from '../../../../src/server/db/schema.gen.ts'
import { readCell, toCsv } from '../../../../src/server/officers/csv.ts'
import { toTerminalText } from '../../../../src/server/officers/words.ts'
import { buyingAtShow } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { donating, joining } from '../../../support/buying/shop.ts'
import { buyingInStore } from '../../../support/buying/storeGoods.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { toEntry, toEventOrder } from '../../../support/clubs/sampleInputs.ts'
import { samples } from '../../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

/** The texts that strangers write, as the tables store them. */
const typed = {
  entry: [
    ...['year', 'make', 'model', 'trim', 'color', 'engine', 'fname', 'lname', 'address', 'city', 'state'],
    ...['zip', 'country', 'phone', 'notes'],
  ],
  vendor: [
    ...['name', 'goods', 'contact_name', 'address', 'city', 'state', 'zip', 'phone', 'tax_id'],
    'description',
  ],
  sold_ticket: ['name', 'address', 'city', 'state', 'zip', 'phone'],
  sold_product: ['name', 'address', 'city', 'state', 'zip', 'country', 'phone'],
  shift_worker: ['fname', 'lname', 'phone', 'notes'],
  purchase_order: ['name'],
  order_line: ['label'],
  member: ['fname', 'lname', 'partner', 'address', 'city', 'state', 'zip', 'country', 'alt_member_id'],
  post: ['message'],
  post_report: ['note', 'message'],
  ride: ['year', 'make', 'model', 'description'],
} as const satisfies { readonly [T in keyof Schema]?: readonly (keyof Schema[T])[] }

const formulaBegin = /^\s*[=+\-@＝＋－＠﹦﹢﹣﹫]/

/** As a spreadsheet does: a quote counts at the beginning of a cell alone. */
function readCells(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isBegun = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += sign
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && !isBegun) isQuoted = true
    else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell)
      cell = ''
      isBegun = false
      continue
    } else cell += sign
    isBegun = true
  }
  return [...cells, cell]
}

function expectHarmless(csv: string): void {
  expect(csv.slice(1)).not.toMatch(/(?![\r\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const separator of [',', ';', '\t']) {
    const cells = readCells(csv.replace(/^\uFEFF/, ''), separator)
    expect([separator, cells.filter((cell) => formulaBegin.test(cell))]).toEqual([separator, []])
  }
}

const formulas = [
  ...['=1+1', '+1', '-1', '@A1', ' =1', '\t=1', '\r=1', '\n=1', '\r\n=1', '\u00a0=1', '\u3000=1'],
  ...['\ufeff=1', '\u200b=1', '\u00ad=1', '\u202e=1', '\u2066=1', '\u2028=1', '\u0085=1', '\u001b=1'],
  ...['＝1', '＋1', '－1', '＠A', '﹦1', '﹢1', '﹣1', '﹫A', '=cmd|x!A', '"=1', '""=1', "'=1", '"\n=1'],
  ...['x;=1', 'x; =1', 'x;\t=1', 'x;"=1', 'x; "=1', 'x;" =1', 'x;"" =1', 'x;" " =1', 'x;"\u00a0＝1'],
  ...['x;;=1', ';=1', 'x",=1,"', 'x"\r\n=1,"', 'x"";=1', '";=1;"', ',=1', '",\t=1', 'x\n;\n=1'],
]

it.each(formulas)('a cell with %j runs nothing in a spreadsheet, wherever it stands', (text) => {
  for (const row of [
    [text],
    ['a', text],
    [text, 'b'],
    [text, text, text],
    ['"', text, '"'],
    [';', text, ';"'],
  ]) {
    expectHarmless(toCsv([['heading', 'other'], row, row]))
  }
})

it.each(['=1', 'x;" =1', '﹦1', ';=1', 'Ana;"＝1'])('%j is read again from its cell', (text) => {
  const cells = readCells(toCsv([[text]]).replace(/^\uFEFF/, ''), ',')
  expect(readCell(cells[0] ?? '')).toBe(text)
})

const injected = 'X-EVIL:1'
const titles = [
  ...['\r\n', '\n', '\r', '\n\r', '\u2028', '\u2029', '\u0085', '\u000b', '\f', '\u001c', '\u001e', '\0'].map(
    (end) => `x${end}${injected}`,
  ),
  `x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n${injected}`,
  `x\nEND:VCALENDAR\n${injected}`,
  ...['x\\n', 'x\\', 'x;', 'x,', 'x"', 'x\t', ' ', ';VALUE=URI:'].map((begin) => `${begin}${injected}`),
  'BEGIN:VEVENT',
  ...['漢', 'é', '😀', '👩‍🚒', '\\', ',', ';', 'e\u0301', '\ud83d', '\n'].map((sign) => sign.repeat(90)),
  ...[66, 67, 68, 69, 70, 71].map((length) => `${'a'.repeat(length)}😀漢é`),
  'a'.repeat(10_000),
]
it.each(titles)('a calendar has one entry, in lines that all can read, with the name %j', (title) => {
  const text = toCalendarFile(
    [{ uid: title, title, description: title, place: title, from: '2026-06-13', to: '2026-06-14' }],
    0,
    title,
  )
  const bytes = Buffer.from(text)
  const lines = bytes.toString('latin1').split('\r\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(75)
    // no letter is cut in two
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))
  }
  // programs that end a line where Unicode does
  const unfolded = text.replaceAll('\r\n ', '').split(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u)
  expect(unfolded.map((line) => /^[\w-]+/.exec(line)?.[0] ?? '')).toEqual([
    ...['BEGIN', 'VERSION', 'PRODID', 'METHOD', 'NAME', 'X-WR-CALNAME', 'REFRESH-INTERVAL'],
    ...['X-PUBLISHED-TTL', 'BEGIN', 'UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'DESCRIPTION'],
    ...['LOCATION', 'END', 'END', ''],
  ])
})

describeOnEachEngine('a stranger who writes to officers', (engine) => {
  const gate = setUpGate(engine)
  const folder = makeTestFolder()
  const { a } = gate
  let orderId = 0
  beforeAll(async () => {
    const bought = await gate.buyAtShow('o@outside.example')
    orderId = bought.receiptId
    const member = await insertRenewable(gate)
    await gate.buy(buyingInStore([a.inventoryId], member.email), {
      token: await signInRenewable(gate, member),
    })
    await gate.insertRow(a, 'post_report', {
      post_id: a.posts.other,
      member_id: a.people.member.id,
      reason: 'rude',
      note: '',
      created_at: new Date(gate.now()),
      message: 'As it was',
    })
    await gate.insertRow(a, 'ride', { member_id: a.people.parent.id })
  })
  beforeEach(() => gate.pass(20 * minuteMs))

  /** In every field, also what no form lets through: a club file may bring it. */
  const plant = async (text: string) => {
    for (const [table, columns] of Object.entries(typed)) {
      const values = Object.fromEntries(columns.map((column) => [column, text]))
      await gate.changeRows(a, table as 'post', {}, values)
    }
    const values = JSON.stringify([{ optionId: 'gone', value: text }])
    await gate.changeRows(a, 'entry', {}, { option_values: values })
  }

  const tables: readonly (readonly (string | number)[])[] = [
    ...['registrations', 'vendors', 'tickets', 'volunteers'].map((name) => ['event', 0, '--csv', name]),
    ['orders', '--csv', 'orders'],
    ['members', '--csv', 'members'],
    ['members', 'export', '--out', 'export'],
    ['dues', '--csv', 'dues'],
    ['store', 'orders', '--all', '--csv', 'store'],
    ['newsletter', 'addresses', '--csv', 'addresses'],
    ['results', 0, '--csv', 'results'],
    ['sheets', 0, '--csv', 'sheets'],
  ]
  const write = async (words: readonly (string | number)[]) => {
    const name = `${words.at(-1)}.csv`
    const args = words.map((word) => (word === 0 ? a.show.id : word)).slice(0, -1)
    const { code, text } = await gate.club(...args, join(folder, name), '--overwrite')
    expect(code, text).toBe(0)
    return readFileSync(join(folder, name), 'utf8')
  }
  it.each(['=1+1', '\t@A1', '"\r\n=1,"', '\u202e-1', '＝1', 'x;" =1', 'x;"\n+1'])(
    '%j in every field runs nothing in any table',
    async (text) => {
      await plant(text)
      for (const words of tables) expectHarmless(await write(words))
    },
  )

  const screens: readonly (readonly (string | number)[])[] = [
    ['event', 0],
    ['orders'],
    ['orders', -1],
    ['orders', -1, '--refund', '--reason', 'x'],
    ['orders', -1, '--receipt'],
    ['members'],
    ['members', 'restore', -2],
    ['dues'],
    ['reports', '--all'],
    ['reports', 'rides', -3],
    ['store', 'orders', '--all'],
    ['newsletter', 'addresses'],
    ['reconcile'],
    ['results', 0],
    ['receipts', 0],
    ['jobs'],
  ]
  const toWord = (word: string | number) =>
    word === 0
      ? a.show.id
      : word === -1
        ? orderId
        : word === -2
          ? a.people.noPassword.id
          : word === -3
            ? a.people.parent.id
            : word
  const fake = 'ADMITTED  FAKE'
  it.each([
    ...['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\u000b', '\u001b[2K\u001b[1A\n', '\b\b\b\n'].map(
      (end) => `x${end}${fake}`,
    ),
    `${fake}\u001b]0;x\u0007\u009b2J`,
    `\u202e\u2066${fake}\u2069`,
    `\u000150 Records\n`,
  ])('%j in every field begins no line on the screen, and controls nothing', async (text) => {
    await plant(text)
    for (const words of screens) {
      const said = await gate.club(...words.map(toWord))
      const shown = toTerminalText(said.text)
      expect([words, /^\s*ADMITTED {2}FAKE/m.test(shown)]).toEqual([words, false])
      // each command takes care by itself, before the terminal does
      expect([words, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.exec(said.text)?.[0]]).toEqual([words, undefined])
    }
  })

  it.each(['\u001b[2J\u202e', '\u2028\u0085\u009b', '\u0007"\\'])(
    '%j is escaped in the files for programs, and none of it is lost',
    async (text) => {
      await plant(text)
      for (const words of [['members'], ['orders'], ['orders', orderId], ['receipts', a.show.id]] as const) {
        const file = join(folder, `${randomUUID()}.json`)
        expect((await gate.club(...words, '--json', file)).code).toBe(0)
        const written = readFileSync(file, 'utf8')
        expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        if (words[0] === 'receipts') continue
        expect(JSON.stringify(JSON.parse(written))).toContain(JSON.stringify(text).slice(1, -1))
      }
    },
  )

  const long = 'W'.repeat(10_000)
  const email = () => `l${randomUUID().slice(0, 8)}@outside.example`
  const name = { fname: long, lname: long }
  const price = { amount: 1000 }
  const register = (more: object) => {
    const entries = [{ ...toEntry({ email: email() }), ...more }]
    return gate.tryOpen(buyingAtShow(a.show, email(), [], { entries }), price)
  }
  const doors: readonly (readonly [string, () => Promise<Record<string, unknown>>])[] = [
    ...['make', 'model', 'trim', 'color', 'engine', 'fname', 'lname', 'notes', 'city', 'year'].map(
      (field) => [`a car's ${field}`, () => register({ [field]: long })] as const,
    ),
    [
      'the buyer of a ticket',
      () =>
        gate.tryOpen(
          buyingAtShow(a.show, email(), [], { tickets: { ...toEventOrder(a.show).tickets, name: long } }),
          price,
        ),
    ],
    ...['name', 'goods', 'description', 'taxId', 'city'].map(
      (field) =>
        [
          `a vendor's ${field}`,
          () => {
            const { vendor, reservations } = toEventOrder(a.show)
            const sent = { vendor: { ...vendor, [field]: long }, reservations }
            return gate.tryOpen(buyingAtShow(a.show, email(), [], sent), price)
          },
        ] as const,
    ),
    [
      'a giver',
      () => gate.tryOpen({ ...donating(email()), payload: { ...donating(email()).payload, ...name } }),
    ],
    ['a new member', () => gate.tryOpen(joining(gate, email(), name), price)],
    [
      'a volunteer',
      () => {
        const shift = samples.worker_signup(a)
        return gate.ask(a, 'worker_signup', { ...shift, contactInfo: { ...shift.contactInfo, ...name } })
      },
    ],
    ['a voter', () => gate.ask(a, 'submit_ballot', { ...samples.submit_ballot(a), fname: long })],
  ]
  it.each(doors)('%s has no name of ten thousand letters', async (_title, call) => {
    expect(await call()).toMatchObject({ success: false, code: 'invalid-input' })
  })

  describe('who is a member', () => {
    let token = ''
    beforeAll(async () => {
      await gate.changeRows(a, 'member', {}, { fname: 'Ada', lname: 'Quill' })
      token = await gate.signIn(a, 'member')
    })
    it.each([
      ['create_post', { message: long }],
      ['create_post_topic', { topic: long }],
      ['report_post', { postId: 1, reason: 'other', note: long }],
      ['create_member_ride', { make: long }],
      ['create_member_ride', { make: 'Nash', description: long }],
      ['create_classified', { label: long, price: 1, description: '', images: [] }],
      ['update_member', { fname: long }],
      ['update_member', { partner: long }],
    ] as const)('writes no ten thousand letters by %s', async (action, input) => {
      const own = action === 'update_member' ? { id: a.people.member.id } : {}
      expect(await gate.ask(a, action, { ...own, ...input }, { token })).toMatchObject({
        success: false,
        code: 'invalid-input',
      })
    })
  })
})

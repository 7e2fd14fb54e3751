// Whatever a door takes from people can be exported, checked, imported and exported again.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { clubFile } from '../../../src/server/assembly/clubFile.ts'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { validateClubFile } from '../../../src/server/clubFile/import.ts'
import { openClubFile } from '../../../src/server/clubFile/read.ts'
import { buyingAtShow } from '../../support/buying/eventOrders.ts'
import { donating, joining, setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import { makeFolder, makePicture, makeServices, runExport, runImport } from '../../support/clubs/clubFiles.ts'
import { insertRenewable, signInRenewable } from '../../support/clubs/renewables.ts'
import { toEntry, toEventOrder } from '../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine, openTestDatabase } from '../../support/database/database.ts'

const x = (length: number) => 'x'.repeat(length)
const toEmail = (length: number) => `${x(length - 13)}@door.example`

/** What the form of a person who joins may hold at most and at least. */
const longest = {
  fname: x(24),
  lname: x(24),
  partner: x(24),
  address: `${x(48)} ${x(48)}`,
  city: x(48),
  state: 'OH',
  zip: x(10),
  country: x(64),
  phoneNumbers: [{ longCode: '5'.repeat(12) }],
}
const shortest = {
  fname: 'A',
  lname: 'B',
  partner: '',
  address: 'C',
  city: 'D',
  state: 'E',
  zip: '1',
  country: 'F',
  phoneNumbers: [{ longCode: '5' }],
}
/** What an imported member may hold. */
const stored = {
  fname: x(64),
  lname: x(64),
  partner: x(64),
  address: `${x(60)} ${x(67)}`,
  city: x(64),
  state: x(32),
  zip: x(16),
  country: x(64),
}
const storedPhone = '5'.repeat(20)

describeOnEachEngine('what the doors take', (engine) => {
  const shop = setUpShop(engine)
  const folder = makeFolder()
  beforeAll(async () => {
    // no officer's file has given the judges of the tests their numbers
    await shop.changeRows(shop.a, 'judge', {}, { phone: '' })
  })

  const toServices = () => ({ ...shop, newId: () => randomUUID() })
  const buy = async (wanted: WantedOrder, more: Record<string, unknown> = {}) => {
    const opened = await shop.buy(wanted, more)
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
  }
  const insertStored = async () => {
    const member = await insertRenewable(shop)
    const email = toEmail(128)
    await shop.changeRows(
      shop.a,
      'member',
      { id: member.id },
      {
        ...stored,
        email,
        email_folded: email,
        phone_numbers: JSON.stringify([
          { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: storedPhone },
        ]),
      },
    )
    return { ...member, email }
  }
  /** As the form sends the member's own record. */
  const ownDonor = { ...stored, address: undefined, address1: x(60), address2: x(67), phone: storedPhone }

  it('comes out of the club, passes the check, goes into an empty database and comes out the same', async () => {
    for (const [person, email] of [
      [longest, toEmail(48)],
      [shortest, 'a@b.co'],
    ] as const) {
      await buy(joining(shop, email, person))
    }
    const { email, id } = await insertStored()
    const token = await signInRenewable(shop, { id, email })
    await buy({ ...donating(email), payload: { amount: 5, email, ...ownDonor } }, { token })
    await buy({ kind: 'renewal', payload: { years: 1, autoRenew: true }, category: 1, email }, { token })

    for (const email of [toEmail(48), 'a@b.co']) await buyAtShow(email)

    const path = join(folder.path, 'a', 'club.json')
    const first = await runExport(toServices(), shop.a.slug, path)
    // the clubs of the tests name pictures that nobody has uploaded
    folder.put('a/pictures/missing.webp', await makePicture('red'))
    expect(
      (await validateClubFile(clubFile, await openClubFile(path), 0, () => undefined)).records.length,
    ).toBeGreaterThan(10)
    const second = await travel(path, 'b')
    const third = await travel(join(folder.path, 'b', 'club.json'), 'c')
    expect(JSON.parse(second).members).toEqual(JSON.parse(first).members)
    const listSold = (text: string) =>
      (JSON.parse(text).events as { vendors?: unknown[]; entries?: unknown[] }[]).map((event) => [
        event.entries,
        event.vendors,
      ])
    expect(listSold(second)).toEqual(listSold(first))
    expect(second).toContain(x(2066))
    expect(third).toBe(second)
  })

  /** A vehicle, a space and tickets, with the most that the forms take, or the least. */
  const buyAtShow = async (email: string) => {
    const { show } = shop.a
    const isLong = email.length > 20
    const wanted = buyingAtShow(show, email, ['entries', 'reservations', 'tickets'])
    const { vendor, entries, tickets, reservations } = toEventOrder(show, email)
    const { address, phoneNumbers: _, ...person } = isLong ? longest : shortest
    const phone = isLong ? '5'.repeat(12) : '5'
    const vehicle = isLong
      ? {
          year: x(24),
          make: x(24),
          model: x(64),
          trim: x(64),
          color: x(24),
          engine: x(10),
          address1: x(48),
          address2: x(48),
          notes: x(256),
        }
      : { year: '1', make: 'M', model: 'M', trim: '', color: '', engine: '', address1: 'C', address2: '' }
    const [entry] = entries
    const seller = isLong
      ? { ...vendor, name: x(64), address: x(128), phone: '5'.repeat(20), taxId: x(20), description: x(2066) }
      : { ...vendor, name: 'V', address: 'C', phone: '5', taxId: '', description: '' }
    await buy({
      ...wanted,
      payload: {
        ...wanted.payload,
        entries: [{ ...entry, ...person, ...vehicle, phone }],
        vendor: { ...seller, city: person.city, state: person.state, zip: person.zip },
        reservations: [{ ...reservations[0], elementId: show.spaceIds[isLong ? 1 : 2] }],
        tickets: { ...tickets, name: isLong ? `${x(32)} ${x(32)}` : 'T', address, phone },
      },
    })
  }

  /** Into an empty database, and out of it again. */
  async function travel(path: string, to: string): Promise<string> {
    const database = await openTestDatabase(engine)
    try {
      const services = makeServices(database)
      await runImport(services, path)
      return await runExport(services, shop.a.slug, join(folder.path, to, 'club.json'))
    } finally {
      await database.dispose()
    }
  }

  it("takes a member's own stored value unchanged, and no other value beyond the form's length", async () => {
    const { email, id } = await insertRenewable(shop)
    const long = { fname: x(40), address: `${x(70)} ${x(50)}` }
    await shop.changeRows(shop.a, 'member', { id }, long)
    const token = await signInRenewable(shop, { id, email })
    const open = (payload: Record<string, unknown>, as = { token }) =>
      shop.tryOpen({ ...donating(email), payload: { ...donating(email).payload, ...payload } }, as)
    expect(await open({ fname: x(40) })).toMatchObject({ success: true })
    expect(await open({ fname: x(39) })).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'order.payload.fname', message: 'must have at most 32 characters' }],
    })
    expect(await open({ address1: x(70), address2: x(50) })).toMatchObject({ success: true })
    expect(await open({ address1: x(130), address2: '' })).toMatchObject({
      faults: [{ path: 'order.payload.address1' }],
    })
    // a visitor has nothing stored
    const visitor = { ...donating(email).payload, fname: x(40) }
    expect(await shop.tryOpen({ ...donating(email), payload: visitor })).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'order.payload.fname' }],
    })
    const join = (fname: string, as: Record<string, unknown>) =>
      shop.tryOpen(joining(shop, email, { fname }), as)
    const phoneNumbers = [{ longCode: storedPhone, typeId: 100 }]
    expect(await shop.tryOpen(joining(shop, email, { phoneNumbers }), { token })).toMatchObject({
      faults: [{ path: 'order.payload.phoneNumbers.0.typeId' }],
    })
    expect(await join(x(40), { token })).toMatchObject({ success: true })
    expect(await join(x(39), { token })).toMatchObject({
      faults: [{ path: 'order.payload.fname', message: 'must have at most 24 characters' }],
    })
    expect(await shop.tryOpen(joining(shop, toEmail(49)))).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'order.payload.email_address', message: 'must have at most 48 characters' }],
    })
  })

  it("takes no two lines of an entrant's address that together are longer than the file has room for", async () => {
    const { show } = shop.a
    const { email, id } = await insertRenewable(shop)
    await shop.changeRows(shop.a, 'member', { id }, { address: stored.address })
    const token = await signInRenewable(shop, { id, email })
    const tryLine = (address2: string) => {
      const entries = [toEntry({ email, address1: stored.address, address2 })]
      return shop.tryOpen(buyingAtShow(show, email, [], { entries }), { token })
    }
    // the member's own line leaves room for nothing
    expect(await tryLine('x'.repeat(20))).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'order.payload.entries.0.address2' }],
    })
    expect(await tryLine('')).toMatchObject({ success: true })
  })

  it('is a donation of whom the payment names, whose name may be as long as a payer has one', async () => {
    const payer = {
      fname: x(32),
      lname: x(32),
      address1: x(128),
      city: x(64),
      state: x(32),
      zip: x(12),
      phone: '5'.repeat(12),
      email: toEmail(128),
    }
    const answer = await shop.ask(shop.a, 'create_payment_intent', {
      amount: 2650,
      receiptEmail: payer.email,
      category: 0,
      nonMember: payer,
    })
    expect(answer).toMatchObject({ success: true })
  })

  it('is named by record and field where the file cannot hold it, and nothing is written', async () => {
    const { id } = await insertRenewable(shop)
    const phones = JSON.stringify([{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: 'none' }])
    await shop.inClub(shop.a, (tx) =>
      tx
        .updateTable('member')
        .set({ ref: 'bad', phone_numbers: sql`${phones}::jsonb`, city: x(65) })
        .where('id', '=', id)
        .execute(),
    )
    const printed: string[] = []
    const path = join(folder.path, 'bad.json')
    const code = await runClubCommand(toServices(), ['export', path, '--tenant', shop.a.slug], (text) => {
      printed.push(text)
    })
    expect(code).toBe(1)
    expect(printed.join('')).toBe(
      [
        '2 values of the club do not fit into a club file; nothing was written.',
        '  member bad (Renata Quill): city must have at most 64 characters',
        '  member bad (Renata Quill): phoneNumbers[0].longCode must have 1 to 20 digits',
        '',
      ].join('\n'),
    )
  })
})

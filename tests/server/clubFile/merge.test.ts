// A second import changes what has changed in the file, and nothing that people made or changed online.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { ClubFileFaults } from '../../../src/server/clubFile/faults.ts'
import type { ImportOptions, ImportResult } from '../../../src/server/clubFile/import.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { insertSubmissions } from '../../support/clubs/submissions.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeRows } from '../../support/database/rows.ts'

type Whole<T> = { [K in keyof T]-?: NonNullable<T[K]> }
type File = Whole<ClubFile>
type Show = Whole<File['events'][number]>

describeOnEachEngine('a club that was imported', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  const rows = makeRows(database)
  let club: { id: number }
  beforeEach(async () => {
    club = (await runImport(services, folder.write(makeClubFile()))).tenant
  })
  afterEach(() => database.empty())

  function importAfter(
    change: (file: File, show: Show) => void,
    options: Partial<ImportOptions> = {},
  ): Promise<ImportResult> {
    const file = makeClubFile() as File
    change(file, file.events[0] as Show)
    return runImport(services, folder.write(file), options)
  }

  /** Changes that people make online. */
  function online<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return database.inTenant(club.id, body)
  }

  function exportAll(): Promise<string> {
    return runExport(services, 'marlow', join(folder.path, 'out.json'))
  }

  function findShowEntry(number: string) {
    return rows.findRow(club, 'entry', { car_number: number }, ['id', 'ref', 'make', 'color', 'notes'])
  }

  async function findRevision(): Promise<number | undefined> {
    return (await rows.findRow(club, 'event'))?.revision
  }

  it('takes one changed field and leaves all else alone', async () => {
    const before = await findShowEntry('102')
    const result = await importAfter((_file, show) => {
      Object.assign(show.entries[1] ?? {}, { color: 'Green' })
    })
    expect(result).toMatchObject({ created: 0, changed: 1, removed: 0, left: [] })
    expect(await findShowEntry('102')).toEqual({ ...before, color: 'Green' })
  })

  it('takes no file that does not fit to what is in the club already, so that its export can be imported', async () => {
    const before = await exportAll()
    await expect(
      importAfter((_file, show) => {
        Object.assign(show, { entries: [] })
        Object.assign(show.classes[0] ?? {}, { number: 7 })
      }),
    ).rejects.toThrow(/^entry .*: with what is in the club and not in the file, the event has no class 1$/m)
    expect(await exportAll()).toBe(before)
  })

  it('does not refuse a file because of what does not fit in the club already', async () => {
    await rows.changeRows(club, 'event_class', { number: 1 }, { number: 7 })
    const result = await importAfter((_file, show) => {
      Object.assign(show.entries[1] ?? {}, { color: 'Green' })
    })
    expect(result).toMatchObject({ changed: 1 })
  })

  it('counts the revision of an event up when its content changed, and only then', async () => {
    expect(await findRevision()).toBe(2)
    await importAfter(() => undefined)
    expect(await findRevision()).toBe(2)
    await importAfter((_file, show) => {
      Object.assign(show.maps[0]?.elements?.[0] ?? {}, { notes: 'By the tap' })
    })
    expect(await findRevision()).toBe(3)
    await importAfter((_file, show) => {
      Object.assign(show.maps[0]?.elements?.[0] ?? {}, { notes: 'By the tap' })
      Object.assign(show.judges[0] ?? {}, { name: 'N. Okafor' })
    })
    expect(await findRevision()).toBe(3)
  })

  it('keeps what a person changed online, whether or not the file changes something else', async () => {
    await rows.changeRows(club, 'member', { ref: 'ruth' }, { city: 'Typed online', partner: 'Sam' })
    const result = await importAfter((file) => {
      Object.assign(file.members[1] ?? {}, { zip: '78701', city: 'From the file' })
    })
    expect(result.changed).toBe(1)
    expect(result.left).toEqual([
      'member "Ruth Hale": city: was changed online and is left as it is (here "Typed online", in the file "From the file")',
    ])
    const read = () => rows.findRow(club, 'member', { ref: 'ruth' }, ['city', 'partner', 'zip'])
    expect(await read()).toEqual({ city: 'Typed online', partner: 'Sam', zip: '78701' })
    await importAfter((file) => Object.assign(file.members[1] ?? {}, { zip: '78701', city: 'Again' }), {
      overwrite: true,
    })
    expect(await read()).toEqual({ city: 'Again', partner: 'Sam', zip: '78701' })
  })

  it('keeps one setting that was changed online while the file changes another', async () => {
    const before = (await rows.getRow(club, 'club')).portal
    await rows.changeRows(club, 'club', {}, { portal: JSON.stringify({ ...before, socialTab: false }) })
    await importAfter((file) => Object.assign(file.club.portal ?? {}, { headerColor: '#ffffff' }))
    const { portal } = await rows.getRow(club, 'club')
    expect(portal).toMatchObject({ socialTab: false, headerColor: '#ffffff' })
  })

  it('leaves records that were made online alone, pruning or not', async () => {
    const eventId = await rows.getRow(club, 'event')
    await rows.insertRow(club, 'entry', {
      event_id: eventId.id,
      car_number: '150',
      class_number: 1,
      make: 'Online',
    })
    const result = await importAfter(() => undefined, { prune: true })
    expect(result).toMatchObject({ created: 0, changed: 0, removed: 0 })
    expect(await findShowEntry('150')).toMatchObject({ make: 'Online' })
  })

  it('tells what is in the file no longer, and removes it only when pruning', async () => {
    const without = (_file: File, show: Show): void => {
      show.entries = show.entries.filter(({ ref }) => ref !== 'e102')
    }
    expect(await importAfter(without)).toMatchObject({
      removed: 0,
      gone: ['car 102 "1931 Austin Seven" of event "Marlow Show" of 2026'],
    })
    expect(await findShowEntry('102')).toBeDefined()
    const second = await importAfter(without, { prune: true })
    expect(second).toMatchObject({
      removed: 1,
      gone: ['car 102 "1931 Austin Seven" of event "Marlow Show" of 2026'],
    })
    expect(await findShowEntry('102')).toBeUndefined()
    expect(await importAfter(without, { prune: true })).toMatchObject({
      created: 0,
      changed: 0,
      removed: 0,
      gone: [],
    })
  })

  it('prunes a whole event with all that was imported in it, also one that devices follow', async () => {
    const event = await rows.getRow(club, 'event')
    const device = await rows.insertRow(club, 'push_subscription', {
      endpoint: 'https://push/1',
      p256dh: 'p',
      auth: 'a',
    })
    await rows.insertRow(club, 'followed_event', { subscription_id: device.id, event_id: event.id })
    const result = await importAfter(
      (file) => {
        file.events = []
      },
      { prune: true },
    )
    expect(result.left).toEqual([])
    expect(await rows.listRows(club, 'event', {}, ['id'])).toEqual([])
  })

  it('names what a file says otherwise of a record that was made online, and takes it if told so', async () => {
    await rows.insertRow(club, 'member', {
      ...{ ref: 'online-1', fname: 'Ada', lname: 'Rowe' },
      ...{ email: 'ada@example.org', email_folded: 'ada@example.org' },
      ...{
        member_type_id: (await rows.getRow(club, 'member_type', { ref: 'single' })).id,
        expires_on: '2027-01-01',
      },
    })
    const path = join(folder.path, 'edited.json')
    await runExport(services, 'marlow', path)
    const { members } = JSON.parse(readFileSync(path, 'utf8')) as File
    const made = members.find(({ ref }) => ref === 'online-1')
    const edit = (file: File) =>
      file.members.push({ ...(made as File['members'][number]), lname: 'Roe', city: 'Marlow' })
    const read = () => rows.findRow(club, 'member', { ref: 'online-1' }, ['lname', 'city', 'email'])
    const why = 'is another one online, where the record was made; --overwrite takes the one of the file'
    expect(await importAfter(edit)).toMatchObject({
      changed: 0,
      left: [
        expect.stringMatching(`lname: ${why} \\(here "Rowe", in the file "Roe"\\)$`),
        expect.stringMatching(`city: ${why} \\(here nothing, in the file "Marlow"\\)$`),
      ],
    })
    expect(await read()).toEqual({ lname: 'Rowe', city: '', email: 'ada@example.org' })
    expect(await importAfter(edit, { overwrite: true })).toMatchObject({ changed: 1, left: [] })
    expect(await read()).toEqual({ lname: 'Roe', city: 'Marlow', email: 'ada@example.org' })
    expect(await importAfter(edit)).toMatchObject({ changed: 0, left: [] })
    await importAfter(() => undefined, { prune: true })
    expect(await read()).toMatchObject({ lname: 'Roe' })
  })

  it('does not prune what holds something that was made online, nor what was changed online', async () => {
    const { id } = await rows.getRow(club, 'event')
    await online(async (tx) => {
      await tx.insertInto('entry').values({ event_id: id, car_number: '150', class_number: 1 }).execute()
      await tx.updateTable('voter').set({ voted_at: new Date() }).where('ref', '=', 'v1').execute()
      await tx
        .insertInto('post_reaction')
        .columns(['tenant_id', 'post_id', 'member_id', 'reaction'])
        .expression(
          tx
            .selectFrom('post')
            .innerJoin('member', 'member.tenant_id', 'post.tenant_id')
            .where('post.ref', '=', 'comment')
            .where('member.ref', '=', 'child')
            .select(['post.tenant_id', 'post.id', 'member.id as member_id'])
            .select((build) => build.lit(5).as('reaction')),
        )
        .execute()
    })
    const result = await importAfter(
      (file) => {
        file.events = []
        file.posts = []
      },
      { prune: true },
    )
    expect(result.left).toEqual(
      expect.arrayContaining([
        'event "Marlow Show" of 2026: is not removed, because it still has 1 × voter',
        'class 1 "Pre-war" of event "Marlow Show" of 2026: is not removed, because it still has 1 × entry',
        'ballot v1 of event "Marlow Show" of 2026: is not removed, because it was changed online',
        'comment comment of post post: is not removed, because it still has 1 × post reaction',
        'post post: is not removed, because it still has 1 × post',
      ]),
    )
    expect(await findShowEntry('150')).toBeDefined()
    expect(await findShowEntry('101')).toBeUndefined()
    expect(await rows.listRows(club, 'post', {}, ['ref'], 'id')).toEqual([
      { ref: 'post' },
      { ref: 'comment' },
    ])
  })

  it('does not prune an event whose tickets people have bought, nor that kind of ticket', async () => {
    await online(sellTicket)
    const without = (file: File) => {
      file.events = []
    }
    const result = await importAfter(without, { prune: true })
    const why = 'is not removed, because it still has 1 × sold ticket'
    expect(result.left).toEqual([
      `ticket "Weekend" of event "Marlow Show" of 2026: ${why}`,
      `event "Marlow Show" of 2026: ${why}`,
    ])
    expect(await rows.listRows(club, 'ticket', {}, ['ref'])).toEqual([{ ref: 'weekend' }])
    // one that was refunded keeps nothing
    await rows.changeRows(club, 'sold_ticket', {}, { void_at: new Date() })
    expect((await importAfter(without, { prune: true })).left).toEqual([])
  })

  async function sellTicket(tx: Tx): Promise<void> {
    const kind = await tx.selectFrom('ticket').select(['id', 'event_id']).executeTakeFirstOrThrow()
    const [at, amount] = [new Date(), 1200]
    await tx
      .insertInto('purchase_order')
      .values({
        ...{ id: 1, key: '6f1d7c46-7d0f-4a8e-9d5c-000000000009', kind: 'event' },
        ...{
          category: 5,
          asked_hash: '',
          description: 'Show',
          email: 'b@b.example',
          email_folded: 'b@b.example',
        },
        ...{ sub_total_cents: amount, discount_cents: 0, service_fee_cents: 0, taxes_cents: 0 },
        ...{ total_cents: amount, currency: 'usd', mode: 'sandbox', created_at: at },
      })
      .execute()
    await tx
      .insertInto('order_line')
      .values({
        ...{ order_id: 1, line: 1, kind: 'ticket', label: 'Weekend', quantity: 1 },
        ...{ amount_cents: amount, net_cents: amount, item: '{}' },
      })
      .execute()
    await tx
      .insertInto('sold_ticket')
      .values({
        ...{
          order_id: 1,
          line: 1,
          number: 1,
          event_id: kind.event_id,
          ticket_id: kind.id,
        },
        ...{ code: '7G2K-M4QX-1B9T-ZC3W', description: 'Weekend', created_at: at },
      })
      .execute()
  }

  it('prunes no car, form, criterion, judge or voter on which something hangs that was handed in', async () => {
    const before = await exportAll()
    await online((tx) => insertSubmissions(tx))
    // submissions are not part of a club file
    expect(await exportAll()).toBe(before)
    const result = await importAfter(
      (_file, show) => {
        show.entries = []
        show.judgingForms = []
        show.judges = []
        show.voters = []
      },
      { prune: true },
    )
    const stays = result.left.join('\n')
    for (const [kind, ref, why] of [
      ['criterion', '"Body"', '1 × sheet'],
      ['judge', '41', '1 × sheet'],
      ['judge', '42', '1 × judge grant'],
      ['ballot', 'v1', '1 × ballot'],
    ]) {
      expect(stays).toMatch(new RegExp(`${kind} ${ref}.*: is not removed, because it still has ${why}`))
    }
    expect(stays).toMatch(/judging form "Concours".*: is not removed/i)
    expect(stays.match(/^car .*still has 1 × (?:sheet|ballot vote)/gm)).toHaveLength(2)
    expect(await rows.listRows(club, 'sheet', {}, ['key'])).toHaveLength(1)
  })

  it('lets cars exchange their numbers, and vendors their spaces', async () => {
    const result = await importAfter((_file, show) => {
      Object.assign(show.entries[0] ?? {}, { number: '102' })
      Object.assign(show.entries[1] ?? {}, { number: '101' })
      Object.assign(show.maps[0]?.reservations?.[0] ?? {}, { element: 's-a2' })
      Object.assign(show.maps[0]?.reservations?.[1] ?? {}, { element: 's-a1' })
      Object.assign(show.classes[0] ?? {}, { description: 'Before the war' })
    })
    expect(result).toMatchObject({ created: 0, changed: 5 })
    expect(await findShowEntry('101')).toMatchObject({ make: 'Austin' })
    expect(await findShowEntry('102')).toMatchObject({ make: 'Ford' })
    const held = await online((tx) =>
      tx
        .selectFrom('reservation')
        .innerJoin('map_element', 'map_element.id', 'reservation.map_element_id')
        .innerJoin('vendor', 'vendor.id', 'reservation.vendor_id')
        .orderBy('map_element.ref')
        .select(['map_element.ref as space', 'vendor.ref as vendor'])
        .execute(),
    )
    expect(held).toEqual([
      { space: 's-a1', vendor: 'pie' },
      { space: 's-a2', vendor: 'hub' },
    ])
  })

  it('gives the number of a pruned car to a new one in the same import', async () => {
    const change = (_file: File, show: Show): void => {
      show.entries = [{ ref: 'new', number: '101', carClass: 1, make: 'New' }, ...show.entries.slice(1)]
    }
    await expect(importAfter(change)).rejects.toThrow('events[0].entries[0].number: is taken by')
    expect(await findShowEntry('101')).toMatchObject({ make: 'Ford' })
    expect(await importAfter(change, { prune: true })).toMatchObject({ created: 1, removed: 1 })
    expect(await findShowEntry('101')).toMatchObject({ make: 'New' })
  })

  it('takes no judge whose id an officer has given in other letters', async () => {
    const { id } = await rows.getRow(club, 'event')
    await rows.insertRow(club, 'judge', { event_id: id, code: 'Q7', name: 'Q' })
    const clash = importAfter((_file, show) => {
      show.judges.push({ ref: 'q', judgeId: 'q7', name: 'Q' })
    })
    await expect(clash).rejects.toThrow('judgeId: is taken by a record that was made online')
  })

  it('tells by its place what clashes with something made online, and writes nothing', async () => {
    const { id } = await rows.getRow(club, 'event')
    await rows.insertRow(club, 'entry', { event_id: id, car_number: '150', class_number: 1 })
    const clash = importAfter((_file, show) => {
      show.entries.push({ ref: 'fresh', number: '150', carClass: 1 })
      show.name = 'Renamed'
    })
    await expect(clash).rejects.toThrow(
      new ClubFileFaults([
        { place: 'events[0].entries[3].number', message: 'is taken by a record that was made online' },
      ]),
    )
    expect(await rows.listRows(club, 'event', {}, ['name'])).toEqual([{ name: 'Marlow Show' }])
  })

  it('moves a space to another map together with its vendor', async () => {
    const result = await importAfter(
      (_file, show) => {
        const [element] = show.maps[0]?.elements?.splice(0, 1) ?? []
        const [reservation] = show.maps[0]?.reservations?.splice(0, 1) ?? []
        if (element === undefined || reservation === undefined) throw new Error('no space')
        show.maps.push({ ref: 'north', label: 'North', elements: [element], reservations: [reservation] })
      },
      { prune: true },
    )
    expect(result).toMatchObject({ created: 1, changed: 1, removed: 0, left: [] })
  })

  it('puts a new ticket between two others, and keeps that order', async () => {
    const ticket = (ref: string) => ({
      ref,
      description: ref,
      price: 1,
      limit: 1,
      quantity: 1,
      startdate: '2026-01-01T00:00:00Z',
      enddate: '2026-06-14T00:00:00Z',
    })
    await importAfter((_file, show) => void show.tickets.push(ticket('last')))
    await importAfter((_file, show) => void show.tickets.push(ticket('middle'), ticket('last')))
    const order = await online((tx) =>
      tx.selectFrom('ticket').select('ref').orderBy('position').orderBy('id').execute(),
    )
    expect(order.map(({ ref }) => ref)).toEqual(['weekend', 'middle', 'last'])
  })

  it('signs a member out when the file brings a new password, and not when it brings the same', async () => {
    const read = () => rows.getRow(club, 'member', { ref: 'ruth' }, ['password_hash', 'token_version'])
    const before = await read()
    expect(before.password_hash).toMatch(/^\$argon2id\$/)
    await importAfter((file) => Object.assign(file.members[2] ?? {}, { password: 'Another-1-Word' }))
    expect(await read()).toEqual(before)
    await importAfter((file) => Object.assign(file.members[1] ?? {}, { password: 'Changed-2-Word' }))
    const after = await read()
    expect(after.token_version).toBe(before.token_version + 1)
    expect(after.password_hash).not.toBe(before.password_hash)
  })

  it('exports what was made and changed online, and no secret unless asked', async () => {
    await rows.changeRows(club, 'judge', {}, { link_secret_hash: 'hash-of-a-link' })
    await rows.changeRows(club, 'member', { ref: 'ruth' }, { city: 'Typed online' })
    await rows.changeRows(club, 'post', { ref: 'comment' }, { deleted_at: new Date() })
    const open = await runExport(services, 'marlow', join(folder.path, 'open', 'club.json'), false)
    expect(open).toContain('Typed online')
    expect(open).not.toContain('0f8fad5b-d9cb-469f-a165-70867728950e')
    expect(open).not.toContain('hash-of-a-link')
    expect(open).not.toContain('Lovely.')
    const secret = await runExport(services, 'marlow', join(folder.path, 'secret', 'club.json'), true)
    expect(secret).toContain('0f8fad5b-d9cb-469f-a165-70867728950e')
    expect(secret).not.toContain('hash-of-a-link')
  })

  it('never shows again what a moderator has hidden', async () => {
    const at = new Date('2026-06-02T10:00:00Z')
    await rows.changeRows(club, 'post', { ref: 'post' }, { hidden_at: at })
    await importAfter((file) => Object.assign(file.posts?.[0] ?? {}, { message: 'Fifty years.' }))
    const row = await rows.getRow(club, 'post', { ref: 'post' })
    expect(row).toMatchObject({ message: 'Fifty years.', hidden_at: at })
    const file = await runExport(services, 'marlow', join(folder.path, 'hidden', 'club.json'), false)
    expect(JSON.parse(file).posts[0]).toMatchObject({ ref: 'post', hiddenAt: '2026-06-02T05:00:00-05:00' })
  })

  it('stays apart from the same file in another club', async () => {
    const path = folder.write(makeClubFile())
    const clash = runImport(services, path, { tenant: 'copy' })
    // a ballot's secret belongs to one club only
    await expect(clash).rejects.toThrow('events[0].voters[0].uuid: is already the secret of a ballot')
    const file = makeClubFile() as File
    for (const show of file.events) show.voters = [{ ref: 'v1' }]
    const copy = await runImport(services, folder.write(file), { tenant: 'copy' })
    expect(copy).toMatchObject({ isNew: true, changed: 0 })
    expect(await importAfter(() => undefined)).toMatchObject({ created: 0, changed: 0 })
  })
})

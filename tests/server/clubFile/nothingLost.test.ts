// An officer imports a file that is not what they think: it is said first, and nothing goes that nobody named.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { makeClubFile, runExport, runImport, setUpClubFiles } from '../../support/clubs/clubFiles.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { makeRows } from '../../support/database/rows.ts'

type Show = NonNullable<ClubFile['events']>[number]

describeOnEachEngine('an import by command', (engine) => {
  const { database, services, folder } = setUpClubFiles(engine)
  const rows = makeRows(database)
  let club: { id: number }
  let exports = 0
  beforeEach(async () => {
    club = (await runImport(services, folder.write(makeClubFile()))).tenant
  })
  afterEach(() => {
    exports = 0
    return database.empty()
  })

  async function run(...args: string[]): Promise<{ code: number; text: string }> {
    let text = ''
    const code = await runClubCommand(services, args, (printed) => {
      text += printed
    })
    return { code, text }
  }
  async function exportFile(): Promise<ClubFile & { events: Show[] }> {
    const path = join(folder.path, `out-${++exports}`, 'club.json')
    await runExport(services, 'marlow', path, false)
    return JSON.parse(readFileSync(path, 'utf8'))
  }
  /** Beside the pictures of the newest export, or of the first file. */
  const importFile = (file: unknown, ...options: string[]) =>
    run(
      'import',
      folder.write(file, exports === 0 ? 'edited.json' : `out-${exports}/edited.json`),
      ...options,
    )
  const findId = async (ref: string) => String((await rows.getRow(club, 'event', { ref })).id)
  const countOf = async (table: 'event' | 'member') => (await rows.listRows(club, table)).length
  async function copyShow(): Promise<string> {
    expect((await run('event', await findId('show'), '--copy', '--ref', 'next', '--yes')).code).toBe(0)
    return findId('next')
  }

  it('removes nothing unasked, and nothing of a list that the file does not have', async () => {
    const { showfield, club: own, memberTypes, members, ...lists } = makeClubFile()
    const [show] = lists.events ?? []
    const members0 = await countOf('member')
    await copyShow()
    const kept = {
      showfield,
      club: own,
      events: [{ ...show, entries: [], vendors: [], maps: [], places: [], voters: [] }],
    }
    const cut = JSON.parse(JSON.stringify(kept, (key, value) => (key === 'member' ? undefined : value)))
    delete cut.club.homePage
    const asked = await importFile(cut, '--prune')
    expect(asked.code).toBe(1)
    expect(asked.text).toMatch(/^It would remove (?!.*member).*3 cars.*\. Nothing was changed\. .*--yes/m)
    expect(asked.text).toMatch(
      /The file does not have these lists.*\n(?: {2}.*\n)* {2}3 members: "Kit Hale", "Omar Diaz", "Ruth Hale"\n/,
    )
    expect(asked.text).not.toMatch(/of 2027:|settings/)
    expect(asked.text).toMatch(
      /Made here and not in the file, so that it stays:\n {2}1 event: "Marlow Show" of 2027/,
    )
    expect(await rows.listRows(club, 'entry')).toHaveLength(3)
    expect((await importFile(cut, '--prune', '--yes')).code).toBe(0)
    expect([await countOf('member'), await countOf('event')]).toEqual([members0, 2])
    expect(await rows.listRows(club, 'entry')).toEqual([])
  })

  it('says of each value that --overwrite takes what it was and is, and whether it was changed here', async () => {
    await copyShow()
    const file = await exportFile()
    const [show] = file.events
    Object.assign(show?.entries?.find(({ number }) => number === '102') ?? {}, { color: 'Grey' })
    await rows.changeRows(club, 'entry', { car_number: '102' }, { color: 'Typed here' })
    await rows.changeRows(club, 'judge', { code: '41' }, { phone: '+15555550199' })
    const taken = await importFile(file, '--overwrite', '--dry-run')
    expect(taken.text).toMatch(
      /car 102 "1931 Austin Seven" of event "Marlow Show" of 2026: color "Typed here" → "Grey" \(was changed here since\)/,
    )
    expect(taken.text).toMatch(
      /judge 41 "M\. Okafor" of event "Marlow Show" of 2027: phone "\+15555550199" → "/,
    )
    expect(taken.text).not.toMatch(/events\[|[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  it('takes one event alone with --event, and nothing else of the file', async () => {
    const id = await copyShow()
    const file = await exportFile()
    await rows.changeRows(club, 'entry', { car_number: '102' }, { color: 'Typed here' })
    const [show, next] = file.events
    if (show === undefined || next === undefined) throw new Error('no copy')
    Object.assign(next, { place: 'The park' })
    Object.assign(show, { place: 'Nowhere', tickets: [] })
    const all = await importFile(file, '--event', id, '--overwrite', '--prune')
    expect(all).toMatchObject({ code: 0 })
    expect(all.text).toMatch(
      /^Changed:\n {2}event "Marlow Show" of 2027: place "Fairground" → "The park"\nThe club/m,
    )
    expect(all.text).toContain(': 0 created, 1 changed, ')
    expect(await rows.getRow(club, 'event', { ref: 'show' })).toMatchObject({ place: 'Fairground' })
    const without = await importFile({ ...file, events: [show] }, '--event', id)
    expect(without.code).toBe(1)
    expect(without.text).toContain(`events: has no 'next', which is number ${id} here, "Marlow Show"`)
    expect((await importFile(file, '--event', '999999')).text).toContain('the club has no number 999999')
  })

  it('drops from a copy what its file no longer has, until somebody has something of it', async () => {
    const id = await copyShow()
    const file = await exportFile()
    const next = file.events[1]
    const [map] = next?.maps ?? []
    map?.elements?.splice(0, 2)
    Object.assign(next ?? {}, { tickets: [] })
    const told = await importFile(file)
    expect(told.text).toMatch(
      /No longer in the file \(--prune removes them\):\n(?: {2}.*\n)* {2}space A1 of event/,
    )
    const eventId = Number(id)
    await rows.changeRows(club, 'event', { id: eventId }, { published: true })
    const held = await importFile(file, '--prune')
    expect(held.text).toContain(`because it is published; 'event ${id} --unpublish' hides it`)
    await rows.changeRows(club, 'event', { id: eventId }, { published: false })
    await rows.insertRow(club, 'entry', { event_id: eventId, car_number: '150', class_number: 1 })
    const taken = await importFile(file, '--prune')
    expect(taken.code).toBe(0)
    expect(taken.text).toContain('stay, because people have something of it: 1 ')
    expect(taken.text).toMatch(/2 spaces of event "Marlow Show" of 2027: A1, /)
    await database.inTenant(club.id, (tx) => tx.deleteFrom('entry').where('car_number', '=', '150').execute())
    const asked = await importFile(file, '--prune')
    expect(asked.text).toContain('It would remove 2 spaces, 1 ticket. Nothing was changed.')
    expect((await importFile(file, '--prune', '--yes')).code).toBe(0)
    const [show, after] = (await exportFile()).events
    expect(after?.tickets).toBeUndefined()
    expect(after?.maps?.[0]?.elements).toHaveLength(1)
    expect(show?.maps?.[0]?.elements).toHaveLength(3)
  })

  it('brings nothing back that was removed here, whoever made it, and names the events that it makes', async () => {
    const id = await copyShow()
    const file = await exportFile()
    Object.assign(file.events[1] ?? {}, { published: true })
    await run('event', id, '--remove', '--yes')
    const again = await importFile(file)
    expect(again.text).toContain('event "Marlow Show" of 2027: was removed online and stays removed')
    expect(again.text).toContain(': 0 created, ')
    expect(await countOf('event')).toBe(1)
    // who wants it again makes it again
    await copyShow()
    expect(await countOf('event')).toBe(2)
    // the same by another door
    const when = { activity_on: '2026-07-04', start_time: '09:00', end_time: '10:00' }
    const { id: parade } = await rows.insertRow(club, 'activity', { ...when, title: 'Parade' })
    const withParade = await exportFile()
    expect(await run('activities', 'remove', String(parade))).toMatchObject({ code: 0 })
    expect((await importFile(withParade)).text).toContain('activity "Parade": was removed online and stays')
    const other = { ...file.events[0], ref: 'autumn', name: 'Autumn Show', voters: [], judges: [] }
    const made = await importFile({ ...file, events: [file.events[0], { ...other, ...bare }] }, '--dry-run')
    expect(made.text).toMatch(/Would be created:\n {2}1 event: "Autumn Show" of 2026\n/)
  })
})

/** An event without what belongs to another. */
const bare = {
  ...{ schedule: [], tickets: [], classes: [], vendors: [], maps: [], places: [], entries: [] },
  ...{ shiftSchedules: [], judgingForms: [], judges: [], voters: [], voting: 0, registration: false },
}

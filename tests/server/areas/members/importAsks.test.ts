// An import by table asks what the roster shows of people who have not chosen it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashRows } from '../../../support/database/rowHash.ts'

describeOnEachEngine('an import by table', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let files = 0
  /** Of somebody who is nobody else. */
  const someNew = () => ({ fname: `Una${++files}`, lname: 'Roe', email: `una${files}@table.example` })
  const write = (tags: string, { fname, lname, email } = someNew()) => {
    const path = join(folder, `asks${++files}.csv`)
    writeFileSync(
      path,
      `First Name,Last,Email Address,Expires,Tags\n${fname},${lname},${email},12/31/2030,${tags}\n`,
    )
    return { path, email }
  }
  const take = (path: string, ...more: string[]) =>
    run('members', 'import', path, '--default-type', String(club.memberTypes.open), ...more)
  const read = async (email: string) => {
    const member = await world.getRow(club, 'member', { email })
    const { roster } = await world.getRow(club, 'member_settings', { member_id: member.id })
    return { tags: member.tags, officerTags: member.officer_tags, roster }
  }

  it('takes nothing before the officer has said both, and a dry run says that it will ask', async () => {
    const { path, email } = write('Owes a key')
    const before = await hashRows(world.database, club.id)
    const dry = await expectDone(take(path, '--dry-run'))
    expect(dry).toContain('The import will ask. The file has tags')
    expect(dry).toContain('There are new members')
    expect(await expectRefused(take(path, '--roster', 'hide'))).toContain('say --tags roster')
    expect(await expectRefused(take(path, '--tags', 'officers'))).toContain('say --roster show')
    expect(await hashRows(world.database, club.id)).toBe(before)
    await expectDone(take(path, '--tags', 'officers', '--roster', 'hide'))
    expect(await read(email)).toEqual({ tags: [], officerTags: ['Owes a key'], roster: false })
    const other = write('Judge')
    await expectDone(take(other.path, '--tags', 'roster', '--roster', 'show'))
    expect(await read(other.email)).toEqual({ tags: ['Judge'], officerTags: [], roster: true })
  })

  it('asks neither where there are no tags and nobody is new, and adds to what a member has', async () => {
    const { email } = club.people.member
    const { fname, lname } = await world.getRow(club, 'member', { email })
    const known = { fname, lname, email }
    await expectDone(take(write('', known).path))
    const before = await read(email)
    const { path } = write('Board', known)
    expect(await expectRefused(take(path, '--update'))).not.toContain('--roster')
    await expectDone(take(path, '--update', '--tags', 'officers'))
    expect(await read(email)).toEqual({ ...before, officerTags: ['Board'] })
  })
})

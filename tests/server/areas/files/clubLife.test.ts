// Officers keep the club's calendar and its files.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { toWholePaths } from '../../../../src/server/assembly/parse.ts'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashRows } from '../../../support/database/rowHash.ts'

describeOnEachEngine('the calendar and the files on the command line', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let token: string
  beforeAll(async () => {
    token = await world.signIn(club, 'member')
    await world.deleteRows(club, 'activity')
    await world.deleteRows(club, 'media_file')
    await world.deleteRows(club, 'folder')
  })

  const say = (...args: (string | number)[]) => expectDone(run(...args))
  const refuse = async (...args: (string | number)[]) => {
    const before = await hashRows(world.database, club.id)
    const text = await expectRefused(run(...args))
    expect(await hashRows(world.database, club.id)).toBe(before)
    return text
  }
  const findNumber = (text: string) => Number(/^(?:Activity|File) (\d+)/.exec(text)?.[1])

  describe('activities', () => {
    const read = async () => {
      const span = { start: Date.UTC(2026, 0, 1, 12), end: Date.UTC(2027, 0, 1) }
      return (await world.ask(club, 'get_activities', span, { token })).activities ?? []
    }

    it('are added, changed and removed, and members see it', async () => {
      const said = await say(
        ...['activities', 'add', '--date', '2026-07-04', '--start', '9:30', '--end', '12:00'],
        ...['--title', 'Parade', '--text', 'Bring a flag.\nAnd water.'],
      )
      expect(said).toMatch(/^Activity \d+, Parade, Jul 4, 2026, 9:30 AM to 12:00 PM, is in the calendar\.\n$/)
      const id = findNumber(said)
      expect(await read()).toEqual([
        {
          id,
          date: '2026-07-04',
          start: '09:30',
          end: '12:00',
          title: 'Parade',
          description: 'Bring a flag.\nAnd water.',
        },
      ])
      expect(await say('activities', 'change', id, '--date', '2026-07-05', '--text', '')).toContain(
        'Jul 5, 2026',
      )
      expect(await read()).toMatchObject([{ id, date: '2026-07-05', title: 'Parade', description: '' }])
      expect(await say('activities')).toMatch(
        /No\. +Day +Time +Title\n\d+ +Jul 5, 2026 +9:30 AM to 12:00 PM +Parade\n1 activity from today on\. Times are the club's/,
      )
      await say('activities', 'remove', id)
      expect(await read()).toEqual([])
    })

    it('that are past are listed when they are asked for', async () => {
      await say(
        ...['activities', 'add', '--date', '2026-01-10', '--start', '22:00', '--end', '01:00'],
        '--title',
        'Night',
      )
      expect(await say('activities')).toContain('0 activities from today on.')
      expect(await say('activities', '--all')).toContain('10:00 PM to 1:00 AM')
    })

    it.each([
      [['add', '--date', '2026-07-04', '--start', '9:00', '--end', '10:00'], 'needs --date DAY'],
      [
        ['add', '--date', '2026-02-30', '--start', '9:00', '--end', '10:00', '--title', 'A'],
        '--date must be a day',
      ],
      [
        ['add', '--date', '2026-07-04', '--start', '24:00', '--end', '10:00', '--title', 'A'],
        '--start must be a time',
      ],
      [
        ['add', '--date', '2026-07-04', '--start', '9:00', '--end', '9:00', '--title', 'A'],
        'ends when it starts',
      ],
      [
        ['add', '--date', '2026-07-04', '--start', '9:00', '--end', '10:00', '--title', ' '],
        '--title must be one line',
      ],
      [['change', '999999', '--title', 'A'], 'has no activity 999999'],
      [['change', '1'], 'needs what is new'],
      [['remove', 'one'], 'ACTIVITY must be a number'],
      [['remove', '999999'], 'has no activity 999999'],
      [['remove', '1', '--title', 'A'], 'has no option --title'],
      [['delete', '1'], "has no way 'delete'"],
    ])('%s is refused', async (words, reason) => {
      expect(await refuse('activities', ...words)).toContain(reason)
    })
  })

  describe('files', () => {
    const write = async (name: string, content: string) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    }
    const list = async () => world.ask(club, 'get_media', {}, { token })

    it('are shared in folders, replaced and taken away', async () => {
      expect(await say('files')).toContain('0 files, 0 folders.')
      await say('files', 'folder', 'Minutes', '--color', '#A5201D')
      await say('files', 'folder', 'Forms')
      const text = findNumber(await say('files', 'add', await write('x.txt', 'Notes'), '--name', 'Notes'))
      expect((await list()).media).toMatchObject([{ contentType: 'text/plain' }])
      await say('files', 'remove', text)
      const path = await write('Spring minutes.PDF', '%PDF-1.4 first')
      const said = await say('files', 'add', path, '--folder', 'minutes')
      const id = findNumber(said)
      expect(said).toContain(
        `File ${id}, Spring minutes (application/pdf, 1 kB), is shared with the members.`,
      )
      const { media, folders } = await list()
      expect(folders).toEqual([
        { id: expect.any(String), label: 'Minutes', color: '#a5201d' },
        { id: expect.any(String), label: 'Forms', color: '' },
      ])
      expect(media).toMatchObject([
        { id, name: 'Spring minutes', contentType: 'application/pdf', bytes: 14, parent: folders?.[0]?.id },
      ])
      const table = await write('other.csv', 'a,b\n')
      await say('files', 'replace', id, table, '--name', 'Numbers')
      expect((await list()).media).toMatchObject([{ id, name: 'Numbers', contentType: 'text/csv', bytes: 4 }])
      await say('files', 'folder', 'minutes', '--color', '#000000')
      await say('files', 'remove-folder', 'MINUTES')
      expect((await list()).media).toMatchObject([{ id, parent: '0' }])
      expect(await say('files')).toMatch(/Numbers +text\/csv +1 kB/)
      await say('files', 'remove', id)
      expect((await list()).media).toEqual([])
    })

    it('are named and typed by the officer where the file does not say it', async () => {
      const path = await write('notes.bin', 'hello')
      expect(await refuse('files', 'add', path)).toContain('Nothing says of what type notes.bin is')
      expect(await refuse('files', 'add', path, '--type', 'text/html')).toContain('--type must be one of')
      await say('files', 'add', path, '--type', 'text/rtf', '--name', 'Notes of spring')
      expect((await list()).media).toMatchObject([{ name: 'Notes of spring', contentType: 'text/rtf' }])
    })

    it('are refused with the reason', async () => {
      const path = await write('a.pdf', '%PDF')
      const reasons: [(string | number)[], string][] = [
        [['add', join(folder, 'missing.pdf')], 'There is no file'],
        [['add', await write('empty.pdf', '')], 'The file is empty'],
        [['add', folder, '--type', 'text/csv'], 'There is no file'],
        [['add', path, '--folder', 'Nowhere'], "has no folder 'Nowhere'. It has: Forms."],
        [['add', path, '--name', 'x'.repeat(129)], '--name must be one line'],
        [['add'], "'files add' needs FILE"],
        [['replace', 999_999, path], 'has no file 999999'],
        [['remove', 999_999], 'has no file 999999'],
        [['folder', 'Forms'], 'has a folder Forms already'],
        [['folder', ' '], "A folder's name must be one line"],
        [['folder', 'New', '--color', 'red'], '--color must be like'],
        [['remove-folder', 'Nowhere'], "has no folder 'Nowhere'"],
      ]
      for (const [words, reason] of reasons) expect(await refuse('files', ...words)).toContain(reason)
    })
  })

  it('gives the server whole paths of the files that words name', () => {
    const whole = (...args: string[]) => toWholePaths(args, (path) => `/here/${path}`)
    expect(whole('files', 'add', 'a.pdf', '--name', 'add')).toEqual([
      'files',
      'add',
      '/here/a.pdf',
      '--name',
      'add',
    ])
    expect(whole('files', 'replace', '7', 'a.pdf')).toEqual(['files', 'replace', '7', '/here/a.pdf'])
    expect(whole('files', 'folder', 'Minutes')).toEqual(['files', 'folder', 'Minutes'])
    expect(whole('files', 'remove', '7')).toEqual(['files', 'remove', '7'])
    expect(whole('members', 'import', 'b.csv')).toEqual(['members', 'import', '/here/b.csv'])
    expect(whole('constructor', 'import', 'b.csv')).toEqual(['constructor', 'import', 'b.csv'])
  })
})

// The files that commands write: none is replaced unless the officer says so, and a lost one can be made again.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpOffice } from '../../../support/clubs/officer.ts'

describe('a file that an officer asks for', () => {
  const { world, club, run, folder } = setUpOffice('embedded')

  beforeAll(async () => {
    // the seeded telephone is no number, which a club file refuses
    await world.changeRows(club, 'judge', {}, { phone: '+15550100200' })
  })

  const countOpen = async () =>
    Number(/: (\d+) ballots? open/.exec((await run('voters', club.show.id)).text)?.[1])

  it.each([
    ['voters --page', (path: string) => ['voters', club.show.id, '--page', path]],
    ['judges --page', (path: string) => ['judges', club.show.id, '--links', '--page', path]],
    ['results --csv', (path: string) => ['results', club.show.id, '--csv', path]],
    ['results --json', (path: string) => ['results', club.show.id, '--json', path]],
    ['receipts --json', (path: string) => ['receipts', club.show.id, '--json', path]],
    ['ballots --json', (path: string) => ['ballots', club.show.id, '--paper', '--list', '--json', path]],
    ['ballots --csv', (path: string) => ['ballots', club.show.id, '--paper', '--list', '--csv', path]],
    ['orders --csv', (path: string) => ['orders', '--csv', path]],
    ['orders --json', (path: string) => ['orders', '--json', path]],
    ['reconcile --json', (path: string) => ['reconcile', '--json', path]],
    // the seeded pictures have rows and no files
    ['export', (path: string) => ['export', path, '--without-missing']],
    ['backup', (path: string) => ['backup', path, '--without-missing']],
  ])(
    'is written by %s only where no file is, or with --overwrite, in a folder that is there',
    async (name, toArgs) => {
      const mistyped = join(folder, 'mistyped', 'file')
      expect(await run(...toArgs(mistyped), '--overwrite')).toEqual({
        code: 1,
        text: `There is no folder ${join(folder, 'mistyped')}. Nothing was changed.\n`,
      })
      expect(readdirSync(folder)).not.toContain('mistyped')
      const path = join(folder, `${name.replaceAll(' ', '')}.file`)
      writeFileSync(path, 'mine')
      expect(await run(...toArgs(path))).toEqual({
        code: 1,
        text: `There is already a file ${path}. Nothing was changed. Give another name, or replace it with --overwrite.\n`,
      })
      expect(readFileSync(path, 'utf8')).toBe('mine')
      expect(await run(...toArgs(path), '--overwrite')).toMatchObject({ code: 0 })
      expect(readFileSync(path, 'utf8')).not.toBe('mine')
      rmSync(path)
      await run(...toArgs(path))
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder).filter((file) => file.includes('new'))).toEqual([])
    },
  )

  it('stops new ballots and new links before they are made', async () => {
    const path = join(folder, 'taken.html')
    writeFileSync(path, 'the cards of yesterday')
    const before = await countOpen()
    const refused = await run('voters', club.show.id, '--create', '5', '--page', path)
    expect([refused.code, await countOpen()]).toEqual([1, before])
    expect((await run('judges', club.show.id, '--add', 'F1', '--links', '--page', path)).code).toBe(1)
    expect((await run('judges', club.show.id)).text).not.toContain('F1')
    expect(readFileSync(path, 'utf8')).toBe('the cards of yesterday')
  })

  it('is printed again with every unused ballot when the page is lost', async () => {
    const [first, again] = [join(folder, 'first.html'), join(folder, 'again.html')]
    await run('voters', club.show.id, '--create', '3', '--page', first)
    const links = [...readFileSync(first, 'utf8').matchAll(/voterballot\/[0-9a-f-]{36}/g)].map(String)
    rmSync(first)
    const { code, text } = await run('voters', club.show.id, '--page', again)
    expect(code, text).toBe(0)
    const page = readFileSync(again, 'utf8')
    for (const link of links) expect(page).toContain(link)
    expect(page.match(/<article>/g)).toHaveLength(await countOpen())
  })

  it('is made by one of two officers who want the same name at once', async () => {
    const path = join(folder, 'once.csv')
    const both = await Promise.all([
      run('results', club.show.id, '--csv', path),
      run('results', club.show.id, '--csv', path),
    ])
    expect(both.map(({ code }) => code).sort(), JSON.stringify(both)).toEqual([0, 1])
    expect(readFileSync(path, 'utf8')).toContain('form or class')
  })

  it('has a name of its own, and what the disk refuses is said in a sentence', async () => {
    const path = join(folder, 'same')
    expect(await run('results', club.show.id, '--csv', path, '--json', path)).toMatchObject({ code: 2 })
    const tooLong = join(folder, `${'x'.repeat(300)}.html`)
    const refused = await run('voters', club.show.id, '--create', '1', '--page', tooLong)
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('cannot be written')])
    expect(refused.text).toContain(`voters ${club.show.id} --page FILE prints`)
  })
})

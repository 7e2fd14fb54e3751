// Papers as they are typed: no vote is lost or counted twice, and the officer reads what was understood.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { setUpOffice } from '../../../support/clubs/officer.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('papers as they are typed', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let one: string
  let two: string
  /** A number of the first car's class that no car has. */
  let nobody: string

  beforeAll(async () => {
    const { cars } = await world.callerOf(club).call('get_entries', { eventId: club.show.id })
    one = cars[0]?.number ?? ''
    two = cars.find(({ carClass }) => carClass !== cars[0]?.carClass)?.number ?? ''
    nobody = `${cars[0]?.carClass}98765`
  })

  const paper = (...args: string[]) => run('ballots', club.show.id, '--paper', ...args)

  function enter(text: string, ...args: string[]) {
    const path = join(folder, 'papers.csv')
    writeFileSync(path, text)
    return paper('--from', path, ...args)
  }

  const count = async () => Number(/(\d+) counted/.exec((await paper('--list')).text)?.[1])

  it('in a table whose votes stand in several cells are refused, and none of its votes is lost', async () => {
    const before = await count()
    expect(await enter(`number,votes\r\n30,${one},${two}\r\n31,${one}\r\n`)).toEqual({
      code: 1,
      text: `One thing is wrong in the file:\n  line 2: '${two}' stands in a column without a heading. The votes of a paper stand in one cell, with spaces between them.\nNothing was changed. Correct the file and enter it again.\n`,
    })
    for (const text of [
      `number,votes,\n30,${one},${two}\n`,
      `number,votes,votes\n30,${one},${two}\n`,
      `number,votes,second\n30,${one},${two}\n`,
    ]) {
      expect(await enter(text)).toMatchObject({ code: 1 })
    }
    expect(await count()).toBe(before)
    expect(await enter(`number,votes,\r\n30,${one} ${two},\r\n`)).toMatchObject({ code: 0 })
    expect((await paper('--list')).text).toMatch(new RegExp(`^30 +${one} ${two} `, 'm'))
  })

  it('in a table are all refused with every fault of it, by line', async () => {
    await paper('--number', '40', '--votes', one)
    const before = await count()
    const { code, text } = await enter(
      `number;votes;voter\n41;;\nno number;${one};\n42;nonsense;\n40;${two};\n43;${one};me\n44;${one}\n`,
    )
    expect(code).toBe(1)
    expect(text).toBe(
      [
        '5 things are wrong in the file:',
        '  line 2, votes: Paper 41 has no votes. If nothing is chosen on it, write empty as its votes.',
        '  line 3, number: A paper ballot has its number as written on it: letters, digits and hyphens.',
        '  line 4: Paper 42: nonsense does not belong to any class of this event.',
        `  line 5: Paper 40 was counted before, with ${one}. --correct 40 changes its votes.`,
        '  line 6, voter: Paper 43: the voter must be the UUID from the link.',
        'Nothing was changed. Correct the file and enter it again.',
        '',
      ].join('\n'),
    )
    expect(await count()).toBe(before)
    expect(await enter(`number;votes\n44;${one} ${two}\n45;empty\n`)).toMatchObject({ code: 0 })
    expect(await count()).toBe(before + 2)
    expect((await enter(`papers of Saturday\n46;${one}\n`)).text).toContain(
      'line 1: no line names the columns of a table of papers: number,votes,voter.',
    )
    expect((await enter(`number,votes\n46,"${one}\n`)).text).toContain('line 2: a quote (") begins here')
  })

  it('may have a title, a total and signs that nobody sees, and only papers count', async () => {
    const before = await count()
    const { code, text } = await enter(
      `Papers of Saturday\nnumber;votes;voter\n\u200b47;${one}\u200b ${two};\nTotal;2;\nnumber;votes;voter\n48.0;empty;\n`,
    )
    expect(code, text).toBe(0)
    expect(text).toContain("line 1: Above the headings, and left out: 'Papers of Saturday'\n")
    expect(text).toContain("line 4: 'Total, 2' is none of the records. The line is left out.\n")
    expect(text).toContain('line 5: the headings once more. The line is left out.\n')
    expect(await count()).toBe(before + 2)
    const list = (await paper('--list')).text
    expect(list).toMatch(new RegExp(`^47 +${one} ${two} `, 'm'))
    expect(list).toMatch(/^48 +empty /m)
  })

  it('come from a workbook too', async () => {
    const path = join(folder, 'papers.xlsx')
    const sheets = {
      Papers: [
        ['number', 'votes'],
        [49, Number(one)],
        ['A50', `${one} ${two}`],
      ],
      Notes: [['x']],
    }
    writeFileSync(path, makeWorkbook(sheets))
    const asked = await paper('--from', path)
    expect([asked.code, asked.text]).toEqual([1, expect.stringContaining('--sheet NAME')])
    const { code, text } = await paper('--from', path, '--sheet', 'Papers')
    expect([code, text]).toEqual([0, expect.stringContaining('2 paper ballots are counted.')])
    const list = (await paper('--list')).text
    expect(list).toMatch(new RegExp(`^49 +${one} `, 'm'))
    expect(list).toMatch(new RegExp(`^A50 +${one} ${two} `, 'm'))
  })

  it('count once, whatever the writing of their number', async () => {
    await paper('--number', '017', '--votes', one)
    await paper('--number', 'A9', '--votes', one)
    // an earlier version made the key of the number as it was typed
    await world.database.inTenant(club.id, async (tx) => {
      const key = randomUUID()
      const { voter_id: id } = await tx
        .updateTable('ballot')
        .set({ key })
        .where('paper_number', '=', '017')
        .returning('voter_id')
        .executeTakeFirstOrThrow()
      await tx.updateTable('voter').set({ uuid: key }).where('id', '=', id).execute()
    })
    const before = await count()
    for (const [number, was] of [
      ['17', '017'],
      ['0017', '017'],
      ['a9', 'A9'],
      ['A09', 'A9'],
    ] as const) {
      expect((await paper('--number', number, '--votes', one)).text).toContain('is not counted again')
      expect(await paper('--number', number, '--votes', two)).toEqual({
        code: 1,
        text: expect.stringContaining(`Paper ${was} was counted before`),
      })
    }
    expect(await count()).toBe(before)
    expect(await paper('--void', '17', '--reason', 'Torn')).toMatchObject({ code: 0 })
    expect(await count()).toBe(before - 1)
    expect((await paper('--list')).text).toMatch(/^017 /m)
  })

  it('are shown as they were understood, and no car that does not exist is counted without a question', async () => {
    const shown = await paper('--number', '60', '--votes', `${two} ${one}`)
    const [first, second] = [one, two].sort()
    expect(shown.text).toMatch(
      new RegExp(`^Paper 60: ${first}, .+; ${second}, .+\\n1 paper ballot is counted`),
    )
    expect((await paper('--number', '61', '--empty')).text).toContain('Paper 61: empty\n')
    const before = await count()
    expect(await paper('--number', '62', '--votes', nobody)).toEqual({
      code: 1,
      text: `Paper 62: no car has the number ${nobody}. With --yes the vote is counted all the same. Nothing was changed.\n`,
    })
    const table = `number,votes\n63,${one}\n64,${nobody}\n`
    expect((await enter(table)).text).toContain(`line 3: Paper 64: no car has the number ${nobody}.`)
    const corrected = ['--correct', '60', '--votes', nobody, '--reason', 'Read again']
    expect(await paper(...corrected)).toMatchObject({ code: 1 })
    expect(await count()).toBe(before)
    expect(await enter(table, '--yes')).toEqual({
      code: 0,
      text: expect.stringContaining(`Paper 64: ${nobody}, not in the list`),
    })
    expect((await paper(...corrected, '--yes')).text).toContain(
      `Paper 60: ${nobody}, not in the list of cars\n`,
    )
    expect(await count()).toBe(before + 2)
  })
})

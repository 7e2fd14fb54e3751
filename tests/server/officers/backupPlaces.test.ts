// A backup where its place refuses it: a sentence and 1, and no half file.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClubFile, makeFolder, putPictures } from '../../support/clubs/clubFiles.ts'
import { createPlace, describeOnPostgres } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { runProgram } from '../../support/processes/program.ts'

const root = join(import.meta.dirname, '..', '..', '..')

// the embedded database itself would stop at a limit of this process
describeOnPostgres('a backup whose place refuses it', () => {
  let place: Awaited<ReturnType<typeof createPlace>>
  let env: Record<string, string>
  beforeAll(async () => {
    const folder = makeFolder()
    await putPictures(folder)
    place = await createPlace('postgres')
    env = { DATA_DIR: place.options.dataDir, DATABASE_URL: place.options.databaseUrl ?? '' }
    const imported = await runProgram('src/server/club.ts', ['import', folder.write(makeClubFile())], env)
    expect(imported.code).toBe(0)
  })
  afterAll(() => place.remove())

  it('is refused by a folder that is not there, or is not ours', async () => {
    const folder = makeTestFolder()
    expect(await runProgram('src/server/club.ts', ['backup', join(folder, 'none', 'a.backup')], env)).toEqual(
      {
        code: 1,
        output: `There is no folder ${join(folder, 'none')}. Nothing was changed.\n`,
      },
    )
    if (process.getuid?.() !== 0) return
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o755 })
    for (const each of [folder, place.options.dataDir]) chmodSync(each, 0o755)
    for (let above = folder; above !== '/'; above = join(above, '..')) chmodSync(above, 0o755)
    const path = join(closed, 'a.backup')
    const stranger = { uid: 65534 }
    expect(
      await runProgram(
        'src/server/club.ts',
        ['backup', path],
        { ...env, DATA_DIR: makeTestFolder() },
        stranger,
      ),
    ).toEqual({ code: 1, output: `The file ${path} cannot be written: this user may not write there.\n` })
  })

  it('ends where there is no more room, and leaves nothing', () => {
    const folder = makeTestFolder()
    const path = join(folder, 'a.backup')
    const script = `ulimit -f 2; exec "$0" src/server/club.ts backup "$1"`
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, process.execPath, path], {
      ...{ cwd: root, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' },
    })
    expect([status, stdout + stderr]).toEqual([
      1,
      `The file ${path} cannot be written: it is larger than this user may write.\n`,
    ])
    expect(readdirSync(folder)).toEqual([])
  })
})

// One of two machines is killed in the middle of its work with the storage they share; the other goes on with it. Orders
// that are killed in the middle are in `order/processes.test.ts`, mails and notifications in `sending.test.ts`.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { tokenHeader } from '../../../src/contract/caller.ts'
import { allowLongPauses } from '../../../src/server/db/clubRows.ts'
import { recurringLimits } from '../../../src/server/limits/jobs.ts'
import { storagePartBytes } from '../../../src/server/limits/machine.ts'
import { makeClubFile, makeFolder, putPictures } from '../../support/clubs/clubFiles.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { createPlace, describeOnPostgres } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { sendRequest } from '../../support/database/world.ts'
import { runProgram } from '../../support/processes/program.ts'
import { type ServerProcess, startServerProcess } from '../../support/processes/serverProcess.ts'
import { holdWrite, killCommand } from '../../support/storage/killedProgram.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const storage = setUpStorageSandbox()

describeOnPostgres('of two machines with one storage', () => {
  const world = setUpClubWorld('postgres', { env: () => toStorageEnvironment(storage.get()) })
  const { a } = world.clubs
  let other: ServerProcess
  let token = ''
  const start = async (): Promise<void> => {
    other = await startServerProcess({
      databaseUrl: world.database.options.databaseUrl,
      dataDir: makeTestFolder(),
      now: world.now(),
      env: toStorageEnvironment(storage.get()),
    })
  }
  beforeAll(async () => {
    await start()
    token = await world.signIn(a, 'member')
  })
  afterEach(() => storage.get().misbehave())
  afterAll(() => other.kill())

  const listKeys = (start: string) =>
    [...storage.get().bucket.objects.keys()].filter((key) => key.startsWith(start)).sort()
  const post = async (port: number, input: object): Promise<Record<string, unknown>> => {
    const { text } = await sendRequest(port, '/dart/core', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [tokenHeader]: token },
      body: JSON.stringify({ tenantId: a.id, ...input }),
    })
    return JSON.parse(text) as Record<string, unknown>
  }
  let height = 30
  let sent = 0
  async function drawRide() {
    height += 1
    const imageData = `data:image/png;base64,${(await photo(900, height)).toString('base64')}`
    return { action: 'create_member_ride', key: randomUUID(), make: 'Nash', images: [{ imageData }] }
  }
  /** The same call again, through the one that lives. */
  async function sendAgain(ride: object): Promise<void> {
    const { id, success } = await post(world.port, ride)
    expect(success).toBe(true)
    sent += 1
    const { rides } = (await post(world.port, { action: 'get_member_rides' })) as {
      rides: { id: number; images: { imageData: string }[] }[]
    }
    const same = rides.filter((one) => one.id === id)
    expect(same).toHaveLength(1)
    await start()
    for (const port of [world.port, other.port]) {
      for (const width of [100, 400]) {
        const { status } = await sendRequest(port, `${same[0]?.images[0]?.imageData}&w=${width}`, {})
        expect(status).toBe(200)
      }
    }
    expect(await world.countRows(a, 'ride', { make: 'Nash' })).toBe(sent)
  }

  it('one is killed while a picture goes up, and the same call to the other stores it @proof', async () => {
    const ride = await drawRide()
    const { untilHeld } = holdWrite(storage.get(), { key: 'pictures/member/', place: 2 })
    const lost = post(other.port, ride).catch(() => 'lost')
    await untilHeld()
    await other.kill()
    expect(await lost).toBe('lost')
    storage.get().misbehave()
    await sendAgain(ride)
  }, 120_000)

  it('one is killed when the picture is stored and nothing names it yet @proof', async () => {
    const ride = await drawRide()
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { promise: shut, resolve: tellShut } = Promise.withResolvers<void>()
    const holding = world.database.withoutClub(async (tx) => {
      await allowLongPauses(tx)
      await sql.raw('lock table ride in exclusive mode').execute(tx)
      tellShut()
      await opened
    })
    await shut
    const lost = post(other.port, ride).catch(() => 'lost')
    const countWaiting = async () => {
      const { rows } = await world.database.withoutClub((tx) =>
        sql`select from pg_locks where relation = 'ride'::regclass and not granted`.execute(tx),
      )
      return rows.length
    }
    await expect.poll(countWaiting, { timeout: 30_000, interval: 10 }).toBe(1)
    await other.kill()
    expect(await lost).toBe('lost')
    open()
    await holding
    await sendAgain(ride)
  }, 120_000)

  it('one is killed in a step that comes back by the clock, and the other takes it when its time is over @proof', async () => {
    // what nothing names any more is removed by one of them
    const before = listKeys('pictures/member/')
    const { id } = await post(world.port, await drawRide())
    expect(listKeys('pictures/member/').length).toBe(before.length + 2)
    await post(world.port, { action: 'delete_member_ride', id })
    const { everyMs, leaseMs } = recurringLimits.removeUnusedPictures
    let isHeld = false
    storage.get().misbehave(({ method }) => {
      if (method !== 'DELETE') return undefined
      isHeld = true
      return 'stall'
    })
    // by the clock of this one alone
    other.setNow(world.now() + 5 * everyMs)
    const dying = other.runDue()
    await expect.poll(() => isHeld, { timeout: 30_000, interval: 5 }).toBe(true)
    await other.kill()
    await dying
    storage.get().misbehave()
    world.pass(5 * everyMs + leaseMs)
    await world.engine.runDue()
    expect(listKeys('pictures/member/')).toEqual(before)
    expect(await world.countRows(null, 'stored_object', {})).toBe(before.length)
  }, 120_000)
})

describeOnPostgres('a command that is killed on one of two machines', () => {
  let place: Awaited<ReturnType<typeof createPlace>>
  const folder = makeFolder()
  const slug = 'marlow'
  beforeAll(async () => {
    place = await createPlace('postgres')
    await putPictures(folder)
    // larger than one part of a backup
    folder.put('rules.pdf', randomBytes(storagePartBytes + 2 ** 20))
    const imported = await club(['import', folder.write(makeClubFile())])
    expect(imported.code, imported.output).toBe(0)
  }, 120_000)
  afterEach(() => storage.get().misbehave())
  afterAll(() => place.remove())

  /** The settings of a machine that has nothing of its own. */
  const makeMachine = (dataDir = makeTestFolder()) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: place.options.databaseUrl ?? '',
    ...toStorageEnvironment(storage.get()),
  })
  const club = (args: readonly string[], env: Record<string, string> = makeMachine()) =>
    runProgram('src/server/club.ts', args, env)
  const listKeys = (start: string) =>
    [...storage.get().bucket.objects.keys()].filter((key) => key.startsWith(start)).sort()

  it('wrote an export, and the other writes it whole under the same name @proof', async () => {
    const args = ['export', 'storage:killed/club.json', '--tenant', slug]
    await killCommand(storage.get(), { key: 'kept/killed/', place: 3 }, args, makeMachine())
    expect(listKeys('kept/killed/club.json')).toEqual([])
    const again = await club(args)
    expect(again.code, again.output).toBe(0)
    const whole = ['export', 'storage:whole/club.json', '--tenant', slug]
    expect((await club(whole)).code).toBe(0)
    const names = (folder: string) => listKeys(`kept/${folder}/`).map((key) => key.replace(folder, ''))
    expect(names('killed')).toEqual(names('whole'))
    const read = (name: string) => storage.get().bucket.objects.get(`kept/${name}/club.json`)?.etag
    expect(read('killed')).toBe(read('whole'))
    // nothing of it lies on the machine that reads it
    const dataDir = makeTestFolder()
    const same = await club(['import', 'storage:killed/club.json', '--dry-run'], makeMachine(dataDir))
    expect([same.code, same.output]).toEqual([0, expect.stringContaining('Dry run, nothing was changed.')])
    expect(same.output).toContain(': 0 created, 0 changed, ')
    expect(readdirSync(dataDir)).toEqual([])
  }, 120_000)

  it('made a backup, and the other makes it under the same name and restores it @proof', async () => {
    const name = 'storage:killed.backup'
    await killCommand(storage.get(), { key: 'kept/killed.backup', place: 2 }, ['backup', name], makeMachine())
    expect(listKeys('kept/killed.backup')).toEqual([])
    const again = await club(['backup', name])
    expect(again.code, again.output).toBe(0)
    // a third machine, with a database and a part of the storage of its own
    const third = await createPlace('postgres')
    const machine = makeMachine(third.options.dataDir)
    const env = { ...machine, DATABASE_URL: third.options.databaseUrl ?? '' }
    const restored = await club(['restore', name], env)
    expect(restored.code, restored.output).toBe(0)
    const checked = await club(['storage', 'check'], env)
    expect(checked.code, checked.output).toBe(0)
    expect(existsSync(join(third.options.dataDir, 'files'))).toBe(false)
    await third.remove()
  }, 120_000)
})

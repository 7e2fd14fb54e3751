import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerEngine } from '../../../src/server/assembly/workerEngine.ts'
import { type Config, parseConfig } from '../../../src/server/process/config.ts'
import type { Call, Engine } from '../../../src/server/process/engine.ts'
import { type SeededClubs, seedClubs } from '../../support/clubs/clubs.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

describe('the engine in a thread of its own', () => {
  const database = setUpDatabase('embedded')
  let config: Config
  let clubs: SeededClubs
  let engine: Engine
  beforeAll(async () => {
    clubs = await seedClubs(database, Date.now())
    await database.close()
    config = parseConfig({ DATA_DIR: database.options.dataDir, DEFAULT_TENANT: 'harbor' }, [])
    engine = await startWorkerEngine(config, (error) => {
      throw error
    })
  })
  afterAll(() => engine.close())

  function call(body: Record<string, unknown>): Call {
    const json = Buffer.from(JSON.stringify(body))
    return { json, token: null, hostSlug: null, peer: '192.0.2.1', requestId: 'r' }
  }

  it('answers calls, many at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, () =>
        engine.dispatch(call({ action: 'get_entries', eventId: clubs.a.show.id })),
      ),
    )
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 200, action: 'get_entries', code: null, token: null })
  })

  it('gives packs ready to send, and says when nothing has changed', async () => {
    const found = await engine.findPack('harbor', clubs.a.show.id, null)
    if (found === undefined || found.pack === 'unchanged') throw new Error('no pack')
    const { pack, soldVendors } = found
    expect(JSON.parse(Buffer.from(pack.plain).toString())).toMatchObject({
      success: true,
      version: pack.version,
    })
    expect(await engine.findPack('harbor', clubs.a.show.id, pack.version)).toEqual({
      pack: 'unchanged',
      soldVendors,
    })
    expect(await engine.findPack('harbor', 999_999, null)).toBeUndefined()
    expect(await engine.findPack('nobody', clubs.a.show.id, null)).toBeUndefined()
  })

  it('counts what others may have to see, and not what visitors, judges and voters write', async () => {
    const before = engine.countPackChanges()
    const signIn = {
      action: 'member_login',
      tenantId: clubs.a.id,
      username: 'nobody@example.org',
      password: 'x',
    }
    expect((await engine.dispatch(call(signIn))).status).toBe(200)
    expect(engine.countPackChanges()).toBe(before)
    const shown = ['judges', String(clubs.a.show.id), '--add', 'J77', '--tenant', 'harbor']
    const printed: string[] = []
    expect(await engine.runClubCommand(shown, (text) => printed.push(text)), printed.join('')).toBe(0)
    expect(engine.countPackChanges()).not.toBe(before)
  })

  it('knows the faces of clubs', async () => {
    expect(await engine.findClub(null)).toMatchObject({ slug: 'harbor', name: 'Harbor Classics' })
    expect(await engine.findClub('nobody')).toBeUndefined()
    expect(await engine.findEventSummary('mesa', clubs.b.show.id)).toMatchObject({
      name: 'Mesa Motor Club Show',
    })
  })

  it("prints what an officer's command says as it comes", async () => {
    const said: string[] = []
    expect(await engine.runClubCommand(['clubs'], (text) => void said.push(text))).toBe(0)
    expect(said.join('')).toContain('mesa')
  })

  it('is ready when it is prepared', async () => {
    expect(engine.isReady()).toBe(false)
    await engine.prepare(() => undefined)
    expect(engine.isReady()).toBe(true)
  })

  it('says by name why it cannot open', async () => {
    await expect(startWorkerEngine(config, () => undefined)).rejects.toMatchObject({ name: 'FolderInUse' })
    const { message } = await startWorkerEngine(config, () => undefined).then(
      () => new Error('it opened'),
      (error: Error) => error,
    )
    expect(message).toMatch(/^The data folder .+ is in use by another Showfield process/)
  })
})

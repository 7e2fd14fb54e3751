// Pictures and files lie in a storage on another machine: two servers that share nothing else but PostgreSQL show the
// same, and what the storage cannot do is said and loses nothing.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ActionName, Answer } from '../../../src/contract/index.ts'
import { dayMs, hourMs, minuteMs } from '../../../src/domain/time.ts'
import { pictureMemoryMs } from '../../../src/server/limits/machine.ts'
import { storeFile } from '../../../src/server/storage/files.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { type SecondMachine, startSecondMachine } from '../../support/processes/secondMachine.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const storage = setUpStorageSandbox()

describeOnPostgres('two machines with one storage', () => {
  const world = setUpClubWorld('postgres', { env: () => toStorageEnvironment(storage.get()) })
  const { a } = world.clubs
  let other: SecondMachine
  let token = ''
  beforeAll(async () => {
    other = await startSecondMachine(world)
    token = await world.signIn(a, 'member')
  })
  afterAll(() => other.stop())

  let height = 20
  /** Each call gives another picture. */
  async function draw(width = 300) {
    height += 1
    const picture = await photo(width, height)
    return { imageData: `data:image/png;base64,${picture.toString('base64')}` }
  }
  const call = async <N extends ActionName>(action: N, input: Record<string, unknown>) =>
    (await world.ask(a, action, input, { token })) as Answer<N> & { code?: string }
  async function share(images: readonly object[]): Promise<{ id: number; address: string }> {
    const { id = 0 } = await call('create_member_ride', { make: 'Nash', images })
    const { rides } = await call('get_member_rides', {})
    return { id, address: rides?.find((ride) => ride.id === id)?.images[0]?.imageData ?? '' }
  }
  const listKeys = () => [...storage.get().bucket.objects.keys()]
  const listLocal = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'))
      : []
  async function pass(ms: number) {
    world.pass(ms)
    token = await world.signIn(a, 'member')
  }

  it('a picture that was sent to one is seen through the other, in each width, and once from its disk', async () => {
    const { address } = await share([await draw(900)])
    const [, hash = ''] = /([0-9a-f]{40})/.exec(address) ?? []
    const own = listKeys()
      .filter((key) => key.includes(hash))
      .sort()
    expect(own.map((key) => key.replace(/.*-/, ''))).toEqual(['160.webp', '400.webp'])
    expect(listLocal(join(world.config.dataDir, 'pictures', 'member')).join()).not.toContain(hash)
    const asked = storage.get().requests.length
    const sizes = new Map<string, number>()
    for (const machine of [other, world, other]) {
      for (const width of ['', '&w=100', '&w=400', '&w=5000']) {
        const { status, headers, bytes } = await machine.send(`${address}${width}`)
        expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
        expect(sizes.get(width) ?? bytes.length).toBe(bytes.length)
        sizes.set(width, bytes.length)
        const etag = headers.etag ?? ''
        expect(
          (await machine.send(`${address}${width}`, { headers: { 'if-none-match': etag } })).status,
        ).toBe(304)
      }
    }
    const requests = storage.get().requests.slice(asked)
    // each width once for each machine: all else comes from their disks, and nothing is listed
    expect(requests.every((request) => request.startsWith('GET pictures/member/'))).toBe(true)
    expect(requests).toHaveLength(2 * 2)
    expect((await other.send(`/media/member/${'0'.repeat(40)}.webp`)).status).toBe(404)
    expect(storage.get().requests).toHaveLength(asked + 4)
  })

  it('a crowd that looks at one picture fetches it once', async () => {
    const { address } = await share([await draw(300)])
    const asked = storage.get().requests.length
    const answers = await Promise.all(Array.from({ length: 30 }, () => other.send(address)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(storage.get().requests).toHaveLength(asked + 1)
  })

  it('a picture that does not come as it was stored is not shown, and not kept', async () => {
    const { address } = await share([await draw(300)])
    for (const trouble of ['wrong', 'half', 'fail', 'cut'] as const) {
      storage.get().misbehave(() => trouble)
      const answer = await other.send(address)
      expect([answer.status, answer.json().code]).toEqual([503, 'unavailable'])
      expect(answer.headers['retry-after']).toBeDefined()
    }
    storage.get().misbehave()
    expect((await other.send(address)).status).toBe(200)
    storage.get().misbehave(() => 'fail')
    // what a machine has once fetched does not need the storage
    expect((await other.send(address)).status).toBe(200)
  })

  it('a disk that loses what was kept, or is full, fetches it again', async () => {
    const { address } = await share([await draw(300)])
    expect((await other.send(address)).status).toBe(200)
    rmSync(join(other.config.dataDir, 'cache'), { recursive: true })
    writeFileSync(join(other.config.dataDir, 'cache'), 'no folder')
    expect((await other.send(address)).status).toBe(200)
    rmSync(join(other.config.dataDir, 'cache'))
    const { bytes } = await other.send(address)
    const cache = join(other.config.dataDir, 'cache')
    await vi.waitFor(() => expect(listLocal(cache)).toHaveLength(1))
    // as a power cut may leave it
    for (const name of listLocal(cache)) writeFileSync(join(cache, name), Buffer.alloc(bytes.length))
    expect((await other.send(address)).bytes.equals(bytes)).toBe(true)
  })

  it.each(['fail', 'full', 'wrong', 'cut'] as const)(
    'a picture that the storage does not take (%s) is refused to try again, and the form goes through then',
    async (trouble) => {
      const image = await draw()
      const before = listKeys()
      storage.get().misbehave(({ method }) => (method === 'PUT' ? trouble : undefined))
      expect(await call('create_member_ride', { make: 'Nash', images: [image] })).toMatchObject({
        success: false,
        code: 'unavailable',
      })
      expect(await call('create_post', { message: 'Without a picture' })).toMatchObject({ success: true })
      storage.get().misbehave()
      expect(listKeys()).toEqual(before)
      const { address } = await share([image])
      expect((await other.send(address)).status).toBe(200)
    },
  )

  it('a refused call leaves no picture, nor does a removal that was broken off', async () => {
    const before = listKeys()
    const image = await draw(200)
    const refused = () => call('update_member_ride', { id: 2 ** 31 - 1, images: [image] })
    expect((await refused()).code).toBe('ride-not-found')
    expect(listKeys()).toEqual(before)
    storage.get().misbehave(({ method }) => (method === 'DELETE' ? 'fail' : undefined))
    expect((await refused()).code).toBe('ride-not-found')
    expect(listKeys().length).toBeGreaterThan(before.length)
    // the storage may still carry it out: whoever sends it again must not rely on what is there
    expect((await call('create_member_ride', { make: 'Nash', images: [image] })).code).toBe('unavailable')
    storage.get().misbehave()
    await pass(3 * minuteMs)
    await other.engine.runDue()
    expect(listKeys()).toEqual(before)
    expect((await other.send((await share([image])).address)).status).toBe(200)
  })

  it('a picture that nothing names any more goes, from the storage and from what machines show', async () => {
    const { id, address } = await share([await draw(200)])
    expect((await other.send(address)).status).toBe(200)
    const before = listKeys().length
    expect(await call('delete_member_ride', { id })).toMatchObject({ success: true })
    await pass(dayMs + hourMs)
    await Promise.all([world.engine.runDue(), other.engine.runDue()])
    await pass(dayMs + hourMs)
    await Promise.all([world.engine.runDue(), other.engine.runDue()])
    expect(listKeys()).toHaveLength(before - 2)
    expect(pictureMemoryMs).toBeLessThanOrEqual(10 * minuteMs)
    expect((await world.send(address)).status).toBe(404)
  })

  it('the link of a file opens it through each machine, whole, in parts, and never damaged', async () => {
    const content = randomBytes(300_000)
    const row = { name: 'Rules', content_type: 'application/pdf', folder_id: null, shared: true }
    await world.insertRow(a, 'media_file', {
      ...row,
      ...(await storeFile(world, content)),
      created_at: new Date(world.now()),
    })
    const { media } = await world.callerOf(a, token).call('get_media', { shared: true })
    const url = media.find(({ name }) => name === 'Rules')?.url ?? ''
    for (const machine of [world, other]) {
      expect((await machine.send(url)).bytes.equals(content)).toBe(true)
      const part = await machine.send(url, { headers: { range: 'bytes=299990-' } })
      expect([part.status, part.bytes.equals(content.subarray(299_990))]).toEqual([206, true])
      expect((await machine.send(url, { method: 'HEAD' })).headers['content-length']).toBe('300000')
    }
    for (const trouble of ['half', 'wrong'] as const) {
      storage.get().misbehave(() => trouble)
      // the answer has begun: only a line that breaks off says that it is not all
      await expect(other.send(url)).rejects.toThrow()
    }
    storage.get().misbehave(() => 'fail')
    expect((await other.send(url)).status).toBe(503)
    storage.get().misbehave()
    // it gives what somebody else has stored: nobody gets all of it, nor a part
    const { objects } = storage.get().bucket
    const [key = '', right] = [...objects].find(([, { bytes }]) => bytes.equals(content)) ?? []
    const theirs = [...objects.values()].find(({ bytes }) => !bytes.equals(content))
    if (theirs === undefined || right === undefined) throw new Error('the storage has no other object')
    objects.set(key, theirs)
    expect((await other.send(url)).status).toBe(503)
    expect((await other.send(url, { headers: { range: 'bytes=0-9' } })).status).toBe(503)
    objects.set(key, right)
    expect((await other.send(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    objects.clear()
    expect((await other.send(url)).status).toBe(404)
  })

  it('a picture that the storage takes for another is not shown', async () => {
    const [mine, theirs] = [await share([await draw(300)]), await share([await draw(300)])]
    const { objects } = storage.get().bucket
    const listOf = ({ address }: { address: string }) => {
      const [, hash = ''] = /([0-9a-f]{40})/.exec(address) ?? []
      return [...objects.keys()].filter((key) => key.includes(hash))
    }
    const right = listOf(mine).map((key) => [key, objects.get(key)] as const)
    for (const [place, key] of listOf(theirs).entries()) {
      const object = objects.get(key)
      if (object !== undefined) objects.set(right[place]?.[0] ?? '', object)
    }
    for (const machine of [world, other]) expect((await machine.send(mine.address)).status).toBe(503)
    for (const [key, object] of right) if (object !== undefined) objects.set(key, object)
    for (const machine of [world, other]) expect((await machine.send(mine.address)).status).toBe(200)
  })
})

describeOnPostgres('a storage whose links are signed', () => {
  const world = setUpClubWorld('postgres', {
    env: () => {
      const { STORAGE_URL, ...credentials } = toStorageEnvironment(storage.get())
      return { ...credentials, STORAGE_URL: `${STORAGE_URL}&links=signed` }
    },
  })

  it('gives files out itself, to whoever has their link, and as attachments', async () => {
    const { a } = world.clubs
    // the storage's clock is this machine's
    world.pass(Date.now() - world.now())
    const token = await world.signIn(a, 'member')
    const content = randomBytes(3000)
    const row = { name: 'Rules', content_type: 'application/pdf', folder_id: null, shared: true }
    const stored = await storeFile(world, content)
    await world.insertRow(a, 'media_file', { ...row, ...stored, created_at: new Date(world.now()) })
    const { media } = await world.callerOf(a, token).call('get_media', { shared: true })
    const url = media.find(({ name }) => name === 'Rules')?.url ?? ''
    const { status, headers } = await world.send(url)
    expect([status, headers['cache-control']]).toEqual([302, 'private, no-store'])
    const answer = await fetch(headers.location ?? '')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Rules.pdf"/)
    expect((await world.send(url.replace(/proof=./, 'proof=x'))).status).toBe(404)
    expect((await world.send(url, { method: 'HEAD' })).status).toBe(200)
  })
})

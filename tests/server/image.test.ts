// The image of Containerfile, built and started as compose.yaml does it: two processes on one PostgreSQL and one volume.
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { endpointPath, tokenHeader } from '../../src/contract/caller.ts'
import { ownVersion } from '../../src/server/process/version.ts'
import { createPlace, describeOnPostgres } from '../support/database/database.ts'
import { makeTestFolder } from '../support/database/testFolder.ts'
import { type Container, startContainer } from '../support/hosting/container.ts'
import { installPrograms } from '../support/hosting/debian.ts'
import { buildImage, type Image } from '../support/hosting/image.ts'
import { makePng } from '../support/pixels/plainPicture.ts'
import { findFreePort } from '../support/processes/freePort.ts'

const programs = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', runc: 'runc' }
const commit = ownVersion.commit ?? '0'.repeat(40)
const compose = parse(readFileSync(join(import.meta.dirname, '..', '..', 'compose.yaml'), 'utf8'), {
  merge: true,
})
const graceMs = Number.parseInt(compose.services.one.stop_grace_period, 10) * 1000

interface Demo {
  tenants: { subdomain: string; events: { id: number }[]; members: { email: string; password: string }[] }[]
}

describeOnPostgres('the image @proof', () => {
  let reason: string | undefined
  let image: Image
  let place: Awaited<ReturnType<typeof createPlace>>
  let folder = ''
  const running = new Set<Container>()
  beforeAll(async () => {
    reason = process.platform === 'linux' ? installPrograms(programs) : 'containers need Linux'
    if (reason === undefined && process.getuid?.() !== 0) reason = 'containers are made here by root alone'
    if (reason !== undefined) return
    place = await createPlace('postgres', 'empty')
    folder = makeTestFolder()
    image = await buildImage(commit)
    for (const volume of Object.keys(image.config.Volumes)) {
      mkdirSync(toHostPath(volume), { recursive: true, mode: 0o700 })
      chownSync(toHostPath(volume), Number(image.config.User), 0)
    }
  }, 900_000)
  afterAll(async () => {
    for (const container of running) await container.kill()
    await image?.dispose()
    await place?.remove()
  })
  beforeEach((test) => test.skip(reason !== undefined, reason))

  const toHostPath = (volume: string) => join(folder, 'volumes', volume)
  interface Started extends Container {
    readonly origin: string
  }
  async function start(name: string, args: readonly string[] = [], more = {}): Promise<Started> {
    const port = await findFreePort()
    const container = startContainer({
      ...{ image, name, folder, args },
      env: {
        ...{ DATABASE_URL: place.options.databaseUrl ?? '', HOST: '127.0.0.1', PORT: String(port) },
        ...{ ORIGIN: `http://localhost:${port}`, ...more },
      },
      volumes: Object.fromEntries(Object.keys(image.config.Volumes).map((path) => [path, toHostPath(path)])),
    })
    running.add(container)
    return { ...container, origin: `http://127.0.0.1:${port}` }
  }
  const isReady = ({ origin }: Started) =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  async function startReady(name: string, args?: readonly string[]): Promise<Started> {
    const container = await start(name, args)
    await expect.poll(() => isReady(container), { timeout: 120_000, interval: 100 }).toBe(true)
    return container
  }
  async function stop(container: Started): Promise<void> {
    const from = performance.now()
    expect(await container.stop()).toBe(0)
    expect(performance.now() - from).toBeLessThan(graceMs)
    for (const one of running) if (one.log === container.log) running.delete(one)
  }
  async function call({ origin }: Started, input: object, token?: string) {
    const answer = await fetch(origin + endpointPath, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { [tokenHeader]: token }),
      },
      body: JSON.stringify(input),
    })
    return {
      token: answer.headers.get(tokenHeader) ?? '',
      answer: (await answer.json()) as Record<string, unknown>,
    }
  }

  it('is not built without the commit that it is of', async () => {
    for (const args of [[], ['--build-arg', 'COMMIT=main']]) {
      expect(await image.buildWithout('--target', 'commit', ...args)).toContain('The build needs the commit')
    }
  })

  it('has one Node, no tools to build with, and nothing that was left out', () => {
    // no link is followed, which would lead to the machine
    const found = execFileSync('find', [image.root, '-type', 'f', '-printf', '/%P\n'], { maxBuffer: 2 ** 28 })
    const paths = found.toString('utf8').trimEnd().split('\n')
    const named = (pattern: RegExp) =>
      paths.filter((path) => pattern.test(path.slice(path.lastIndexOf('/') + 1)))
    expect(named(/^node$/)).toEqual(['/srv/showfield/node_modules/node/bin/node'])
    expect(named(/^(?:npm|npm-cli\.js|git|gcc|python3)$/)).toEqual([])
    expect(readdirSync(join(image.root, 'srv/showfield'))).not.toEqual(expect.arrayContaining(['tests']))
    expect(readdirSync(join(image.root, 'srv/showfield/.git'))).toEqual(['HEAD'])
    expect(named(/^\.env$|\.local$/)).toEqual([])
  })

  it('ends at once where it is told to before its database answers', async () => {
    const port = await findFreePort()
    const waiting = await start('waiting', [], { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` })
    await expect.poll(waiting.log, { timeout: 60_000 }).toContain('does not answer yet')
    await stop(waiting)
  })

  it('serves pages, people and pictures with two processes, and has all of it after they were stopped', async () => {
    const one = await startReady('one', ['--demo'])
    const two = await startReady('two')
    const demo = JSON.parse(readFileSync(join(toHostPath('/var/lib/showfield'), 'demo.json'), 'utf8')) as Demo
    const [club] = demo.tenants
    const [member] = club?.members ?? []
    const subdomain = club?.subdomain
    const page = await fetch(`${one.origin}/portal?subdomain=${subdomain}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!doctype html>')])
    const readPack = async ({ origin }: Started) => {
      const pack = await fetch(`${origin}/dart/pack/${club?.events[0]?.id}?subdomain=${subdomain}`)
      return (await pack.json()) as { version: string; event: object }
    }
    const pack = await readPack(one)
    expect(await readPack(two)).toMatchObject({ version: pack.version, event: pack.event })

    const { email, password } = member ?? {}
    const login = { action: 'member_login', subdomain, username: email, password, ttl: 24 }
    const { token, answer } = await call(one, login)
    expect(answer).toMatchObject({ success: true })
    const { buffer } = await makePng('ride.png', '#123456')
    const images = [{ imageData: `data:image/png;base64,${buffer.toString('base64')}` }]
    const shared = await call(one, { action: 'create_member_ride', subdomain, make: 'Nash', images }, token)
    expect(shared.answer).toMatchObject({ success: true })
    const seePicture = async (at: Started) => {
      const { answer: found } = await call(at, { action: 'get_member_rides', subdomain }, token)
      const rides = found.rides as { id: number; images: { imageData: string }[] }[]
      const ride = rides.find(({ id }) => id === shared.answer.id)
      const picture = await fetch(at.origin + ride?.images[0]?.imageData)
      return [picture.status, picture.headers.get('content-type')]
    }
    expect(await seePicture(two)).toEqual([200, 'image/webp'])

    for (const container of [one, two]) {
      expect(container.log()).not.toMatch(/Building|EROFS|Error/)
      expect(await container.exec('sh', '-c', 'touch /srv/showfield/x /x')).toMatchObject({ code: 1 })
      expect((await container.exec(...image.config.Healthcheck.Test.slice(1))).code).toBe(0)
    }
    const version = await one.exec('node', 'src/server/club.ts', 'version')
    expect(version).toEqual({ code: 0, output: expect.stringContaining(commit) })
    const kept = '/var/backups/showfield/all.backup'
    expect(await one.exec('node', 'src/server/club.ts', 'backup', kept)).toMatchObject({ code: 0 })
    const doctor = await two.exec('node', 'src/server/doctor.ts', '--backups', '/var/backups/showfield')
    expect(doctor).toEqual({ code: 0, output: expect.stringContaining('0 faults') })
    expect(doctor.output).toMatch(/good +backup/)

    await stop(one)
    expect(await seePicture(two)).toEqual([200, 'image/webp'])
    await stop(two)
    const again = await startReady('again')
    expect(await seePicture(again)).toEqual([200, 'image/webp'])
    expect((await call(again, login)).answer).toMatchObject({ success: true })
    await stop(again)
  })
})

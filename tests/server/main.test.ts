import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace } from '../support/database/database.ts'
import { sendRequest } from '../support/database/world.ts'
import { findFreePort } from '../support/processes/freePort.ts'

const root = join(import.meta.dirname, '..', '..')

/** With a domain of its own, a server needs no demo club. */
const withoutDemo = { HOST_DOMAIN: 'showfield.example', ORIGIN: 'https://showfield.example' }

interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly ended: Promise<number | null>
  output(): string
  errors(): string
}

describe('the process', () => {
  let place: Awaited<ReturnType<typeof createPlace>>
  let dataDir: string
  const children: ChildProcess[] = []
  beforeEach(async () => {
    place = await createPlace('embedded')
    dataDir = place.options.dataDir
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await place.remove()
  })

  async function start(env: Record<string, string> = {}, args = ['--app', dataDir]): Promise<Server> {
    const port = env.PORT === undefined ? await findFreePort() : Number(env.PORT)
    const { DATABASE_URL: _database, ORIGIN: _origin, ...rest } = process.env
    const child = spawn(process.execPath, [join(root, 'src/server/main.ts'), ...args], {
      cwd: root,
      env: { ...rest, ...withoutDemo, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    const ended = once(child, 'close').then(() => child.exitCode)
    return { child, port, ended, output: () => output, errors: () => errors }
  }

  async function isAlive({ port }: Server): Promise<boolean> {
    try {
      return (await sendRequest(port, '/healthz', {})).status === 200
    } catch {
      return false // not listening yet, or not any more
    }
  }

  async function startAlive(env: Record<string, string> = {}): Promise<Server> {
    const server = await start(env)
    await expect.poll(() => isAlive(server), { interval: 50 }).toBe(true)
    return server
  }

  it('ends with one sentence when something is wrong in the environment', async () => {
    const missing = { STRIPE_SECRET_KEY: 'sk_test_1' }
    const mixed = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    const servers = await Promise.all([start(missing), start(mixed)])
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([1, 1])
    expect(servers.map((server) => server.errors())).toEqual([
      'The three card keys belong together; missing: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.\n',
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY mix a live and a test key.\n',
    ])
    expect(servers.map((server) => server.output())).toEqual(['', ''])
  })

  it('ends with one sentence when it does not know an option', async () => {
    const server = await start({}, ['--verbose'])
    expect(await server.ended).toBe(1)
    expect(server.errors()).toBe(
      '"--verbose" is not an option of the server. Its options are --demo and --app FOLDER.\n',
    )
  })

  it('ends with one sentence when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const server = await start({ PORT: String(address.port) })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toBe(
      `Port ${address.port} is in use by another program. Stop that program, or set PORT to another port.\n`,
    )
    taken.close()
  })

  it('finds a free port where it may choose, and hands out addresses with it', async () => {
    const server = await start({ PORT: '0', HOST_DOMAIN: '', ORIGIN: '' })
    await expect
      .poll(() => server.output(), { timeout: 60_000, interval: 100 })
      .toContain('Showfield is ready')
    const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { origin: string }
    expect(server.output()).toContain(`${demo.origin}/portal?subdomain=alderhollow`)
    const { port } = new URL(demo.origin)
    expect((await sendRequest(Number(port), '/readyz', {})).status).toBe(200)
  })

  it.each([
    ['SIGTERM', ''],
    ['SIGINT', ' @proof'],
  ] as const)('on %s answers what it has begun, and ends well%s', async (signal, _tag) => {
    const server = await startAlive()
    const body = JSON.stringify({ action: 'get_tenant', subdomain: 'nobody' })
    const request = httpRequest({
      host: '127.0.0.1',
      port: server.port,
      path: '/dart/core',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    const answered = once(request, 'response')
    await new Promise((resolve) => request.write(body.slice(0, 10), resolve))
    // when a later request has an answer, the server has read this one too
    await sendRequest(server.port, '/healthz', {})
    server.child.kill(signal)
    await expect.poll(() => isAlive(server), { interval: 20 }).toBe(false)
    request.end(body.slice(10))
    const [response] = await answered
    expect(response.statusCode).toBe(404)
    response.resume()
    const started = performance.now()
    expect(await server.ended).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    // what it says of its settings, and no error
    expect(server.errors()).not.toMatch(/Error|\n {4}at /)
  })

  it('ends well also while it waits for its database', async () => {
    const port = await findFreePort()
    const server = await start({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` })
    await expect.poll(() => server.errors()).toContain('does not answer yet')
    server.child.kill('SIGTERM')
    // as the first process of a container it would not have ended at all
    expect(await server.ended).toBe(0)
  })
})

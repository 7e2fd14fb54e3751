// The image and what runs beside it, read as text: whether they fit the product and each other. `npm run proof -- many`
// builds the image and starts it.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { dirname, join, matchesGlob, normalize, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  keepAliveMs,
  longestCloseMs,
  longestReadinessMs,
  longestStopMs,
} from '../src/server/limits/machine.ts'
import { parseConfig, settingNames } from '../src/server/process/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Service {
  image: string
  build?: { dockerfile: string }
  environment?: Record<string, string>
  env_file?: string
  volumes?: string[]
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  privileged?: boolean
  user?: string
  depends_on?: string[] | Record<string, { condition: string }>
  networks?: { default: { ipv4_address: string } }
}
interface Compose {
  services: Record<string, Service>
  networks: { default: { ipam: { config: { subnet: string }[] } } }
  volumes: Record<string, null>
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const processes = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)
const caddyfile = read('Caddyfile').replaceAll(/^\s*#.*$/gm, '')

/** The instructions, each with its words in one line, and the stage that they are in. */
const instructions = read('Containerfile')
  .replaceAll(/^\s*#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [name = '', ...words] = line.split(' ')
    return { name, text: words.join(' ') }
  })
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const findAll = (wanted: string) => lastStage.filter(({ name }) => name === wanted).map(({ text }) => text)
const environment = Object.fromEntries(
  findAll('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=') as [string, string])),
)
const toSeconds = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1])

describe('the image', () => {
  it('is made from a base that the builder may choose, which is no moving one by itself', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text)
    expect(bases.map((text) => text.split(' ')[0])).toEqual(bases.map(() => `$\{BASE}`))
    const [base] = instructions.filter(({ name }) => name === 'ARG').map(({ text }) => text)
    expect(base).toMatch(/^BASE=docker\.io\/library\/debian:[a-z]+-slim$/)
  })

  it('has a user of its own, and health and end as the server has them', () => {
    const [user] = findAll('USER')
    expect(Number(user)).toBeGreaterThan(0)
    expect(findAll('RUN').join()).toContain(`--uid ${user} `)
    expect(findAll('STOPSIGNAL')).toEqual(['SIGTERM'])
    const [health = ''] = findAll('HEALTHCHECK')
    expect(read('src/server/assembly/edge.ts')).toContain(
      `app.get('${/:\$\{process\.env\.PORT\}(\/\w+)/.exec(health)?.[1]}'`,
    )
    expect(toSeconds(/--timeout=(\w+)/.exec(health)?.[1]) * 1000).toBeGreaterThan(longestReadinessMs)
  })

  it('sets only settings that there are, and says the port that it has', () => {
    const { NODE_ENV, ...settings } = environment
    expect(NODE_ENV).toBe('production')
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)))
    expect(findAll('EXPOSE')).toEqual([settings.PORT])
    expect(parseConfig(settings, [])).toMatchObject({
      port: Number(settings.PORT),
      dataDir: settings.DATA_DIR,
    })
    expect(findAll('VOLUME').join(' ').split(' ')).toContain(settings.DATA_DIR)
  })

  it('starts what is there, on an app that is built already', () => {
    const [script = '', ...options] = JSON.parse(findAll('ENTRYPOINT')[0] ?? '').slice(1) as string[]
    expect(existsSync(join(root, script))).toBe(true)
    expect(options).toEqual(['--app', 'dist'])
    const built = instructions.flatMap(({ name, text }) => (name === 'RUN' ? [text] : [])).join('\n')
    const [build = ''] = /src\/\S+\.ts/.exec(built) ?? []
    expect(existsSync(join(root, build))).toBe(true)
    expect(built.match(/npm [a-z]+ \S+/g)).toEqual(['npm ci --omit=dev'])
  })

  it('copies from the project what is there', () => {
    const copied = instructions
      .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
      .flatMap(({ text }) => text.split(' ').slice(0, -1))
    expect(
      copied.filter((path) => !existsSync(join(root, path)) || (path !== '.' && isLeftOut(path))),
    ).toEqual([])
    expect(copied).toContain('.')
  })
})

const leftOut = read('.containerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** As builders read it: from the project's root, and a folder with all that is in it. */
function isLeftOut(path: string): boolean {
  const parts = path.split('/')
  return parts.some((_, at) =>
    leftOut.some((pattern) => matchesGlob(parts.slice(0, at + 1).join('/'), pattern)),
  )
}

describe('what is left out of the image', () => {
  const files = globSync('**/*', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'data', '.cache', '.git', 'test-results'].includes(name),
  }).map((path) => path.split(sep).join('/'))
  const kept = files.filter((path) => !isLeftOut(path))

  it('is nothing that something in it loads', () => {
    const code = kept.filter((path) => /\.(?:[jt]sx?|html)$/.test(path))
    expect(code.length).toBeGreaterThan(1000)
    const missing = code.flatMap((path) =>
      [...read(path).matchAll(/(?:from|import|import\(|new URL\()\s*['"](\.{1,2}\/[^'"$]+)['"]/g)]
        .map(([, to = '']) => normalize(join(dirname(path), to.split('?')[0] ?? '')))
        .filter((to) => files.includes(to) && !kept.includes(to))
        .map((to) => `${path} → ${to}`),
    )
    expect(missing).toEqual([])
  })

  it('is nothing that a build depends on', () => {
    const [, list = ''] = /const sources = \[([^\]]+)\]/.exec(read('src/server/buildApp.ts')) ?? []
    const sources = [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
    expect(sources).toContain('src/app')
    for (const path of [...sources, 'package.json', '.npmrc', 'tsconfig.base.json'])
      expect([path, isLeftOut(path)]).toEqual([path, false])
  })

  it.each([
    '.git',
    '.env',
    'showfield.env',
    'database.password',
    'data/db',
    'all.backup',
    'node_modules',
    'tests',
    'dist',
  ])('is %s', (path) => {
    expect(isLeftOut(path)).toBe(true)
  })
})

describe('compose.yaml', () => {
  it('names versions, and nothing that moves', () => {
    for (const { image } of Object.values(compose.services)) {
      const [, tag] = /^[\w./-]+:([\w.-]+)$/.exec(image) ?? []
      expect([image, tag]).not.toEqual([image, undefined])
      expect(tag).not.toBe('latest')
    }
  })

  it('has two processes of one image on the same folders', () => {
    const [[, one], [, two], ...others] = processes as [[string, Service], [string, Service]]
    expect(others).toEqual([])
    expect(two).toEqual(one)
    expect(existsSync(join(root, one.build?.dockerfile ?? 'none'))).toBe(true)
    const written = one.volumes?.map((volume) => volume.split(':')[1])
    expect(written?.toSorted()).toEqual(findAll('VOLUME').join(' ').split(' ').toSorted())
  })

  it.each(processes)(
    'lets process %s write nothing else, and do nothing that it need not',
    (_name, service) => {
      expect(service).toMatchObject({
        ...{ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] },
        security_opt: ['no-new-privileges:true'],
      })
      expect([service.privileged, service.user]).toEqual([undefined, undefined])
      expect(toSeconds(service.stop_grace_period) * 1000).toBeGreaterThan(longestStopMs + longestCloseMs)
    },
  )

  it('gives the processes settings that they take', () => {
    for (const [, { environment: given = {} }] of processes) {
      expect(settingNames).toEqual(expect.arrayContaining(Object.keys(given)))
      const filled = Object.entries(given).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+[^}]*\}/g, 'secret'),
      ])
      const config = parseConfig({ ...environment, ...Object.fromEntries(filled) }, [])
      const { hostname, username, pathname } = new URL(config.databaseUrl ?? '')
      const { environment: ofDatabase = {} } = compose.services[hostname] ?? { image: '' }
      expect([username, pathname.slice(1)]).toEqual([ofDatabase.POSTGRES_USER, ofDatabase.POSTGRES_DB])
    }
  })

  it('lets them believe the proxy alone, at an address of its own', () => {
    const address = compose.services.caddy?.networks?.default.ipv4_address ?? ''
    for (const [, service] of processes) expect(service.environment?.TRUSTED_PROXY).toBe(address)
    const [{ subnet } = { subnet: '' }] = compose.networks.default.ipam.config
    const [net = '', bits] = subnet.split('/')
    const inside = new BlockList()
    inside.addSubnet(net, Number(bits))
    expect(inside.check(address)).toBe(true)
  })

  it('declares each volume that it uses, and uses each that it declares', () => {
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0] ?? ''),
    )
    const named = new Set(used.filter((name) => !name.startsWith('.')))
    expect([...named].sort()).toEqual(Object.keys(compose.volumes).sort())
    for (const path of used.filter((name) => name.startsWith('.')))
      expect(existsSync(join(root, path))).toBe(true)
  })
})

describe('the Caddyfile', () => {
  it('leads to the processes of compose.yaml, at their port, by the name of ORIGIN', () => {
    const all = [...caddyfile.matchAll(/reverse_proxy (.+) \{/g)].map(([, upstreams = '']) => upstreams)
    expect(all).toHaveLength(3)
    for (const upstreams of all) {
      expect(upstreams.split(' ').sort()).toEqual(
        processes.map(([name]) => `${name}:${environment.PORT}`).sort(),
      )
    }
    expect(caddyfile).toMatch(/^\{\$ORIGIN\} \{/m)
    expect(Object.keys(compose.services.caddy?.environment ?? {})).toEqual(['ORIGIN'])
  })

  it('asks whether a process is well, and waits as long as that may take', () => {
    const [, health] = /health_uri (\S+)/.exec(caddyfile) ?? []
    expect(read('src/server/assembly/edge.ts')).toContain(`app.get('${health}'`)
    expect(toSeconds(/health_timeout (\w+)/.exec(caddyfile)?.[1]) * 1000).toBeGreaterThan(longestReadinessMs)
  })

  it('keeps no connection for longer than the server does', () => {
    const caddysOwnMs = 120_000
    expect(keepAliveMs).toBeGreaterThan(caddysOwnMs)
  })
})

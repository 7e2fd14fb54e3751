// A container of an image as runc starts it: a root that nobody can write to, no rights, processes of its own, and the
// network of the machine.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from './image.ts'

export interface Container {
  /** Its log so far. */
  log(): string
  /** Runs a program inside, as its user. */
  exec(...words: readonly string[]): Promise<{ code: number; output: string }>
  /** Sends the signal with which the image wants to be stopped. The code that it ended with. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

export interface ContainerOptions {
  readonly image: Image
  readonly name: string
  /** For its own files. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** The machine's folder for each volume of the image. */
  readonly volumes: Readonly<Record<string, string>>
  /** Behind the words of the image. */
  readonly args?: readonly string[]
}

export function startContainer({
  image,
  name,
  folder,
  env,
  volumes,
  args = [],
}: ContainerOptions): Container {
  const { config } = image
  const bundle = join(folder, name)
  mkdirSync(bundle, { recursive: true })
  const process_ = {
    user: { uid: Number(config.User), gid: 0 },
    args: [...config.Entrypoint, ...args],
    env: [...config.Env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)],
    cwd: config.WorkingDir,
    capabilities: {},
    noNewPrivileges: true,
  }
  const temporary = { type: 'tmpfs', source: 'tmpfs' }
  const specification = {
    ociVersion: '1.0.2',
    root: { path: image.root, readonly: true },
    process: process_,
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', ...temporary, options: ['nosuid', 'strictatime', 'mode=755', 'size=65536k'] },
      { destination: '/tmp', ...temporary, options: ['nosuid', 'nodev', 'mode=1777'] },
      ...Object.keys(config.Volumes).map((destination) => ({
        ...{ destination, type: 'bind', source: volumes[destination] },
        options: ['bind', 'rw'],
      })),
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  }
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(specification))
  const state = ['--root', join(folder, 'state')]
  const child = spawn('runc', [...state, 'run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const ended = once(child, 'close').then(() => child.exitCode)
  const runc = (...words: readonly string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile('runc', [...state, ...words], (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
      })
    })
  return {
    log: () => log,
    exec: (...words) => runc('exec', name, ...words),
    async stop() {
      await runc('kill', name, config.StopSignal)
      return ended
    },
    async kill() {
      await runc('kill', name, 'KILL')
      await ended
    },
  }
}

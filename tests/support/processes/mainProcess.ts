// The server's own process, `src/server/main.ts`, on a database that is there already.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from './freePort.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export interface MainProcess {
  readonly port: number
  readonly pid: number
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
  /** As when the machine takes it away. */
  kill(): Promise<void>
}

/**
 * Resolves when it is ready to serve. It serves no app.
 *
 * @param onLine Hears of each line of its log.
 * @param folder Of the program, where it is not this one.
 */
export async function startMain(
  env: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
  { folder = root, args = [] }: { folder?: string; args?: readonly string[] } = {},
): Promise<MainProcess> {
  const port = env.PORT === undefined ? await findFreePort() : Number(env.PORT)
  const main = join(folder, 'src/server/main.ts')
  const child = spawn(process.execPath, [main, '--app', import.meta.dirname, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ORIGIN: `http://localhost:${port}`,
      ...env,
    },
    stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'inherit'],
  })
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', onLine ?? (() => undefined))
  const gone = once(child, 'close')
  const isReady = async (): Promise<boolean> => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
    } catch {
      return false // not listening yet
    }
  }
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready')
    await pause(50)
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

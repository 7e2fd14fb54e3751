// A command of the officers in its own process, which is killed where the storage keeps it waiting.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { StorageSandbox } from '../../../storage-sandbox/open.ts'
import { compileCache } from '../processes/compileCache.ts'

const club = join(import.meta.dirname, '..', '..', '..', 'src/server/club.ts')

/** The storage takes what comes before `place`, a count from 1, of the writes whose key has this text. */
export function holdWrite(
  storage: StorageSandbox,
  { key, place }: { key: string; place: number },
): { untilHeld(): Promise<void> } {
  let writes = 0
  let isHeld = false
  storage.misbehave((request) => {
    if (request.method !== 'PUT' || !request.key.includes(key)) return undefined
    writes += 1
    if (writes < place) return undefined
    isHeld = true
    return 'stall'
  })
  return {
    async untilHeld() {
      await expect.poll(() => isHeld, { timeout: 60_000, interval: 5 }).toBe(true)
    },
  }
}

/** SIGKILL, in the middle of that write. */
export async function killCommand(
  storage: StorageSandbox,
  at: { key: string; place: number },
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { untilHeld } = holdWrite(storage, at)
  const child = spawn(process.execPath, [club, ...args], {
    env: { PATH: process.env.PATH, ...compileCache, ...env },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  await Promise.race([untilHeld(), gone])
  expect(child.exitCode, 'it was over before it could be killed').toBe(null)
  child.kill('SIGKILL')
  await gone
  storage.misbehave()
}

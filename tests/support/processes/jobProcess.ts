// A process that does jobs of the kind `toy`, for tests that need two processes or must kill one.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type OpenOptions, openDatabase } from '../../../src/server/db/open.ts'
import { createLog } from '../../../src/server/process/log.ts'
import type { Services } from '../../../src/server/process/services.ts'
import { createRunner } from '../../../src/server/queue/runner.ts'

interface Word {
  is: 'open' | 'begun' | 'done'
  name?: string
}

export interface JobProcess {
  /** Begins to take jobs. */
  go(): void
  begun(): string[]
  done(): string[]
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
}

/** `hang`: it takes jobs and never ends one. */
export async function startJobProcess(
  options: OpenOptions,
  task: 'work' | 'hang' = 'work',
): Promise<JobProcess> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(options), task], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const words: Word[] = []
  child.on('message', (word: Word) => words.push(word))
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error('the process for jobs ended')
  const list = (is: Word['is']): string[] =>
    words.flatMap((word) => (word.is === is ? [word.name ?? ''] : []))
  const end = async (how: () => void): Promise<void> => {
    const exit = once(child, 'exit')
    how()
    await exit
  }
  return {
    go: () => void child.send('go'),
    begun: () => list('begun'),
    done: () => list('done'),
    stop: () => end(() => child.disconnect()),
    kill: () => end(() => void child.kill('SIGKILL')),
  }
}

async function work(options: OpenOptions, task: string | undefined): Promise<void> {
  const database = await openDatabase({ ...options, migrate: false })
  const say = (word: Word): void => void process.send?.(word)
  const services = { database, now: Date.now, newId: randomUUID } as unknown as Services
  const runner = createRunner({
    services,
    log: createLog({ write: () => undefined }),
    handlings: {
      toy: {
        async run({ name }: { name: string }) {
          say({ is: 'begun', name })
          // as long as a network call, so that both processes get work
          await (task === 'hang' ? new Promise(() => undefined) : pause(2))
          say({ is: 'done', name })
        },
        leaseMs: 60_000,
        atOnce: 4,
        mostAttempts: 3,
        firstPauseMs: 1000,
        longestPauseMs: 1000,
      },
    },
    recurring: [],
  })
  say({ is: 'open' })
  await once(process, 'message')
  await runner.start()
  await once(process, 'disconnect')
  await runner.stop()
  await database.close()
}

if (import.meta.main) await work(JSON.parse(process.argv[2] ?? '{}'), process.argv[3])

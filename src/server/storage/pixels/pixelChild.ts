// The server's side of one picture process: starts it, gives it orders, watches it, ends it.
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  longestPictureProcessStartMs,
  pictureHeapMegabytes,
  pictureMemoryEveryMs,
  pictureMemoryRestPart,
} from '../../limits/machine.ts'
import type { PixelAnswer, PixelOrder, PixelReply } from './pixelMessages.ts'

/** The end of a process that was not asked for. */
export interface PixelLoss {
  readonly reason: 'did not start' | 'too slow' | 'too much memory' | 'died'
  readonly signal: string | null
  readonly exitCode: number | null
}

/** A picture's order got no answer, because the process is gone. */
export class PixelsLost extends Error {
  readonly loss: PixelLoss

  constructor(loss: PixelLoss) {
    super(`the picture process is gone: ${loss.reason}`)
    this.name = 'PixelsLost'
    this.loss = loss
  }
}

export interface PixelChildOptions {
  /** The module that the process runs. */
  readonly entry: URL
  /** The memory of the process with everything in it. */
  readonly mostBytes: number
  /** For the answers to all orders of one picture together. */
  readonly mostMs: number
}

export interface PixelChild {
  /** Until `rest`, the process belongs to one picture, and keeps the server's process from ending by itself. */
  begin(): Promise<void>
  /** One after the other. Fails with `PixelsLost`. */
  ask(order: PixelOrder): Promise<PixelAnswer>
  /** It waits for the next picture, and keeps nothing running. */
  rest(): void
  /** Alive, and with most of its memory free for the next picture. */
  isFit(): boolean
  /** Resolves when the process is gone. */
  end(): Promise<void>
}

export function startPixelChild({ entry, mostBytes, mostMs }: PixelChildOptions): PixelChild {
  const child = fork(entry, [String(mostBytes)], {
    execArgv: [`--max-old-space-size=${pictureHeapMegabytes}`],
    serialization: 'advanced',
    env: pickEnvironment(process.env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let reason: PixelLoss['reason'] | undefined
  let loss: PixelLoss | undefined
  let leftMs = mostMs
  let restBytes = 0
  let waiting: { resolve(answer: PixelAnswer): void; reject(error: Error): void } | undefined
  const gone = Promise.withResolvers<void>()

  const kill = (why?: PixelLoss['reason']): void => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const onGone = (exitCode: number | null, signal: string | null): void => {
    loss ??= { reason: reason ?? 'died', signal, exitCode }
    waiting?.reject(new PixelsLost(loss))
    gone.resolve()
  }
  const expectAnswer = (): Promise<PixelAnswer> => {
    if (loss !== undefined) return Promise.reject(new PixelsLost(loss))
    return new Promise<PixelAnswer>((resolve, reject) => {
      waiting = { resolve, reject }
    }).finally(() => {
      waiting = undefined
    })
  }
  child.on('message', ({ answer, memoryBytes }: PixelReply) => {
    restBytes = memoryBytes
    waiting?.resolve(answer)
  })
  child.on('exit', onGone)
  child.on('error', () => {
    // without a number it never ran, and then it never ends either
    if (child.pid === undefined) onGone(null, null)
  })

  const started = startWithin(
    expectAnswer(),
    () => kill('did not start'),
    (lost) => {
      loss = { ...lost, reason: 'did not start' }
      return new PixelsLost(loss)
    },
  )
  // who begins sees it
  started.catch(() => undefined)

  return {
    begin() {
      leftMs = mostMs
      child.ref()
      child.channel?.ref()
      return started
    },
    async ask(order) {
      const answered = expectAnswer()
      const startedAt = performance.now()
      const deadline = setTimeout(() => kill('too slow'), leftMs)
      const watch = setInterval(() => {
        if (readMemory(child) > mostBytes) kill('too much memory')
      }, pictureMemoryEveryMs)
      try {
        // without its callback a closed channel would be an event; the end of the process follows anyway
        if (loss === undefined) child.send(order, () => undefined)
        return await answered
      } finally {
        clearTimeout(deadline)
        clearInterval(watch)
        leftMs -= performance.now() - startedAt
      }
    },
    rest() {
      child.unref()
      child.channel?.unref()
    },
    isFit: () => loss === undefined && reason === undefined && restBytes < mostBytes / pictureMemoryRestPart,
    end() {
      child.ref()
      kill()
      return gone.promise
    },
  }
}

async function startWithin(
  ready: Promise<unknown>,
  onLate: () => void,
  toFault: (loss: PixelLoss) => Error,
): Promise<void> {
  const late = setTimeout(onLate, longestPictureProcessStartMs)
  try {
    await ready
  } catch (error) {
    throw error instanceof PixelsLost ? toFault(error.loss) : error
  } finally {
    clearTimeout(late)
  }
}

/**
 * What it needs to load its libraries, and nothing of the server's keys and passwords. With one arena the C
 * library gives memory back that a picture does not need any more, where each thread would keep its own.
 */
function pickEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const given = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '1' }
}

/**
 * In memory and swapped out. Read from outside, because a decoder that has gone wrong need not let its own
 * process look. Other systems than Linux do not say it for nothing: there the process looks by itself, and the
 * limit of pixels counts.
 */
function readMemory({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'latin1').matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)
    return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)
  } catch {
    return 0 // it has just ended
  }
}

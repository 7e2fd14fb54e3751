// What a picture process does: one order after the other, until its server is gone.
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { pictureMemoryEveryMs } from '../../limits/machine.ts'
import type { DecodedPicture } from './decodePixels.ts'
import { PictureFault } from './pictureFault.ts'
import type { DecodeOrder, PixelAnswer, PixelOrder, PixelReply } from './pixelMessages.ts'

export type DecodePixels = (order: DecodeOrder) => Promise<DecodedPicture>

/** `mostBytes` is the memory of the whole process; above it, it ends itself. */
export function servePixels(decode: DecodePixels, mostBytes: number): void {
  let held: DecodedPicture | undefined
  const send = (answer: PixelAnswer): void => {
    const reply: PixelReply = { answer, memoryBytes: process.memoryUsage.rss() }
    process.send?.(reply, () => undefined)
  }

  async function answer(order: PixelOrder): Promise<PixelAnswer> {
    if (order.kind === 'decode') {
      held = undefined
      held = await decode(order)
      return held.answer
    }
    if (held === undefined) throw new Error('there is no picture to encode')
    return { kind: 'encoded', bytes: await held.encode(order.width) }
  }

  yieldToServer()
  // a terminal and a service manager signal to all processes at once, and the server still finishes its calls
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', endNow)
  process.on('message', (order: PixelOrder) => {
    // the server looks too, but its thread may be busy, and it sees nothing outside of Linux
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > mostBytes) endNow()
    }, pictureMemoryEveryMs)
    answer(order)
      .then(send, (error: unknown) => {
        if (!(error instanceof PictureFault)) throw error
        send({ kind: 'refused', reason: error.reason, message: error.message })
      })
      .finally(() => clearInterval(watch))
  })
  if (!process.connected) endNow()
  send({ kind: 'ready' })
}

/** `process.exit` would wait for the decoder's thread, which may never come back. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** The server's own threads go first, and if the machine has no memory left, the system takes this process. */
function yieldToServer(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // a system that does not allow it: then all are equal
  }
}

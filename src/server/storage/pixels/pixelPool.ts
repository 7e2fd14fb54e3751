// A few picture processes: started when there is a picture, used again, ended when there is none for a while.
import { createTurns } from '../../db/scope/turns.ts'
import { PictureFault, takesTooMuch } from './pictureFault.ts'
import {
  type PixelChild,
  type PixelChildOptions,
  type PixelLoss,
  PixelsLost,
  startPixelChild,
} from './pixelChild.ts'
import type { DecodedPixels, DecodeOrder } from './pixelMessages.ts'

export interface PixelPoolOptions extends PixelChildOptions {
  /** How many processes there are at most. */
  readonly most: number
  /** When more pictures than this wait, callers are told to come back. */
  readonly longestQueue: number
  /** How long a process without a picture stays. */
  readonly idleMs: number
  /** Hears of each process that ended without being asked to. */
  onLoss(loss: PixelLoss): void
}

/** One picture in a process. */
export interface Pixels {
  readonly decoded: DecodedPixels
  encode(width: number): Promise<Uint8Array>
}

export interface PixelPool {
  /** Decodes when it is the picture's turn. Fails with `PictureFault`, also when the picture takes its process along. */
  decode<T>(order: Omit<DecodeOrder, 'kind'>, work: (pixels: Pixels) => Promise<T>): Promise<T>
  /** Ends the processes that have nothing to do. The next picture starts a new one. */
  endIdle(): Promise<void>
}

export function createPixelPool(options: PixelPoolOptions): PixelPool {
  /** The last one had a picture most recently. */
  const idle: { child: PixelChild; timer: NodeJS.Timeout }[] = []
  const turns = createTurns({
    most: options.most,
    longestQueue: options.longestQueue,
    refuse: () =>
      new PictureFault('busy', 'Too many pictures are being read at this moment, please try again.'),
  })

  function takeChild(): PixelChild {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      clearTimeout(last.timer)
      if (last.child.isFit()) return last.child
    }
    return startPixelChild(options)
  }

  /** Resolves when nothing of it is left, or it waits for the next picture. */
  async function putBack(child: PixelChild): Promise<void> {
    if (!child.isFit()) return child.end()
    child.rest()
    const place = { child, timer: setTimeout(() => void endOne(place), options.idleMs).unref() }
    idle.push(place)
  }

  function endOne(place: (typeof idle)[number]): Promise<void> {
    clearTimeout(place.timer)
    const at = idle.indexOf(place)
    if (at >= 0) idle.splice(at, 1)
    return place.child.end()
  }

  async function run<T>(
    child: PixelChild,
    order: DecodeOrder,
    work: (pixels: Pixels) => Promise<T>,
  ): Promise<T> {
    await child.begin()
    const decoded = await child.ask(order)
    if (decoded.kind === 'refused') throw new PictureFault(decoded.reason, decoded.message)
    if (decoded.kind !== 'decoded') throw new Error(`a picture process answered: ${decoded.kind}`)
    return work({
      decoded,
      async encode(width) {
        const encoded = await child.ask({ kind: 'encode', width })
        if (encoded.kind !== 'encoded') throw new Error(`a picture process answered: ${encoded.kind}`)
        return encoded.bytes
      },
    })
  }

  return {
    decode: (order, work) =>
      turns.take(async () => {
        const child = takeChild()
        try {
          return await run(child, { kind: 'decode', ...order }, work)
        } catch (error) {
          if (!(error instanceof PixelsLost)) throw error
          options.onLoss(error.loss)
          throw toFault(error.loss)
        } finally {
          await putBack(child)
        }
      }),
    async endIdle() {
      await Promise.all([...idle].map(endOne))
    },
  }
}

/** Whatever ended the process while it had the picture, it is not tried again: that could go on for ever. */
function toFault({ reason }: PixelLoss): PictureFault {
  if (reason === 'did not start') {
    return new PictureFault('busy', 'Pictures cannot be read at this moment, please try again.')
  }
  return new PictureFault('broken', takesTooMuch)
}

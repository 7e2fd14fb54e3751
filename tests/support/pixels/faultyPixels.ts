// A picture process whose decoder goes wrong in the way that the picture asks for.
import { pbkdf2 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { decodePixels } from '../../../src/server/storage/pixels/decodePixels.ts'
import { servePixels } from '../../../src/server/storage/pixels/servePixels.ts'

const eaten: Buffer[] = []
const eat = (): void => void eaten.push(Buffer.alloc(8 * 2 ** 20, 1))

const faults = {
  /** The answer never comes. */
  hangs: () => new Promise(() => undefined),
  /** A thread of the decoder never comes back, and no end of the process by itself would be an end. */
  'hangs in its thread': () => new Promise((resolve) => pbkdf2('', '', 2_147_483_647, 64, 'sha512', resolve)),
  /** Not even messages are read any more. */
  'hangs wholly': () => {
    for (;;);
  },
  crashes: () => process.kill(process.pid, 'SIGSEGV'),
  ends: () => process.exit(7),
  'eats memory': async () => {
    for (;;) {
      eat()
      await pause(2)
    }
  },
  'eats memory wholly': () => {
    for (;;) {
      eat()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  },
} as const

export type PixelFaultName = keyof typeof faults

/** In place of a picture. */
export const toFaultyPicture = (name: PixelFaultName): Uint8Array => Buffer.from(`fault: ${name}`)

if (process.send !== undefined && import.meta.main) {
  servePixels(async (order) => {
    const name = /^fault: (.*)$/.exec(Buffer.from(order.bytes).toString('latin1'))?.[1]
    if (name !== undefined) await faults[name as PixelFaultName]()
    return decodePixels(order)
  }, Number(process.argv[2]))
}

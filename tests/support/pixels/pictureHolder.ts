// A process that has a picture decoded, and that a test kills or leaves alone.
import { createPixelPool } from '../../../src/server/storage/pixels/pixelPool.ts'
import { photo } from '../corpora/hostilePictures.ts'
import { type PixelFaultName, toFaultyPicture } from './faultyPixels.ts'

const fault = process.argv[2] as PixelFaultName | undefined
const pool = createPixelPool({
  entry: new URL('./faultyPixels.ts', import.meta.url),
  most: 1,
  longestQueue: 1,
  idleMs: 600_000,
  mostMs: 600_000,
  mostBytes: 2 ** 30,
  onLoss: () => undefined,
})
const fit = { width: 9, height: 9, resize: 'inside' } as const
await pool.decode({ bytes: await photo(9, 9), fit, isOwn: false }, async () => undefined)
process.stdout.write('decoded\n')
if (fault !== undefined) {
  await pool.decode({ bytes: toFaultyPicture(fault), fit, isOwn: false }, async () => undefined)
}

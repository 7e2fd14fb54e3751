// A decoder that goes wrong takes its own picture along, and nothing else.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { PictureFault } from '../../../src/server/storage/pixels/pictureFault.ts'
import type { PixelLoss } from '../../../src/server/storage/pixels/pixelChild.ts'
import {
  createPixelPool,
  type PixelPool,
  type PixelPoolOptions,
} from '../../../src/server/storage/pixels/pixelPool.ts'
import { heavyPng, hugePng, photo } from '../../support/corpora/hostilePictures.ts'
import { type PixelFaultName, toFaultyPicture } from '../../support/pixels/faultyPixels.ts'
import { canListChildren, isRunning, listChildren } from '../../support/processes/children.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const pixels = join(import.meta.dirname, '../../support/pixels')
const faulty = pathToFileURL(join(pixels, 'faultyPixels.ts'))
const fit = { width: 40, height: 40, resize: 'inside' } as const
const mostBytes = 400 * 2 ** 20

let pool: PixelPool | undefined
let losses: PixelLoss[] = []

function open(options: Partial<PixelPoolOptions> = {}): PixelPool {
  losses = []
  pool = createPixelPool({
    entry: faulty,
    most: 2,
    longestQueue: 100,
    idleMs: 60_000,
    mostMs: 60_000,
    mostBytes,
    onLoss: (loss) => losses.push(loss),
    ...options,
  })
  return pool
}
afterEach(() => pool?.endIdle())

/** The width, or why it was refused. */
async function read(bytes: Uint8Array, from = pool): Promise<number | string | undefined> {
  try {
    return await from?.decode({ bytes, fit, isOwn: false }, async ({ decoded }) => decoded.width)
  } catch (error) {
    if (error instanceof PictureFault) return error.reason
    throw error
  }
}
const readFault = (name: PixelFaultName) => read(toFaultyPicture(name))

describe('a decoder that', () => {
  it.each([
    ['hangs wholly', ''],
    ['hangs', ' @proof'],
    ['hangs in its thread', ' @proof'],
  ] as const)('%s is ended after its time%s', async (name, _tag) => {
    open({ most: 1, mostMs: 1500 })
    expect(await Promise.all([readFault(name), read(await photo(80, 80))])).toEqual(['broken', 40])
    expect(losses).toEqual([{ reason: 'too slow', signal: 'SIGKILL', exitCode: null }])
  })

  it('crashes or ends loses this picture, and the next one gets a new process', async () => {
    open({ most: 1 })
    const good = await photo(80, 80)
    expect(
      await Promise.all([read(good), readFault('crashes'), read(good), readFault('ends'), read(good)]),
    ).toEqual([40, 'broken', 40, 'broken', 40])
    expect(losses).toEqual([
      { reason: 'died', signal: 'SIGSEGV', exitCode: null },
      { reason: 'died', signal: null, exitCode: 7 },
    ])
  })

  it('eats memory is ended @proof', async () => {
    open()
    expect(await Promise.all([readFault('eats memory'), read(await photo(80, 80))])).toEqual(['broken', 40])
    // whoever saw it first: the server, or the process itself
    expect(losses).toMatchObject([{ signal: 'SIGKILL' }])
  })

  it.runIf(canListChildren)('eats memory and does nothing else is ended from outside', async () => {
    open()
    expect(await readFault('eats memory wholly')).toBe('broken')
    expect(losses).toEqual([{ reason: 'too much memory', signal: 'SIGKILL', exitCode: null }])
  })

  it('eats memory ends itself, where its server cannot look', async () => {
    const child = fork(faulty, [String(mostBytes)], { serialization: 'advanced' })
    await once(child, 'message')
    child.send({ kind: 'decode', bytes: toFaultyPicture('eats memory'), fit, isOwn: false })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })

  it('cannot be started refuses no picture for good', async () => {
    // it serves nothing, and so it ends at once
    open({ entry: new URL('../../support/processes/children.ts', import.meta.url) })
    expect(await read(await photo(80, 80))).toBe('busy')
    expect(losses).toMatchObject([{ reason: 'did not start' }])
  })
})

for (const { size: count, isLong, tag } of inTwoSizes(6, 20))
  describe(`${count} hostile pictures at once${tag}`, () => {
    it('are refused one by one, and all others among them are read', async () => {
      open({ mostMs: 3000 })
      const names = isLong
        ? (['hangs wholly', 'crashes', 'eats memory', 'ends'] as const)
        : (['crashes', 'ends'] as const)
      const faults = isLong ? 8 : 2
      const hostile: (() => Promise<unknown>)[] = Array.from({ length: count }, (_, at) => {
        if (at < faults) return () => readFault(names[at % names.length] ?? 'ends')
        return at % 2 === 0 ? () => read(hugePng()) : () => read(heavyPng())
      })
      const good = await photo(80, 80)
      const answers = await Promise.all(hostile.flatMap((send) => [send(), read(good)]))
      expect(answers.filter((_, at) => at % 2 === 1)).toEqual(Array(count).fill(40))
      const refused = answers.filter((_, at) => at % 2 === 0)
      expect(refused.slice(0, faults)).toEqual(Array(faults).fill('broken'))
      expect(refused.slice(faults)).toEqual(
        Array((count - faults) / 2)
          .fill(['too-large', 40])
          .flat(),
      )
      expect(losses).toHaveLength(faults)
    })
  })

describe.runIf(canListChildren)('the processes', () => {
  // other files' tests run in this process too
  const own = () => listChildren(process.pid, faulty.pathname)

  it('are started when there is a picture, used again, and no more than agreed', async () => {
    const before = own()
    open()
    expect(own()).toEqual(before)
    const good = await photo(80, 80)
    await Promise.all(Array.from({ length: 12 }, () => read(good)))
    const started = own().filter((pid) => !before.includes(pid))
    expect(started).toHaveLength(2)
    await read(good)
    expect(own().filter((pid) => !before.includes(pid))).toEqual(started)
    await pool?.endIdle()
    expect(started.filter(isRunning)).toEqual([])
  })

  it('end when there is no picture for a while', async () => {
    const before = own()
    open({ idleMs: 100 })
    await read(await photo(80, 80))
    await expect.poll(() => own().filter((pid) => !before.includes(pid))).toEqual([])
    expect(await read(await photo(80, 80))).toBe(40)
    expect(losses).toEqual([])
  })

  async function hold(fault?: PixelFaultName) {
    const holder = spawn(
      process.execPath,
      [join(pixels, 'pictureHolder.ts'), ...(fault === undefined ? [] : [fault])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const gone = once(holder, 'exit')
    await once(holder.stdout, 'data')
    return { holder, gone, held: listChildren(holder.pid ?? 0) }
  }

  it.each([
    ['hangs in its thread', ''],
    ['hangs', ' @proof'],
  ] as const)(
    'of a server that is killed are gone with it, also when the decoder %s%s',
    async (fault, _tag) => {
      const { holder, gone, held } = await hold(fault)
      expect(held).toHaveLength(1)
      await pause(300) // until the decoder has begun
      holder.kill('SIGKILL')
      await gone
      try {
        await expect.poll(() => held.filter(isRunning)).toEqual([])
      } finally {
        for (const pid of held.filter(isRunning)) process.kill(pid, 'SIGKILL')
      }
    },
  )

  it('keep nobody from ending', async () => {
    const { gone, held } = await hold()
    expect(await gone).toEqual([0, null])
    await expect.poll(() => held.filter(isRunning)).toEqual([])
  })

  it('know nothing of the settings of the server', async () => {
    const before = own()
    process.env.SANDBOX_TOKEN = 'a secret of sixteen characters'
    try {
      open()
      await read(await photo(80, 80))
    } finally {
      delete process.env.SANDBOX_TOKEN
    }
    const [pid] = own().filter((one) => !before.includes(one))
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('SANDBOX_TOKEN')
  })
})

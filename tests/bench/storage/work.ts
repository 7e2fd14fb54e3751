// What is measured in a process of its own, with the storage that its environment names: `uploads` stores pictures as
// members' calls do, and prints how many a second; `memory` moves files, and prints how much memory that takes.
// Run as `node --expose-gc work.ts uploads|memory`.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { openDatabase } from '../../../src/server/db/open.ts'
import { checkWhileRead } from '../../../src/server/objects/objectStore.ts'
import { getStorage } from '../../../src/server/objects/openStorage.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { inTurns } from '../../../src/server/process/inTurns.ts'
import { storeFileOf, toFileKey } from '../../../src/server/storage/files.ts'
import { endPictureProcesses, storePicture } from '../../../src/server/storage/pictures.ts'
import { readResidentBytes } from '../../support/processes/children.ts'
import { type MemoryFigures, pictures, together } from './figures.ts'

const picturesAtOnce = 8
const fileBytes = 20_000_000
const lookEveryMs = 10

const folder = mkdtempSync(join(tmpdir(), 'showfield-bench-'))
const database = await openDatabase({ dataDir: folder })
const config = parseConfig({ ...process.env, DATA_DIR: folder }, [])
const services = { config, database, now: Date.now, newId: randomUUID }

async function measureUploads(): Promise<number> {
  // as a phone sends them
  const drawn = await Promise.all(
    Array.from({ length: pictures + picturesAtOnce }, () =>
      sharp(randomBytes(30 * 20 * 3), { raw: { width: 30, height: 20, channels: 3 } })
        .resize(1200, 800)
        .jpeg()
        .toBuffer(),
    ),
  )
  const store = (bytes: Buffer) => storePicture(services, bytes, 'public', { fit: 'upload' })
  // the processes that read pictures, and the SDK, are there
  await Promise.all(drawn.slice(pictures).map(store))
  const startedAt = performance.now()
  await inTurns(drawn.slice(0, pictures), picturesAtOnce, async (bytes) => void (await store(bytes)))
  return (pictures * 1000) / (performance.now() - startedAt)
}

async function measureMemory(): Promise<MemoryFigures> {
  let most = 0
  const look = (): void => {
    most = Math.max(most, readResidentBytes(process.pid))
  }
  const write = (bytes: number): string => {
    const path = join(folder, randomUUID())
    for (let done = 0; done < bytes; done += 1_000_000) {
      writeFileSync(path, randomBytes(Math.min(1_000_000, bytes - done)), { flag: 'a' })
    }
    return path
  }
  const up = (path: string) => storeFileOf(services, path)
  const down = async (hash: string): Promise<void> => {
    const place = toFileKey(hash)
    const stream = await getStorage(config).read(place)
    if (stream === undefined) throw new Error(`${place} is not there`)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    await pipeline(checkWhileRead(stream, { algorithm: 'sha256', digest: hash, place }), nowhere)
  }
  // all that is loaded once is there, and so is what the system keeps ready for what comes again and again
  for (let time = 0; time < 3; time += 1) await down((await up(write(fileBytes))).hash)
  const paths = Array.from({ length: 1 + together }, () => write(fileBytes))
  const during = async <T>(work: () => Promise<T>): Promise<{ megabytes: number; result: T }> => {
    globalThis.gc?.()
    const rest = readResidentBytes(process.pid)
    most = rest
    const timer = setInterval(look, lookEveryMs)
    const result = await work()
    clearInterval(timer)
    look()
    return { megabytes: (most - rest) / 1e6, result }
  }
  const [single = '', ...others] = paths
  const one = await during(() => up(single))
  const read = await during(() => down(one.result.hash))
  const many = await during(() => Promise.all(others.map(up)))
  const readMany = await during(() => Promise.all(many.result.map(({ hash }) => down(hash))))
  return {
    up: one.megabytes,
    down: read.megabytes,
    upTogether: many.megabytes,
    downTogether: readMany.megabytes,
    rest: readResidentBytes(process.pid) / 1e6,
  }
}

const [what] = process.argv.slice(2)
const figures = what === 'uploads' ? await measureUploads() : await measureMemory()
process.stdout.write(JSON.stringify(figures))
await endPictureProcesses()
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)

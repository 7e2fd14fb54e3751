// Each place where pictures and files are stored or read, as people and officers come to it.
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs } from '../../../src/domain/time.ts'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { listNamedFiles } from '../../../src/server/backup/lostFiles.ts'
import { checkBackups } from '../../../src/server/checks/backups.ts'
import { checkStorage } from '../../../src/server/checks/storage.ts'
import { contentOf } from '../../../src/server/objects/objectStore.ts'
import type { Services } from '../../../src/server/process/services.ts'
import { endRemovals, storeObjects } from '../../../src/server/storage/storedObjects.ts'
import { makeClubFile, makeFolder, makePicture, putPictures } from '../clubs/clubFiles.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { makeTestFolder } from '../database/testFolder.ts'
import { startSecondMachine } from '../processes/secondMachine.ts'

export interface Told {
  /** Whether what was wanted was had, and was right. */
  readonly isDone: boolean
  /** What was said to whoever asked. */
  readonly text: string
}

export interface FaultPlace {
  readonly asks: 'a person' | 'an officer' | 'the clock'
  run(): Promise<Told>
}

let drawn = 0

/** Another picture each time. */
async function draw(): Promise<string> {
  drawn += 1
  const picture = await makePicture('#a5201d', 300 + (drawn % 40), 200 + drawn)
  return `data:image/png;base64,${picture.toString('base64')}`
}

/** The storage does its work, and has all that clubs name. */
export async function openFaultPlaces(world: ClubWorld): Promise<Readonly<Record<string, FaultPlace>>> {
  const { a } = world.clubs
  const { config, database, now } = world
  const services: Services = { config, database, now, newId: randomUUID }
  const folder = makeTestFolder()
  async function run(...args: string[]): Promise<Told> {
    let text = ''
    const code = await runClubCommand(services, args, (printed) => {
      if (!printed.startsWith('\u0001')) text += printed
    })
    return { isDone: code === 0, text }
  }
  async function need(...args: string[]): Promise<string> {
    const { isDone, text } = await run(...args)
    if (!isDone) throw new Error(`${args.join(' ')}: ${text}`)
    return text
  }
  const call = async (action: Parameters<typeof world.ask>[1], input: Record<string, unknown>) => {
    // what people may do so often, and how long they are signed in, is not what this is about
    world.pass(hourMs)
    const token = await world.signIn(a, 'member')
    const answer = (await world.ask(a, action, input, { token })) as { success: boolean; code?: string }
    return answer as typeof answer & Record<string, unknown>
  }
  const toTold = (answer: { success: boolean }): Told => ({
    isDone: answer.success,
    text: JSON.stringify(answer),
  })
  /** What a link gives, to somebody who has pressed it. */
  async function press(url: string, isRight: (bytes: Buffer) => boolean): Promise<Told> {
    try {
      const answer = await world.send(url, { headers: { 'sec-fetch-mode': 'navigate' } })
      const isFile = answer.headers['content-disposition'] !== undefined
      const text = answer.status !== 200 && isFile ? 'a fault that is saved as a file' : answer.text
      return { isDone: answer.status === 200 && isRight(answer.bytes), text }
    } catch {
      // it had begun: only a line that breaks off says that it is not all
      return { isDone: false, text: 'the line broke off' }
    }
  }

  // the clubs of the tests name pictures that nobody has stored
  for await (const { files } of listNamedFiles(services)) {
    const contents = files.flatMap(({ keys }) =>
      keys.map((key) => [key, contentOf(Buffer.from(`RIFF    WEBP${key}`))] as const),
    )
    if (contents.length > 0) await storeObjects(services, new Map(contents))
  }
  const made = makeFolder()
  await putPictures(made)
  const clubFile = made.write(makeClubFile())
  await need('import', clubFile, '--yes')
  const path = join(folder, 'Rules.pdf')
  const content = Buffer.alloc(300_000, 'rules ')
  writeFileSync(path, content)
  await need('files', 'add', path, '--tenant', a.slug)
  const backup = join(folder, 'all.backup')
  await need('backup', backup)
  await need('backup', 'storage:kept.backup')
  const images = [{ imageData: await draw() }]
  const { id } = await call('create_member_ride', { make: 'Nash', images })
  const { rides } = (await call('get_member_rides', {})) as unknown as {
    rides: { id: number; images: { imageData: string }[] }[]
  }
  const address = rides.find((ride) => ride.id === id)?.images[0]?.imageData ?? ''
  const healthy = await world.send(address)
  if (healthy.status !== 200) throw new Error(`the picture came with ${healthy.status}`)
  const person = (act: () => Promise<Told>): FaultPlace => ({ asks: 'a person', run: act })
  const officer = (act: () => Promise<Told>): FaultPlace => ({ asks: 'an officer', run: act })
  const ofName = (name: string) => join(folder, `${name}-${randomUUID()}`)
  const forgetPictures = () => rmSync(join(config.dataDir, 'cache'), { recursive: true, force: true })

  return {
    "a ride's picture": person(async () =>
      toTold(await call('create_member_ride', { make: 'Nash', images: [{ imageData: await draw() }] })),
    ),
    "a post's pictures": person(async () => {
      const images = [{ imageData: await draw() }, { imageData: await draw() }]
      return toTold(await call('create_post', { message: 'Two pictures', images }))
    }),
    "a member's picture": person(async () =>
      toTold(await call('update_member', { id: a.people.member.id, avatar: await draw() })),
    ),
    'a picture that is looked at': person(async () => {
      forgetPictures()
      return press(address, (bytes) => bytes.equals(healthy.bytes))
    }),
    'a file that is opened': person(async () => {
      const { media } = (await call('get_media', { shared: true })) as unknown as {
        media: { name: string; url: string }[]
      }
      return press(media.find(({ name }) => name === 'Rules')?.url ?? '', (bytes) => bytes.equals(content))
    }),
    'a part of a file': person(async () => {
      const { media } = (await call('get_media', { shared: true })) as unknown as {
        media: { name: string; url: string }[]
      }
      const url = media.find(({ name }) => name === 'Rules')?.url ?? ''
      const range = { headers: { range: 'bytes=299990-' } }
      const answer = await world.send(url, range).catch(() => undefined)
      const isDone = answer?.status === 206 && answer.bytes.equals(content.subarray(299_990))
      return { isDone, text: answer?.text ?? 'the line broke off' }
    }),
    'own data': person(async () => {
      forgetPictures()
      const { url } = (await call('get_own_data_link', {})) as unknown as { url: string }
      // without what is damaged, but whole
      return press(url, (bytes) => bytes.subarray(-22, -18).equals(endOfZip))
    }),
    'files add': officer(async () => {
      const other = ofName('More.pdf')
      writeFileSync(other, `more ${randomUUID()}`)
      return run('files', 'add', other, '--tenant', a.slug, '--type', 'application/pdf')
    }),
    import: officer(async () => {
      // as if nothing of it had been stored yet
      for await (const { files, slug } of listNamedFiles(services)) {
        const keys = files.flatMap((file) => file.keys)
        if (slug === 'marlow') {
          await database.withoutClub((tx) =>
            tx.deleteFrom('stored_object').where('key', 'in', keys).execute(),
          )
        }
      }
      return run('import', clubFile, '--yes')
    }),
    'export to a folder': officer(() => run('export', ofName('club.json'), '--tenant', 'marlow')),
    'export to the storage': officer(() =>
      run('export', `storage:${randomUUID()}/club.json`, '--tenant', 'marlow'),
    ),
    'backup to a file': officer(async () => {
      const file = ofName('all.backup')
      const told = await run('backup', file)
      if (!told.isDone && !told.text.includes('missing') && existsSync(file))
        throw new Error('a backup is there that is none')
      return told
    }),
    'backup to the storage': officer(() => run('backup', `storage:${randomUUID()}.backup`)),
    'restore from a file': officer(() => run('restore', backup, '--replace')),
    'restore from the storage': officer(() => run('restore', 'storage:kept.backup', '--replace')),
    storage: officer(() => run('storage')),
    'storage check': officer(() => run('storage', 'check')),
    'storage copy': officer(() => run('storage', 'copy', '--to', makeTestFolder())),
    doctor: officer(async () => {
      const found = [
        ...(await checkStorage({ config })),
        ...(await checkBackups({ config, backups: 'storage:', now: now() })),
      ]
      const text = found.map((one) => one.text).join('\n')
      return { isDone: found.every(({ level }) => level !== 'fault'), text }
    }),
    'a start': officer(async () => {
      const machine = await startSecondMachine(world)
      const { status, text } = await machine.send('/readyz')
      await machine.stop()
      return { isDone: status === 200, text }
    }),
    'what is removed': {
      asks: 'the clock',
      run: async () => {
        const refused = { id: 2 ** 31 - 1, images: [{ imageData: await draw() }] }
        const { code = '' } = await call('update_member_ride', refused)
        return { isDone: code === 'ride-not-found', text: JSON.stringify({ code }) }
      },
    },
    'removals that broke off': {
      asks: 'the clock',
      run: async () => {
        const log = { info: () => undefined } as unknown as Parameters<typeof endRemovals>[1]
        const later = { ...services, now: () => now() + 600_000 }
        const fault = await endRemovals(later, log).catch((error: unknown) => error)
        return { isDone: fault === undefined, text: fault instanceof Error ? fault.message : '' }
      },
    },
  }
}

/** The mark of a zip's last record. */
const endOfZip = Buffer.from([0x50, 0x4b, 0x05, 0x06])

// `club -- storage`: what lies where, whether it is all there, and the way to another place.
import { isAbsolute } from 'node:path'
import { listNamedFiles } from '../../../backup/lostFiles.ts'
import { compareStorage, type StorageCheck } from '../../../backup/storageCheck.ts'
import { longestPrintedLabels } from '../../../limits/sizes.ts'
import { openFolderStore } from '../../../objects/folderStore.ts'
import type { ObjectStore } from '../../../objects/objectStore.ts'
import { getStorage, parseStorageUrl } from '../../../objects/openStorage.ts'
import { type Command, instanceWay } from '../../../officers/command.ts'
import { file, needed, text, UsageFault } from '../../../officers/options.ts'
import { right, toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import type { Services } from '../../../process/services.ts'
import { copyObjects } from '../../../storage/copyObjects.ts'

const shownKinds = [
  ['pictures/public/', 'pictures for everybody'],
  ['pictures/member/', "members' pictures"],
  ['files/', "clubs' files"],
  ['kept/', 'backups and exports'],
] as const

const place = needed(text, "'storage copy' needs --to, a folder or an address as in STORAGE_URL.")

export const storageCommand: Command = {
  takes: 'instance',
  alone: instanceWay({
    help: 'storage                                 what pictures and files there are, and where',
    async run({ services, print }) {
      const storage = getStorage(services.config)
      print(`In ${storage.place}:\n`)
      const rows: string[][] = []
      for (const [prefix, what] of shownKinds) {
        let [count, bytes] = [0, 0]
        for await (const object of storage.list(prefix)) {
          count += 1
          bytes += object.bytes
        }
        rows.push([what, String(count), toSizeText(bytes)])
      }
      print(toTable(['What', right('Objects'), right('Size')], rows))
    },
  }),
  byWord: {
    check: instanceWay({
      help: `storage check                           compares them with what clubs name, by their checksums;
                                          the exit code is 1 if something is lost or damaged`,
      async run({ services, print }) {
        const found = await compareStorage(services, createCounter(print))
        print(toCheckText(found))
        return found.lost.length + found.damaged.length === 0 ? 0 : 1
      },
    }),
    copy: instanceWay({
      options: { from: file, to: place },
      help: `storage copy --to FOLDER|URL [--from FOLDER|URL]
      Copies all pictures, files and backups that are not there yet, also while the server runs, and goes on
      where it broke off. Set STORAGE_URL afterwards; --from is the place of now if it is left out.`,
      async run({ services, print }, { from, to }) {
        const source = from === undefined ? getStorage(services.config) : openPlace(from)
        const target = openPlace(to)
        if (source.place === target.place) throw new UsageFault('They are in that place already.')
        const { copied, bytes, same, gone } = await copyObjects(
          services,
          source,
          target,
          createCounter(print),
        )
        print(
          `${toCountText(copied, 'object')} (${toSizeText(bytes)}) copied to ${target.place}, ${same} were there already.\n`,
        )
        const lost = await listLabels(services, gone)
        const gap = 'was gone when its turn came, and a club names it'
        const gaps = 'were gone when their turn came, and clubs name them'
        for (const line of toListLines(lost, gap, gaps)) print(`${line}\n`)
        return lost.length === 0 ? 0 : 1
      },
    }),
  },
}

/** How clubs that still name them call them. */
async function listLabels(services: Services, keys: readonly string[]): Promise<string[]> {
  const labels = new Set<string>()
  if (keys.length === 0) return []
  for await (const { files, slug } of listNamedFiles(services)) {
    for (const file of files) {
      if (file.keys.some((key) => keys.includes(key))) labels.add(`${file.label} of ${slug}`)
    }
  }
  return [...labels].sort()
}

/** The server that does the work is in another folder than the officer. */
function openPlace(named: string): ObjectStore {
  if (isAbsolute(named)) return openFolderStore(named)
  const storage = parseStorageUrl(named)
  if (storage === undefined) {
    throw new UsageFault(
      `'${named}' must be a whole path that begins with /, or like s3://bucket?endpoint=https://storage.example.com&region=eu-1.`,
    )
  }
  return getStorage({ dataDir: '', storage })
}

/** Overwrites its line while somebody looks. */
function createCounter(print: (text: string) => void): (done: number) => void {
  return (done) => {
    if (done % 1000 === 0) print(`${done} …\n`)
  }
}

function toCheckText(found: StorageCheck): string {
  const { objects, bytes, lost, damaged, forgotten, unknown, unknownBytes, noted } = found
  const lines = [
    `${toCountText(objects, 'object')} (${toSizeText(bytes)}) compared.`,
    ...toListLines(lost, 'is named by a club and missing', 'are named by clubs and missing'),
    ...toListLines(damaged, 'has other bytes than were stored', 'have other bytes than were stored'),
    ...(lost.length + damaged.length > 0
      ? ['A backup has them: restore it with --replace, or into another folder.']
      : []),
    ...(unknown > 0
      ? [
          `${unknown} that no club names (${toSizeText(unknownBytes)}): they do no harm. They may be another installation's.`,
        ]
      : []),
    ...(forgotten > 0 ? [`${forgotten} that nobody names any more are not there.`] : []),
    ...(noted > 0 ? [`The checksums of ${noted} that had none are known now.`] : []),
    ...(lost.length + damaged.length === 0 ? ['All that clubs name is there, as it was stored.'] : []),
  ]
  return `${lines.join('\n')}\n`
}

function toListLines(names: readonly string[], one: string, many: string): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, longestPrintedLabels).map((name) => `  ${toVisibleLine(name)}`)
  const more = names.length > shown.length ? [`  and ${names.length - shown.length} more`] : []
  return [`${names.length} ${names.length === 1 ? one : many}:`, ...shown, ...more]
}

function toSizeText(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

// `club -- files`: what the club shares with its members, and what an officer changes of it.
import { basename, extname } from 'node:path'
import { fileTypes } from '../../../../domain/shapes/fileType.ts'
import { largestFileBytes } from '../../../limits/sizes.ts'
import { type Command, CommandRefused, clubActWay, clubWay } from '../../../officers/command.ts'
import { requireInputFile } from '../../../officers/inputFile.ts'
import { file as filePath, kindOf, label, number, text, UsageFault } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './fileActs.ts'

const type = kindOf((typed, name) => {
  if (fileTypes.has(typed)) return typed
  throw new UsageFault(`${name} must be one of ${[...fileTypes.keys()].join(', ')}.`)
})

const color = kindOf((typed, name) => {
  if (/^#[0-9a-f]{6}$/i.test(typed)) return typed.toLowerCase()
  throw new UsageFault(`${name} must be like '#a5201d'.`)
})

const stored = { number: number() }

/** Endings that people use beside those of the table. */
const otherEndings: Readonly<Record<string, string>> = { jpeg: 'jpg', mpg: 'mpeg', ical: 'ics', vcard: 'vcf' }

export const filesCommand: Command = {
  takes: 'club',
  things: 'files',
  alone: clubActWay({
    help: 'files                                   what the club shares with its members, by number, and its folders',
    act: acts.listShared,
    says({ files, folders, timeZone }) {
      const toTime = createTimeFormat(timeZone)
      const table = toTableOf(files, [
        ['No.', ({ id }) => String(id)],
        ['Folder', ({ folderId }) => folders.find(({ id }) => id === folderId)?.label ?? ''],
        ['Name', ({ name }) => name],
        ['Type', ({ contentType }) => contentType],
        ['Size', ({ bytes }) => toSizeText(bytes)],
        ['Added', ({ createdAt }) => toTime(createdAt)],
        ['', ({ shared }) => (shared ? '' : 'not shared')],
      ])
      const names = folders.map(({ label }) => toVisibleLine(label)).join(', ')
      return `${table}${toCountText(files.length, 'file')}, ${toCountText(folders.length, 'folder')}${names === '' ? '' : `: ${names}`}. Times are the club's (${timeZone}).`
    },
  }),
  byWord: {
    add: clubWay({
      words: { file: filePath },
      options: { name: label(), folder: text, type },
      help: `files add FILE [--name TEXT] [--folder NAME] [--type TYPE]
                                          shares a file, named like it; its type is known by its ending`,
      async run({ steps, print }, { file: path, folder, ...given }) {
        const contentType = given.type ?? findType(path)
        const name = given.name ?? label().read(basename(path, extname(path)), '--name')
        await requireContent(path)
        const { id, bytes } = await steps(acts.addFile, { path, name, contentType, folder })
        print(
          `File ${id}, ${toVisibleLine(name)} (${contentType}, ${toSizeText(bytes)}), is shared with the members. Those who want to hear of new files do within five minutes.\n`,
        )
      },
    }),
    replace: clubWay({
      words: { ...stored, file: filePath },
      options: { name: label(), type },
      help: `files replace NUMBER FILE [--name TEXT] [--type TYPE]
                                          gives it another content`,
      async run({ steps, print }, { file: path, ...given }) {
        const contentType = given.type ?? findType(path)
        await requireContent(path)
        const { id, name, bytes } = await steps(acts.replaceFile, { ...given, path, contentType })
        print(
          `File ${id}, ${toVisibleLine(name)}, has its new content (${contentType}, ${toSizeText(bytes)}).\n`,
        )
      },
    }),
    remove: clubActWay({
      words: stored,
      help: 'files remove NUMBER                     takes it away',
      act: acts.removeFile,
      says: ({ id, name }) => `File ${id}, ${toVisibleLine(name)}, is removed.`,
    }),
    folder: clubActWay({
      words: { name: label("A folder's name") },
      options: { color },
      help: "files folder NAME [--color '#a5201d']   makes a folder, or gives one another colour",
      act: acts.makeFolder,
      says: (done, { name }) =>
        `The folder ${toVisibleLine(name)} ${done === 'made' ? 'is there now' : 'has its new colour'}.`,
    }),
    'remove-folder': clubActWay({
      words: { name: text },
      help: 'files remove-folder NAME                its files are in no folder then',
      act: acts.removeFolder,
      says: ({ label }) => `The folder ${toVisibleLine(label)} is removed. Its files are in no folder now.`,
    }),
  },
}

async function requireContent(path: string): Promise<void> {
  if ((await requireInputFile(path, largestFileBytes / 2 ** 20)) === 0) {
    throw new CommandRefused('The file is empty. Nothing was changed.')
  }
}

/** By the ending of the file's name. */
function findType(path: string): string {
  const ending = extname(path).slice(1).toLowerCase()
  const wanted = otherEndings[ending] ?? ending
  for (const [contentType, { extension }] of fileTypes) if (extension === wanted) return contentType
  throw new UsageFault(
    `Nothing says of what type ${basename(path)} is. Name one with --type, such as application/pdf.`,
  )
}

function toSizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

// `club -- files`: what the club shares with its members, and what an officer changes of it.
import { basename, extname } from 'node:path'
import { fileTypes } from '../../../../domain/shapes/fileType.ts'
import { largestFileBytes } from '../../../limits/sizes.ts'
import { type Command, CommandRefused, clubWay } from '../../../officers/command.ts'
import { requireInputFile } from '../../../officers/inputFile.ts'
import { file as filePath, kind, label, number, text, UsageFault } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './fileActs.ts'

const type = kind((typed, name) => {
  if (fileTypes.has(typed)) return typed
  throw new UsageFault(`${name} must be one of ${[...fileTypes.keys()].join(', ')}.`)
})

const color = kind((typed, name) => {
  if (/^#[0-9a-f]{6}$/i.test(typed)) return typed.toLowerCase()
  throw new UsageFault(`${name} must be like '#a5201d'.`)
})

const stored = { number: number() }

const showFiles = clubWay({
  help: 'files                                   what the club shares with its members, by number, and its folders',
  async run({ act, print }) {
    const { files, folders, timeZone } = await act(acts.listShared)
    const toTime = createTimeFormat(timeZone)
    const toFolder = (id: number | null) => folders.find((folder) => folder.id === id)?.label ?? ''
    if (files.length > 0) {
      print(
        toTable(
          ['No.', 'Folder', 'Name', 'Type', 'Size', 'Added', ''],
          files.map((file) => [
            String(file.id),
            toFolder(file.folderId),
            file.name,
            file.contentType,
            toSizeText(file.bytes),
            toTime(file.createdAt),
            file.shared ? '' : 'not shared',
          ]),
        ),
      )
    }
    const names = folders.map(({ label }) => toVisibleLine(label)).join(', ')
    print(
      `${toCountText(files.length, 'file')}, ${toCountText(folders.length, 'folder')}${names === '' ? '' : `: ${names}`}. Times are the club's (${timeZone}).\n`,
    )
  },
})

const addFile = clubWay({
  words: { file: filePath },
  options: { name: label(), folder: text, type },
  help: `files add FILE [--name TEXT] [--folder NAME] [--type TYPE]
                                          shares a file, named like it; its type is known by its ending`,
  async run({ steps, print }, { file: path, folder, ...given }) {
    const contentType = given.type ?? findType(path)
    const name = given.name ?? toName(path)
    await requireContent(path)
    const { id, bytes } = await steps(acts.addFile, { path, name, contentType, folder })
    print(
      `File ${id}, ${toVisibleLine(name)} (${contentType}, ${toSizeText(bytes)}), is shared with the members. Those who want to hear of new files do within five minutes.\n`,
    )
  },
})

const replaceFile = clubWay({
  words: { ...stored, file: filePath },
  options: { name: label(), type },
  help: `files replace NUMBER FILE [--name TEXT] [--type TYPE]
                                          gives it another content`,
  async run({ steps, print }, { number: id, file: path, ...given }) {
    const contentType = given.type ?? findType(path)
    await requireContent(path)
    const { name, bytes } = await steps(acts.replaceFile, { id, path, name: given.name, contentType })
    print(`File ${id}, ${toVisibleLine(name)}, has its new content (${contentType}, ${toSizeText(bytes)}).\n`)
  },
})

const removeFile = clubWay({
  words: stored,
  help: 'files remove NUMBER                     takes it away',
  async run({ act, print }, { number: id }) {
    const { name } = await act(acts.removeFile, { id })
    print(`File ${id}, ${toVisibleLine(name)}, is removed.\n`)
  },
})

const makeFolder = clubWay({
  words: { name: label("A folder's name") },
  options: { color },
  help: "files folder NAME [--color '#a5201d']   makes a folder, or gives one another colour",
  async run({ act, print }, given) {
    const said = { made: 'is there now', coloured: 'has its new colour' }
    print(`The folder ${toVisibleLine(given.name)} ${said[await act(acts.makeFolder, given)]}.\n`)
  },
})

const removeFolder = clubWay({
  words: { name: text },
  help: 'files remove-folder NAME                its files are in no folder then',
  async run({ act, print }, { name }) {
    const folder = await act(acts.removeFolder, { name })
    print(`The folder ${toVisibleLine(folder?.label ?? '')} is removed. Its files are in no folder now.\n`)
  },
})

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

/** Endings that people use beside those of the table. */
const otherEndings: Readonly<Record<string, string>> = { jpeg: 'jpg', mpg: 'mpeg', ical: 'ics', vcard: 'vcf' }

function toName(path: string): string {
  return label().read(basename(path, extname(path)), '--name')
}

function toSizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export const filesCommand: Command = {
  takes: 'club',
  things: 'files',
  alone: showFiles,
  byWord: {
    add: addFile,
    replace: replaceFile,
    remove: removeFile,
    folder: makeFolder,
    'remove-folder': removeFolder,
  },
}

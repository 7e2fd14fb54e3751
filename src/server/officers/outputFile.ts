// The files that commands write. None is replaced unless the officer says so.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isFile, writeWholeFile } from '../objects/atomicFile.ts'
import { StorageFault } from '../objects/objectStore.ts'
import { isInStorage } from '../objects/place.ts'
import { CommandRefused, type PlainCall } from './command.ts'
import { UsageFault } from './options.ts'
import { toJsonText } from './words.ts'

/** Before the command does anything. */
export async function refuseTakenFiles(paths: readonly string[], overwrite: boolean): Promise<void> {
  if (new Set(paths).size < paths.length) throw new UsageFault('Each file needs a name of its own.')
  const files = paths.filter((path) => !isInStorage(path))
  for (const path of files) {
    // nobody looks for a file in a folder that a mistyped name has made
    const folder = dirname(path)
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw new CommandRefused(`There is no folder ${folder}. Nothing was changed.`)
  }
  if (overwrite) return
  for (const path of files) {
    if (!(await isFile(path))) continue
    throw new CommandRefused(
      `There is already a file ${path}. Nothing was changed. Give another name, or replace it with --overwrite.`,
    )
  }
}

/** Runs what writes the file at `path`, and refuses in a sentence what the disk refuses. */
export async function writeFileOf<T>(
  path: string,
  write: () => Promise<T>,
  /** What the officer can do now. */
  advice = '',
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const ofDisk = error instanceof StorageFault ? (error.cause ?? {}) : error
    const { code, syscall } = ofDisk as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined || syscall === 'connect') {
      const isSaid = error instanceof StorageFault && advice !== ''
      throw isSaid ? new CommandRefused(`${error.message} ${advice}`) : error
    }
    const why = refusals[code] ?? `the system says ${code}`
    throw new CommandRefused(
      `The file ${path} cannot be written: ${why}.${advice === '' ? '' : ` ${advice}`}`,
    )
  }
}

const refusals: Readonly<Record<string, string>> = {
  EEXIST: 'somebody else has just made it',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user has no more room on the disk',
  EFBIG: 'it is larger than this user may write',
}

export function createPlainCall(print: PlainCall['print'], overwrite: boolean): PlainCall {
  const write: PlainCall['write'] = (path, text, advice) =>
    writeFileOf(path, () => writeWholeFile(path, text, !overwrite), advice)
  const save: PlainCall['save'] = async ({ json, csv }, what, contents) => {
    const files = [
      [json, () => `${toJsonText(contents.json?.(), 2)}\n`],
      [csv, () => contents.csv?.() ?? ''],
    ] as const
    for (const [path, toText] of files) {
      if (path === undefined) continue
      await write(path, toText())
      print(`${what} in ${path}.${contents.personal === true ? ' Only you can read the file.' : ''}\n`)
    }
    return json !== undefined || csv !== undefined
  }
  return { print, overwrite, write, save }
}

// What the commands that write everything say of it, and of pictures and files that are lost.
import type { BackupResult } from '../../../backup/backup.ts'
import { longestPrintedLabels } from '../../../limits/sizes.ts'
import { getStorage, type StorageSettings } from '../../../objects/openStorage.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'

export function toBackupText({ clubs, rows, files }: BackupResult): string {
  const slugs = clubs.length === 0 ? 'No club' : clubs.join(', ')
  return `${slugs}: ${toCountText(rows, 'row')} and ${toCountText(files, 'file')} are`
}

/** "2 pictures or files were". */
export function toMissingCount(count: number): string {
  return `${toCountText(count, 'picture or file', 'pictures or files')} ${count === 1 ? 'was' : 'were'}`
}

export const toThem = (count: number): string => (count === 1 ? 'it' : 'them')

/** `then` says what became of what was wanted. */
export function toMissingText(count: number, config: StorageSettings, then: string): string {
  const many = toCountText(count, 'picture or file', 'pictures or files')
  return `${many} that ${count === 1 ? 'a club names is' : 'clubs name are'} missing in ${toStorageText(config)}. ${then} If that is known, --without-missing goes on.\n`
}

export function toLostText({ missing, files }: BackupResult, config: StorageSettings): string {
  const shown = missing.slice(0, longestPrintedLabels).map((label) => `  ${toVisibleLine(label)}\n`)
  const more = missing.length > shown.length ? `  and ${missing.length - shown.length} more\n` : ''
  const none =
    files === 0
      ? ` None of them is there: is this the ${config.storage === null ? 'folder' : 'storage'} of this database?`
      : ''
  const then = `The backup is without ${toThem(missing.length)}.${none}`
  return `${toMissingText(missing.length, config, then)}${shown.join('')}${more}`
}

function toStorageText(config: StorageSettings): string {
  const { place, isFolder } = getStorage(config)
  return `${place} (${isFolder ? 'DATA_DIR' : 'STORAGE_URL'})`
}

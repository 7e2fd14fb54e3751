// The newest backup in a folder, and how old it is.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '../../domain/time.ts'
import { readBackupOrigin } from '../backup/backup.ts'
import { oldBackupMs, staleBackupMs } from '../limits/times.ts'
import { StorageFault } from '../objects/objectStore.ts'
import { getStorage, type StorageSettings } from '../objects/openStorage.ts'
import { isInStorage } from '../objects/place.ts'
import { findName, findUser, mayUse } from './dataFolder.ts'
import { type Finding, fault, good, toCode, warning } from './finding.ts'

export async function checkBackups({
  config,
  backups: folder,
  now,
}: {
  readonly config: StorageSettings
  readonly backups: string | undefined
  readonly now: number
}): Promise<Finding[]> {
  if (folder === undefined)
    return [warning('Not looked for: npm run doctor -- --backups FOLDER says how old the newest is.')]
  const closed = isInStorage(folder) ? undefined : await findClosed(folder)
  if (closed !== undefined) return [fault(closed)]
  let newest: { readonly path: string } | undefined
  try {
    newest = isInStorage(folder) ? await findLastKept(config, folder) : await findNewest(folder)
  } catch (error) {
    const why = error instanceof StorageFault ? error.message : `It cannot be read (${toCode(error)}).`
    return [fault(`The folder of backups ${folder}: ${why}`)]
  }
  if (newest === undefined)
    return [fault(`There is no backup in ${folder}. docs/server.md has a line that makes one each night.`)]
  try {
    const { madeAt } = await readBackupOrigin(config, newest.path)
    const age = now - Date.parse(madeAt)
    const made = `The newest backup is of ${madeAt.slice(0, 16).replace('T', ' ')} (UTC), ${newest.path}`
    if (age > staleBackupMs)
      return [fault(`${made}: ${Math.round(age / hourMs)} hours old. Look why none is made each night.`)]
    if (age > oldBackupMs) return [warning(`${made}: ${Math.round(age / hourMs)} hours old.`)]
    return [good(`${made}.`)]
  } catch (error) {
    const isSaid = error instanceof StorageFault || (error instanceof Error && error.name === 'BackupFault')
    const why = isSaid ? error.message : toCode(error)
    return [fault(`The newest backup cannot be read: ${newest.path}. ${why}`)]
  }
}

/** Why this user can make no backup in the folder. */
async function findClosed(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined)
    return `There is no folder of backups ${folder}, or it is closed for this user${findUser()}.`
  if (!found.isDirectory())
    return `${folder} is no folder: --backups names the one that backups are written to.`
  if (await mayUse(folder)) return undefined
  return `This user${findUser()} may not read and write the folder of backups ${folder}, which belongs to ${await findName(found.uid)}. Give it to the user who makes the backups.`
}

async function findNewest(folder: string): Promise<{ path: string } | undefined> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.backup'))
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), ...(await stat(join(folder, name))) })),
  )
  return files.sort((a, b) => b.mtimeMs - a.mtimeMs)[0]
}

/** By their names, which begin with the day. */
async function findLastKept(config: StorageSettings, folder: string): Promise<{ path: string } | undefined> {
  let last: string | undefined
  for await (const { key } of getStorage(config).list(`kept/${folder.slice('storage:'.length)}`)) {
    if (key.endsWith('.backup') && (last === undefined || key > last)) last = key
  }
  return last === undefined ? undefined : { path: `storage:${last.slice('kept/'.length)}` }
}

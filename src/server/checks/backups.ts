// The newest backup in a folder, and how old it is.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '../../domain/time.ts'
import { readBackupOrigin } from '../backup/backup.ts'
import { oldBackupMs, staleBackupMs } from '../limits/times.ts'
import { type Finding, fault, good, toCode, warning } from './finding.ts'

export async function checkBackups({
  backups: folder,
  now,
}: {
  readonly backups: string | undefined
  readonly now: number
}): Promise<Finding[]> {
  if (folder === undefined)
    return [warning('Not looked for: npm run doctor -- --backups FOLDER says how old the newest is.')]
  let names: string[]
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.backup'))
  } catch (error) {
    return [fault(`The folder of backups ${folder} cannot be read (${toCode(error)}).`)]
  }
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), ...(await stat(join(folder, name))) })),
  )
  const newest = files.sort((a, b) => b.mtimeMs - a.mtimeMs)[0]
  if (newest === undefined)
    return [fault(`There is no backup in ${folder}. docs/server.md has a line that makes one each night.`)]
  try {
    const { madeAt } = await readBackupOrigin({ dataDir: folder, storage: null }, newest.path)
    const age = now - Date.parse(madeAt)
    const made = `The newest backup is of ${madeAt.slice(0, 16).replace('T', ' ')} (UTC), ${newest.path}`
    if (age > staleBackupMs)
      return [fault(`${made}: ${Math.round(age / hourMs)} hours old. Look why none is made each night.`)]
    if (age > oldBackupMs) return [warning(`${made}: ${Math.round(age / hourMs)} hours old.`)]
    return [good(`${made}.`)]
  } catch (error) {
    const why = error instanceof Error && error.name === 'BackupFault' ? error.message : toCode(error)
    return [fault(`The newest backup cannot be read: ${newest.path}. ${why}`)]
  }
}

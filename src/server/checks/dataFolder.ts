// The data folder: whether it is there, whose it is, and how much room its disk has.
import { constants, type Stats } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fewFreeBytes, leastFreeBytes } from '../limits/machine.ts'
import { ifThere } from '../objects/atomicFile.ts'
import type { Config } from '../process/config.ts'
import { type Finding, fault, good, toCode, warning } from './finding.ts'

const all = constants.R_OK | constants.W_OK | constants.X_OK

export async function checkDataFolder({ config }: { config: Config }): Promise<Finding[]> {
  const { dataDir } = config
  const named = `DATA_DIR ${dataDir}`
  const refused = (what: string) =>
    fault(
      `This user${findUser()} may not read and write ${what}. Run Showfield and its commands as the folder's owner.`,
    )
  const refusedOf = async (what: string, folder: string, uid: number) => {
    if (uid !== process.getuid?.()) return refused(`${what}, which belongs to ${await findName(uid)}`)
    return fault(
      `${what} belongs to this user${findUser()}, who may not read and write it. chmod u+rwx ${folder} allows it; if its disk can only be read, mount it to be written.`,
    )
  }
  let found: Stats | undefined
  try {
    found = await ifThere(() => stat(dataDir))
  } catch (error) {
    if (toCode(error) === 'ENOTDIR') return [fault(`${named} lies below a file. Set DATA_DIR to a folder.`)]
    return [refused(named)]
  }
  if (found === undefined) {
    const above = await findFolderAbove(dataDir)
    if (await mayUse(above)) {
      const text = `There is no folder ${dataDir} (DATA_DIR) yet. npm start makes it.`
      return [{ ...warning(text), isUsualAtStart: true }]
    }
    return [
      fault(
        `There is no folder ${dataDir} (DATA_DIR), and this user${findUser()} may not make it in ${above}. Make it, and give it to the user who runs the server.`,
      ),
    ]
  }
  if (!found.isDirectory()) return [fault(`${named} is a file. Set DATA_DIR to a folder.`)]
  if (!(await mayUse(dataDir))) return [await refusedOf(named, dataDir, found.uid)]
  for (const name of ['db', 'pictures', 'files']) {
    const folder = join(dataDir, name)
    const below = await ifThere(() => stat(folder))
    if (below === undefined) continue
    if (!(await mayUse(folder))) return [await refusedOf(folder, folder, below.uid)]
  }
  const uid = process.getuid?.()
  if (uid !== undefined && uid !== found.uid) {
    return [
      warning(
        `${named} belongs to ${await findName(found.uid)}, and not to this user${findUser()}: what this user writes there may be closed for the server. Give commands as its owner.`,
      ),
    ]
  }
  if ((found.mode & 0o077) !== 0) {
    return [warning(`${named} can be opened by others on this machine. chmod 700 ${dataDir} closes it.`)]
  }
  return [good(`${named} can be read and written.`)]
}

export async function checkDisk({ config }: { config: Config }): Promise<Finding[]> {
  const free = await findFreeBytes(config.dataDir)
  if (free === undefined) return []
  const text = `${toSize(free)} are free on the disk of DATA_DIR`
  if (free < leastFreeBytes) return [fault(`Only ${text}: nothing can be stored soon. Make room on it.`)]
  if (free < fewFreeBytes) return [warning(`Only ${text}. Make room on it.`)]
  return [good(`${text}.`)]
}

/** Undefined where there is no such folder, or the system does not say. */
export async function findFreeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

function toSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const at = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${(bytes / 2 ** (10 * at)).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[at]}`
}

export async function mayUse(folder: string): Promise<boolean> {
  return access(folder, all).then(
    () => true,
    () => false,
  )
}

async function findFolderAbove(folder: string): Promise<string> {
  const above = dirname(folder)
  const found = await stat(above).catch(() => undefined)
  return found !== undefined || above === folder ? above : findFolderAbove(above)
}

export function findUser(): string {
  const uid = process.getuid?.()
  return uid === undefined ? '' : ` (uid ${uid})`
}

/** As the machine's own list names the user. */
export async function findName(uid: number): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const line = users.split('\n').find((each) => each.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? `uid ${uid}`
}

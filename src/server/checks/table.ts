// The one table of checks: the doctor makes all of them, a start those that it needs, and both say the same.

import type { Config } from '../process/config.ts'
import { checkDatabase, checkHosts, type DatabaseParts } from './database.ts'
import { checkDataFolder, checkDisk } from './dataFolder.ts'
import type { Finding } from './finding.ts'
import type { InsideCheck } from './inside.ts'
import { checkSettings, type Environment } from './settings.ts'

export interface CheckParts extends Pick<DatabaseParts, 'waitMs' | 'onWait'> {
  readonly config: Config
  readonly env: Environment
  /** The folder of backups, if it was named. */
  readonly backups: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
  /** What the open database says of this. */
  checkOpenData(name: InsideCheck): Promise<readonly Finding[]>
  /** What somebody else says of the time. `of` reads well behind "agrees with". */
  onClock(of: string, theirMs: number, ourMs: number): void
}

export interface Check {
  /** Stands in front of what it finds. */
  readonly about: string
  /**
   * When a start makes it: before it opens its data, and then a fault ends it; or as soon as it is ready, and then it
   * only says so. The rest is the doctor's alone.
   */
  readonly atStart?: 'before' | 'after'
  /** The doctor looks more closely. */
  readonly isOfStartAlone?: true
  run(parts: CheckParts): Promise<readonly Finding[]> | readonly Finding[]
}

export const checks: readonly Check[] = [
  { about: 'settings', atStart: 'before', run: checkSettings },
  { about: 'data', atStart: 'before', run: checkDataFolder },
  { about: 'disk', atStart: 'before', run: checkDisk },
  {
    about: 'database',
    atStart: 'before',
    run: (parts) => checkDatabase({ ...parts, onClock: clockOf(parts, "the database's") }),
  },
  { about: 'database', atStart: 'before', run: ({ config }) => checkHosts(config) },
  { about: 'tables', run: ({ checkOpenData }) => checkOpenData('tables') },
  { about: 'clubs', atStart: 'after', run: ({ checkOpenData }) => checkOpenData('clubs') },
  { about: 'files', run: ({ checkOpenData }) => checkOpenData('files') },
  {
    ...{ about: 'files', atStart: 'after', isOfStartAlone: true },
    run: ({ checkOpenData }) => checkOpenData('place'),
  },
  {
    about: 'storage',
    atStart: 'after',
    run: async (parts) => (await import('./storage.ts')).checkStorage(parts),
  },
  { about: 'jobs', run: ({ checkOpenData }) => checkOpenData('jobs') },
  // modules that a start does not need, or not before it listens, are loaded when they are used
  { about: 'mail', atStart: 'after', run: async (parts) => (await services()).checkMail(parts) },
  {
    about: 'texts',
    atStart: 'after',
    run: async (parts) =>
      (await services()).checkTexts({ ...parts, onClock: clockOf(parts, 'the text service') }),
  },
  {
    about: 'cards',
    run: async (parts) =>
      (await services()).checkCards({ ...parts, onClock: clockOf(parts, "the card provider's") }),
  },
  { about: 'push', run: ({ checkOpenData }) => checkOpenData('push') },
  { about: 'push', run: async (parts) => (await outside()).checkPushServices(parts) },
  { about: 'port', run: async (parts) => (await outside()).checkPort(parts) },
  {
    about: 'address',
    run: async (parts) => {
      const found = parts.config.hostDomain === null ? [] : await parts.checkOpenData('clubs')
      const club = found.find((finding) => finding.club !== undefined)?.club
      return (await outside()).checkAddress({ ...parts, club, onClock: clockOf(parts, 'the proxy') })
    },
  },
  { about: 'backup', run: async (parts) => (await import('./backups.ts')).checkBackups(parts) },
]

const services = () => import('./services.ts')
const outside = () => import('./outside.ts')

function clockOf({ onClock }: CheckParts, of: string): (theirMs: number, ourMs: number) => void {
  return (theirMs, ourMs) => onClock(of, theirMs, ourMs)
}

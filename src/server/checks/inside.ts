// What only the open database can tell: its tables' version, its clubs, lost pictures, failed jobs, keys.

import { listLostFiles, listNamedFiles } from '../backup/lostFiles.ts'
import { listTenants } from '../db/clubRows.ts'
import { findValue } from '../db/instance/instanceSecret.ts'
import { findDefaultSlug } from '../dispatch/clubOfCall.ts'
import { longestUsualJobWaitMs } from '../limits/jobs.ts'
import { longestPrintedLabels, samplesOfPlace } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'
import { countJobs } from '../queue/db.ts'
import { findKept } from '../storage/storedObjects.ts'
import { type Finding, fault, good, warning } from './finding.ts'

/** By what they are about. */
export const insideChecks = {
  tables: checkTables,
  clubs: checkClubs,
  files: checkFiles,
  place: checkPlace,
  jobs: checkJobs,
  push: checkPushKeys,
} as const satisfies Readonly<Record<string, (services: Services) => Promise<Finding[]>>>

export type InsideCheck = keyof typeof insideChecks

/** With tables of another version nothing else can be asked. */
export async function checkInside(
  services: Services,
  names: readonly InsideCheck[],
): Promise<Partial<Record<InsideCheck, Finding[]>>> {
  const tables = await checkTables(services)
  const found: Partial<Record<InsideCheck, Finding[]>> = { tables }
  if (tables.some(({ level }) => level !== 'good')) return found
  for (const name of names) if (name !== 'tables') found[name] = await insideChecks[name](services)
  return found
}

async function checkTables({ database }: Services): Promise<Finding[]> {
  const { version, newer, missing } = await database.readTablesState()
  if (newer.length > 0) {
    return [
      fault(
        `The tables are of a newer version of Showfield (${newer.at(-1)}). Start that version, or go back to the backup from before the update.`,
      ),
    ]
  }
  if (version === null)
    return [warning('The database is empty. npm start, import or restore makes its tables.')]
  if (missing.length > 0) {
    return [
      warning(`The tables are of an older version (${version}). The next start brings them up to date.`),
    ]
  }
  return [good(`The tables are of this version (${version}).`)]
}

async function checkClubs(services: Services): Promise<Finding[]> {
  const { config, database } = services
  const clubs = await database.withoutClub((tx) => listTenants(tx))
  const { defaultTenant, hostDomain } = config
  const slug = await findDefaultSlug(services)
  const shown = clubs.slice(0, longestPrintedLabels).map(({ slug }) => slug)
  const more = clubs.length - shown.length
  const names = `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
  if (clubs.length === 0) return [warning('There is no club yet. npm run club -- import FILE makes one.')]
  if (defaultTenant !== null && !clubs.some(({ slug }) => slug === defaultTenant)) {
    return [
      fault(
        `DEFAULT_TENANT is '${defaultTenant}', and there is no such club: addresses that name no club lead nowhere. There are: ${names}.`,
      ),
    ]
  }
  if (hostDomain === null && clubs.length > 1 && !clubs.some((club) => club.slug === slug)) {
    return [
      warning(
        `There are ${clubs.length} clubs (${names}), and no setting says which one is meant where an address names none. Set DEFAULT_TENANT or HOST_DOMAIN.`,
      ),
    ]
  }
  const text = clubs.length === 1 ? `There is one club: ${names}.` : `There are ${clubs.length} clubs.`
  return [{ ...good(text), club: clubs[0]?.slug }]
}

async function checkFiles(services: Services): Promise<Finding[]> {
  const { config } = services
  const { named, lost } = await listLostFiles(services)
  if (lost.length === 0) return [good(`All ${named} pictures and files that clubs name are stored.`)]
  const shown = lost.slice(0, longestPrintedLabels).join(', ')
  const none = lost.length === named ? ' None is there: is this the place of this database?' : ''
  return [
    fault(
      `${lost.length} of ${named} pictures and files that clubs name are missing in ${config.storage === null ? 'DATA_DIR' : 'the storage of STORAGE_URL'}.${none} Restore them from a backup: ${shown}${lost.length > longestPrintedLabels ? ' …' : ''}.`,
    ),
  ]
}

/** Some of the first club's pictures and files: whether this is their place at all. Quick, for each start. */
async function checkPlace(services: Services): Promise<Finding[]> {
  for await (const { files } of listNamedFiles(services)) {
    if (files.length === 0) continue
    const some = files.slice(0, samplesOfPlace)
    const there = await findKept(
      services,
      some.flatMap(({ keys }) => keys),
    )
    if (there.size > 0) return []
    const { storage, dataDir } = services.config
    const where = storage === null ? `DATA_DIR ${dataDir}` : 'the storage of STORAGE_URL'
    return [
      warning(
        `None of ${some.length} pictures and files that a club names is in ${where}: is this the place of this database? npm run doctor says more.`,
      ),
    ]
  }
  return []
}

async function checkJobs({ database, now }: Services): Promise<Finding[]> {
  const jobs = await database.withoutClub((tx) => countJobs(tx, new Date(now())))
  const findings = jobs.flatMap(({ kind, failed, waiting, oldestSeconds }) => [
    ...(failed === 0
      ? []
      : [warning(`${failed} jobs (${kind}) have failed for good. npm run club -- jobs lists them.`)]),
    ...(waiting === 0 || oldestSeconds * 1000 < longestUsualJobWaitMs
      ? []
      : [
          warning(
            `${waiting} jobs (${kind}) are due and not done, the oldest for ${Math.round(oldestSeconds / 60)} minutes.`,
          ),
        ]),
  ])
  return findings.length === 0 ? [good('No job waits for long, and none has failed.')] : findings
}

async function checkPushKeys({ config, database }: Services): Promise<Finding[]> {
  const text = await database.withoutClub((tx) => findValue(tx, 'push keys'))
  if (text === undefined)
    return [warning('There are no keys for notifications yet. The first start makes them.')]
  if (!isKeyPair(text)) {
    return [
      fault('The keys for notifications cannot be read. Restore the newest backup: devices know no others.'),
    ]
  }
  if (!config.origin.startsWith('https:')) {
    return [good('The keys are there. Browsers give notifications over https only.')]
  }
  return [good('The keys for notifications are there.')]
}

function isKeyPair(text: string): boolean {
  try {
    const { publicKey, privateKey } = JSON.parse(text) as Record<string, unknown>
    return typeof publicKey === 'string' && typeof privateKey === 'string'
  } catch {
    return false
  }
}

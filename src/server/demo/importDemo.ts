// Imports the demo clubs at the first start and writes down for people and scripts who is in them.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findDay } from '../../domain/day.ts'
import { hashLinkSecret } from '../auth/linkSecret.ts'
import { ClubFileFaults, toLine } from '../clubFile/faults.ts'
import { importClubFile } from '../clubFile/import.ts'
import type { ClubFileSource } from '../clubFile/read.ts'
import { listTenants, type TenantRow } from '../db/club/clubRows.ts'
import { keepLinkSecret, listJudges, renewLinks } from '../db/contest/judge.ts'
import { listOpenBallots } from '../db/contest/voter.ts'
import { listUpcomingEvents } from '../db/events/event.ts'
import { toPageAddress } from '../portal/addresses.ts'
import type { Services } from '../services.ts'
import { isFile, writeWholeFile } from '../storage/atomicFile.ts'
import { coastUuid, mainUuid, makeDemoClubs } from './demoClubs.ts'
import { papers } from './papers.ts'
import { type DemoRole, demoPeople } from './people.ts'

interface DemoTenant {
  id: number
  uuid: string
  subdomain: string
  name: string
  members: { role: DemoRole; email: string; password?: string }[]
  events: {
    id: number
    name: string
    judges: { judgeId: string; phone: string; link: string }[]
    voters: { uuid: string; link: string }[]
  }[]
}

/** `DATA_DIR/demo.json`, the shape that scripts rely on. */
interface DemoFile {
  origin: string
  tenants: DemoTenant[]
}

/** Design 5: only into an empty database, and never beside a product's domain, a shared database or card keys. */
export async function importDemoIfDue(
  services: Services,
  print: (text: string) => void,
  readBeside: ClubFileSource['readBeside'] = readDemoFile,
): Promise<void> {
  const { config, database } = services
  const isHome = config.hostDomain === null && config.databaseUrl === null && config.cardKeys === null
  if (!isHome && !config.isDemoWanted) return
  const tenants = await database.asOwner((tx) => listTenants(tx))
  const path = join(config.dataDir, 'demo.json')
  // an import that was cut off goes on where it was
  const isUnfinished =
    tenants.length > 0 &&
    tenants.every(({ uuid }) => uuid === mainUuid || uuid === coastUuid) &&
    !(await isFile(path))
  if (tenants.length > 0 && !isUnfinished) return renewDemoLinks(services, tenants, path)
  print('Importing the demo clubs …\n')
  try {
    await importDemo(services, path, readBeside)
  } catch (error) {
    throw error instanceof ClubFileFaults ? new DemoFault(error) : error
  }
}

/** What a start prints works: a judge's link serves once, and in the demo once more after each start. */
async function renewDemoLinks(
  { database }: Services,
  tenants: readonly TenantRow[],
  path: string,
): Promise<void> {
  if (!(await isFile(path))) return
  const demo = JSON.parse(await readFile(path, 'utf8')) as DemoFile
  for (const { uuid, events } of demo.tenants) {
    const tenant = tenants.find((each) => each.uuid === uuid)
    const links = events.flatMap(({ judges }) => judges.map(({ link }) => link))
    const hashes = links.map((link) => hashLinkSecret(link.slice(link.indexOf('#') + 1)))
    if (tenant !== undefined) await database.inTenant(tenant.id, (tx) => renewLinks(tx, tenant.id, hashes))
  }
}

/** The demo clubs could not come in; the message is the one sentence to print. */
class DemoFault extends Error {
  constructor({ faults }: ClubFileFaults) {
    const [first] = faults
    const more = faults.length > 1 ? `, and ${faults.length - 1} more` : ''
    super(`The demo club cannot be imported: ${first === undefined ? '' : toLine(first)}${more}.`)
    this.name = 'DemoFault'
  }
}

async function importDemo(
  services: Services,
  path: string,
  readBeside: ClubFileSource['readBeside'],
): Promise<void> {
  const files = makeDemoClubs((zone) => findDay(services.now(), zone))
  const tenants: DemoTenant[] = []
  for (const file of files) {
    const source: ClubFileSource = { json: file, readBeside }
    const { tenant } = await importClubFile(services, source, {
      tenant: null,
      prune: false,
      overwrite: false,
      tellProgress: () => undefined,
    })
    tenants.push({
      id: tenant.id,
      uuid: tenant.uuid,
      subdomain: tenant.slug,
      name: file.club.name,
      members: demoPeople.map(({ role, password }) => ({
        role,
        email: file.members?.find(({ ref }) => ref === role)?.email_address ?? '',
        ...(password === null ? {} : { password }),
      })),
      events: await listDemoEvents(services, tenant),
    })
  }
  const demo: DemoFile = { origin: services.config.origin, tenants }
  await writeWholeFile(path, `${JSON.stringify(demo, null, 2)}\n`, 0o600)
}

async function readDemoFile(path: string): Promise<Uint8Array> {
  return papers.get(path) ?? readFile(join(import.meta.dirname, path))
}

/** Judges get links with secrets of this instance, of which the database keeps the hash alone. */
function listDemoEvents(services: Services, tenant: TenantRow): Promise<DemoTenant['events']> {
  const toLink = (page: string): string => toPageAddress(services.config, tenant, page)
  const dayBefore = findDay(services.now() - 2 * 86_400_000, 'UTC')
  return services.database.inTenant(tenant.id, async (tx) => {
    const events: DemoTenant['events'] = []
    for (const { id, name } of await listUpcomingEvents(tx, tenant.id, dayBefore)) {
      const judges: DemoTenant['events'][number]['judges'] = []
      for (const { id: judgeId, code, phone } of await listJudges(tx, tenant.id, id)) {
        const secret = randomBytes(32).toString('base64url')
        await keepLinkSecret(tx, tenant.id, judgeId, hashLinkSecret(secret))
        judges.push({ judgeId: code, phone, link: `${toLink(`/portal/judging/${id}`)}#${secret}` })
      }
      const ballots = await listOpenBallots(tx, tenant.id, id)
      const voters = ballots.map((uuid) => ({ uuid, link: toLink(`/portal/voterballot/${uuid}/${id}`) }))
      events.push({ id, name, judges, voters })
    }
    return events
  })
}

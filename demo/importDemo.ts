// Imports the demo clubs at the first start and writes a file that lists who is in them.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findDay } from '../src/domain/day.ts'
import { foldEmail } from '../src/domain/member.ts'
import { isRole } from '../src/domain/rights.ts'
import { listOpenBallots } from '../src/server/areas/ballot/db.ts'
import { type ClubFile, clubFile } from '../src/server/assembly/clubFile.ts'
import { toPageAddress } from '../src/server/club/addresses.ts'
import { ClubFileFaults, toLine } from '../src/server/clubFile/faults.ts'
import { importClubFile } from '../src/server/clubFile/import.ts'
import type { ClubFileSource } from '../src/server/clubFile/read.ts'
import { listStoredJudges, renewLinks, setLinkSecret } from '../src/server/contest/db/judge.ts'
import { listTenants, type TenantRow } from '../src/server/db/clubRows.ts'
import { listUpcomingEvents } from '../src/server/event/db/event.ts'
import { findAccount } from '../src/server/member/db/member.ts'
import { giveRole } from '../src/server/member/db/officer.ts'
import { isFile, writeWholeFile } from '../src/server/objects/atomicFile.ts'
import { isPublic } from '../src/server/process/loopback.ts'
import type { Services } from '../src/server/process/services.ts'
import { hashLinkSecret } from '../src/server/sealed/linkSecret.ts'
import { readDemoClubs } from './clubs.ts'

/** Members that both clubs have, by their refs in the files. Who has a role at the desk is called by it. */
const people = [
  'member',
  'moderator',
  'expired',
  'no-password',
  'parent',
  'child',
  'owner',
  'secretary',
  'treasurer',
  'show-manager',
] as const

interface DemoTenant {
  id: number
  uuid: string
  subdomain: string
  name: string
  members: { role: (typeof people)[number]; email: string; password?: string }[]
  events: {
    id: number
    name: string
    judges: { judgeId: string; phone: string; link: string }[]
    voters: { uuid: string; link: string }[]
  }[]
}

/** `DATA_DIR/demo.json`. Scripts rely on this shape. */
interface DemoFile {
  origin: string
  tenants: DemoTenant[]
}

/** Only into an empty database, never with a public address, a product's domain, a shared database or card keys. */
export async function importDemoIfDue(
  services: Services,
  print: (text: string) => void,
  readBeside: ClubFileSource['readBeside'] = readDemoFile,
): Promise<void> {
  const { config, database } = services
  const isAlone = config.hostDomain === null && config.databaseUrl === null && config.cardKeys === null
  const isHome = isAlone && !isPublic(config)
  if (!isHome && !config.isDemoWanted) return
  const tenants = await database.withoutClub((tx) => listTenants(tx))
  const path = join(config.dataDir, 'demo.json')
  // an import that was interrupted continues
  const isUnfinished = tenants.length > 0 && !(await isFile(path)) && areDemoClubs(tenants)
  if (tenants.length > 0 && !isUnfinished) return renewDemoLinks(services, tenants, path)
  // an officer has removed the demo clubs
  if (!config.isDemoWanted && (await isEmptied(path))) return
  print('Importing the demo clubs …\n')
  try {
    await importDemo(services, path, readBeside)
  } catch (error) {
    throw error instanceof ClubFileFaults ? new DemoFault(error) : error
  }
}

async function isEmptied(path: string): Promise<boolean> {
  if (!(await isFile(path))) return false
  return (JSON.parse(await readFile(path, 'utf8')) as DemoFile).tenants.length === 0
}

function areDemoClubs(tenants: readonly TenantRow[]): boolean {
  const uuids = readDemoClubs((zone) => findDay(0, zone)).map(({ club }) => club.uuid)
  return tenants.every(({ uuid }) => uuids.includes(uuid))
}

/** The links that a start prints work: a judge's link serves once, in the demo once after each start. */
async function renewDemoLinks(
  { config, database }: Services,
  tenants: readonly TenantRow[],
  path: string,
): Promise<void> {
  if (!(await isFile(path))) return
  const demo = await moveDemoFile(path, config.origin)
  for (const { uuid, events } of demo.tenants) {
    const tenant = tenants.find((each) => each.uuid === uuid)
    const links = events.flatMap(({ judges }) => judges.map(({ link }) => link))
    const hashes = links.map((link) => hashLinkSecret(link.slice(link.indexOf('#') + 1)))
    if (tenant !== undefined) await database.inTenant(tenant.id, (tx) => renewLinks(tx, hashes))
  }
}

/** A later start may have another port or address: the file's links lead to where the server is now. */
async function moveDemoFile(path: string, origin: string): Promise<DemoFile> {
  const text = await readFile(path, 'utf8')
  const demo = JSON.parse(text) as DemoFile
  if (demo.origin === origin) return demo
  const moved = text.replaceAll(JSON.stringify(demo.origin).slice(0, -1), JSON.stringify(origin).slice(0, -1))
  await writeWholeFile(path, moved)
  return JSON.parse(moved) as DemoFile
}

/** The demo clubs cannot be imported. The message is the one sentence to print. */
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
  const files = readDemoClubs((zone) => findDay(services.now(), zone))
  const tenants: DemoTenant[] = []
  for (const file of files) {
    const source: ClubFileSource = { json: file, readBeside }
    const { tenant } = await importClubFile(clubFile, services, source, {
      tenant: null,
      prune: false,
      overwrite: false,
      isDry: false,
      isSure: true,
      onProgress: () => undefined,
    })
    await giveDemoRoles(services, tenant, file)
    tenants.push({
      id: tenant.id,
      uuid: tenant.uuid,
      subdomain: tenant.slug,
      name: file.club.name,
      members: people.map((role) => {
        const { email_address: email = '', password } = file.members?.find(({ ref }) => ref === role) ?? {}
        return { role, email, ...(password === undefined ? {} : { password }) }
      }),
      events: await listDemoEvents(services, tenant),
    })
  }
  const demo: DemoFile = { origin: services.config.origin, tenants }
  await writeWholeFile(path, `${JSON.stringify(demo, null, 2)}\n`)
}

/** A club file gives no role. */
async function giveDemoRoles(
  { database, now }: Services,
  { id }: TenantRow,
  { members = [] }: ClubFile,
): Promise<void> {
  const given = { eventId: null, at: new Date(now()), until: null, by: null, reason: 'The demo club' }
  await database.inTenant(id, async (tx) => {
    for (const role of people) {
      if (!isRole(role)) continue
      const { email_address: email = '' } = members.find(({ ref }) => ref === role) ?? {}
      const account = await findAccount(tx, { emailFolded: foldEmail(email) })
      if (account === undefined) throw new Error(`the demo club has no ${role}`)
      await giveRole(tx, { ...given, memberId: account.memberId, role })
    }
  })
}

function readDemoFile(path: string): Promise<Uint8Array> {
  return readFile(join(import.meta.dirname, path))
}

/** Judges get links with secrets of this instance. The database has only their hashes. */
function listDemoEvents(services: Services, tenant: TenantRow): Promise<DemoTenant['events']> {
  const toLink = (page: string): string => toPageAddress(services.config, tenant, page)
  const dayBefore = findDay(services.now() - 2 * 86_400_000, 'UTC')
  return services.database.inTenant(tenant.id, async (tx) => {
    const events: DemoTenant['events'] = []
    for (const { id, name } of await listUpcomingEvents(tx, dayBefore)) {
      const judges: DemoTenant['events'][number]['judges'] = []
      for (const { id: judgeId, code, phone } of await listStoredJudges(tx, id)) {
        const secret = randomBytes(32).toString('base64url')
        await setLinkSecret(tx, judgeId, hashLinkSecret(secret))
        judges.push({ judgeId: code, phone, link: `${toLink(`/portal/judging/${id}`)}#${secret}` })
      }
      const ballots = await listOpenBallots(tx, id)
      const voters = ballots.map((uuid) => ({ uuid, link: toLink(`/portal/voterballot/${uuid}/${id}`) }))
      events.push({ id, name, judges, voters })
    }
    return events
  })
}

// Which club a call is for: one resolver for the names in payload, host and token. It refuses names that disagree.
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { tenantFields } from '../../contract/define.ts'
import { Failure, type InputFault } from '../../contract/failures.ts'
import { fallbackSlug, isSlug } from '../../domain/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import { findOnlyClub, findTenant, type TenantName } from '../club/db/tenant.ts'
import type { Database, Tx } from '../db/open.ts'
import { cacheSizes, clubMemoryMs } from '../limits/machine.ts'
import { largestId } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const idPattern = /^[1-9]\d{0,9}$/

export interface TenantResolver {
  find(name: TenantName): Promise<TenantIdentity | undefined>
  /** The club for calls that name none. */
  findDefault(): Promise<TenantIdentity | undefined>
  /** The one club that host, token and payload agree on. Throws a Failure otherwise. */
  resolve(
    body: Readonly<Record<string, unknown>>,
    hostSlug: string | null,
    tokenTenant: TenantName | null,
  ): Promise<TenantIdentity>
}

export function createTenantResolver(services: Services): TenantResolver {
  const remembered = new Map<string, { tenant: TenantIdentity; until: number }>()
  // a pack that is requested because of this commit must not be made from the remembered club
  services.database.onCommit((written) => {
    if (!written.has('tenant') && !written.has('*')) return
    remembered.clear()
    onlySlugs.delete(services.database)
  })

  async function find(name: TenantName): Promise<TenantIdentity | undefined> {
    const key = JSON.stringify(name)
    const held = remembered.get(key)
    if (held !== undefined && held.until > services.now()) return held.tenant
    const tenant = await services.database.withoutClub(async (tx) => {
      await noteOnlyClub(tx)
      return findTenant(tx, name)
    })
    remembered.delete(key)
    if (tenant === undefined) return undefined
    if (remembered.size >= cacheSizes.clubs) remembered.clear()
    remembered.set(key, { tenant, until: services.now() + clubMemoryMs })
    return tenant
  }

  async function noteOnlyClub(tx: Tx): Promise<void> {
    const only = await findOnlyClub(tx)
    onlySlugs.set(services.database, { slug: only?.slug ?? null, until: services.now() + clubMemoryMs })
  }

  async function findDefault(): Promise<TenantIdentity | undefined> {
    const known = onlySlugs.get(services.database)
    if (known === undefined || known.until <= services.now())
      await services.database.withoutClub(noteOnlyClub)
    const found = await find({ slug: await findDefaultSlug(services) })
    return found ?? (services.config.defaultTenant === null ? find({ slug: fallbackSlug }) : undefined)
  }

  return {
    find,
    findDefault,
    async resolve(body, hostSlug, tokenTenant) {
      const names = readTenantNames(body)
      if (hostSlug !== null) names.unshift({ slug: hostSlug })
      if (tokenTenant !== null) names.push(tokenTenant)
      const found = await Promise.all(names.length === 0 ? [findDefault()] : names.map(find))
      const [first] = found
      if (first === undefined || found.includes(undefined)) {
        throw new Failure('unknown-tenant', 'There is no such club here.')
      }
      if (found.some((tenant) => tenant?.id !== first.id)) {
        throw new Failure('tenant-mismatch', 'The call names more than one club.')
      }
      return first
    },
  }
}

/** The club's names in a payload, in any of the three forms. A wrong type is an input fault. */
function readTenantNames(body: Readonly<Record<string, unknown>>): TenantName[] {
  const faults: InputFault[] = []
  const names: TenantName[] = []
  for (const field of tenantFields) {
    const value = Object.hasOwn(body, field) ? body[field] : undefined
    if (value === undefined) continue
    if (typeof value !== 'string' && !(typeof value === 'number' && Number.isInteger(value))) {
      faults.push({ path: field, message: 'must be the name or the id of a club' })
      continue
    }
    const name = toTenantName(value, field === 'subdomain')
    if (name === undefined) throw new Failure('unknown-tenant', 'There is no such club here.')
    names.push(name)
  }
  if (faults.length > 0) throw new Failure('invalid-input', 'The club is not named rightly.', { faults })
  return names
}

function toTenantName(value: string | number, isSlugOnly: boolean): TenantName | undefined {
  const text = String(value)
  if (!isSlugOnly) {
    if (idPattern.test(text)) return Number(text) <= largestId ? { id: Number(text) } : undefined
    if (uuidPattern.test(text)) return { uuid: text.toLowerCase() }
  }
  return typeof value === 'string' && isSlug(text) ? { slug: text } : undefined
}

/**
 * The club that a Host header names under the product's own domain. Null when it names none (no such domain,
 * the bare domain, an IP address, this machine), undefined when it names something impossible.
 */
export function findHostSlug(host: string, hostDomain: string | null): string | null | undefined {
  if (hostDomain === null) return null
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  if (name === hostDomain || name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return null
  if (!name.endsWith(`.${hostDomain}`)) return undefined
  const label = name.slice(0, -hostDomain.length - 1)
  return isSlug(label) ? label : undefined
}

const demoSlugs = new WeakMap<Database, string>()
/** The only club of each database, as it was when a club was last looked for; null while there are several or none. */
const onlySlugs = new WeakMap<Database, { readonly slug: string | null; readonly until: number }>()

/**
 * Of the club for calls that name none, if it is there: the one of the setting, otherwise the only one, otherwise the
 * first demo club. Opens no transaction, because handlers ask too.
 */
export async function findDefaultSlug({ config, database }: Services): Promise<string> {
  const known = config.defaultTenant ?? onlySlugs.get(database)?.slug ?? demoSlugs.get(database)
  if (known !== undefined) return known
  const demo = await findDemoSlug(config.dataDir)
  if (demo !== undefined) demoSlugs.set(database, demo)
  return demo ?? fallbackSlug
}

async function findDemoSlug(dataDir: string): Promise<string | undefined> {
  try {
    const demo: unknown = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
    const [tenant] = (demo as { tenants?: { subdomain?: unknown }[] }).tenants ?? []
    return typeof tenant?.subdomain === 'string' ? tenant.subdomain : undefined
  } catch {
    return undefined // no demo club here; the caller then knows that there is none
  }
}

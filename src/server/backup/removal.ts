// Removes a club with all that it has here, after a backup of it. Nothing of another club is touched.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../domain/isRecord.ts'
import { enterTenant, type TableName, type TenantRow } from '../db/clubRows.ts'
import { mostRemovalBackups } from '../limits/machine.ts'
import { ifThere, writeWholeFile } from '../objects/atomicFile.ts'
import type { Services } from '../process/services.ts'
import { findKept, removeObjects } from '../storage/storedObjects.ts'
import { type BackupResult, writeBackup } from './backup.ts'
import {
  type ClubPrint,
  deleteSandboxMessages,
  deleteTenant,
  emptyTenant,
  listHeldByOthers,
  listTenantTables,
  lockTenant,
  readClubPrint,
  readTableRows,
} from './db/tables.ts'
import { BackupFault } from './lines.ts'
import { filedTables, findNamedFile, type NamedFile } from './storedFiles.ts'

export interface Removal {
  /** Rows by table, without empty tables. */
  readonly rows: ReadonlyMap<TableName, number>
  /** Those on the disk that nobody else uses, and those that stay because another club has them too. */
  readonly files: number
  readonly sharedFiles: number
}

/** What `removeClub` would remove now. */
export async function foreseeRemoval(services: Services, tenant: TenantRow): Promise<Removal> {
  const { print, named } = await readClub(services, tenant)
  const { own, others } = await sortFiles(services, tenant, named)
  return { rows: toCounts(print), files: countFiles(own), sharedFiles: countFiles(others) }
}

/**
 * Writes the backup first, and removes exactly what is in it: if the club has changed meanwhile, it is backed up again.
 * `takes` may refuse a backup. With `isNew` it fails with EEXIST where the file exists.
 */
export async function removeClub(
  services: Services,
  tenant: TenantRow,
  { path, isNew, takes }: { path: string; isNew: boolean; takes(backup: BackupResult): void },
): Promise<Removal> {
  for (let attempt = 1; ; attempt++) {
    const startedAt = services.now()
    const { print, named } = await readClub(services, tenant)
    takes(await writeBackup(services, path, tenant.slug, isNew && attempt === 1))
    const isRemoved = await services.database.withoutClub(async (tx) => {
      await lockTenant(tx, tenant.id)
      await enterTenant(tx, tenant.id)
      const tables = await listTenantTables(tx)
      if (JSON.stringify(await readClubPrint(tx, tables)) !== JSON.stringify(print)) return false
      await deleteSandboxMessages(tx)
      await emptyTenant(tx, tenant.id, tables)
      await deleteTenant(tx, tenant.id)
      return true
    })
    if (isRemoved) {
      await forgetInDemo(services.config.dataDir, tenant.slug)
      const { own } = await sortFiles(services, tenant, named)
      // who stores the same content since then wants it
      const keys = [...new Set(own.flatMap((file) => file.keys))]
      const files = await removeObjects(services, keys, startedAt + 1)
      return { rows: toCounts(print), files, sharedFiles: countFiles(named) - files }
    }
    if (attempt === mostRemovalBackups) {
      throw new BackupFault(
        `People use the club ${tenant.slug} at this moment: it changed each time while it was backed up. Nothing was removed; the backup is in ${path}. Stop the server, and give the command again.`,
      )
    }
  }
}

function toCounts(print: readonly ClubPrint[]): Map<TableName, number> {
  return new Map(print.filter(({ count }) => count > 0).map(({ table, count }) => [table, count]))
}

/** `named`: with the keys of those alone that are there. */
async function readClub(
  services: Services,
  tenant: TenantRow,
): Promise<{ print: ClubPrint[]; named: NamedFile[] }> {
  const { print, named } = await services.database.withoutClub(async (tx) => {
    await enterTenant(tx, tenant.id)
    const rows = []
    for (const table of filedTables) {
      for (const row of await readTableRows(tx, table)) rows.push(findNamedFile(table, row))
    }
    return {
      print: await readClubPrint(tx, await listTenantTables(tx)),
      named: rows.filter((file) => file !== undefined),
    }
  })
  const there = await findKept(
    services,
    named.flatMap(({ keys }) => keys),
  )
  return { print, named: named.map((file) => ({ ...file, keys: file.keys.filter((key) => there.has(key)) })) }
}

/** `others` are named by rows of another club, too. */
async function sortFiles(
  { database }: Services,
  tenant: TenantRow,
  named: readonly NamedFile[],
): Promise<{ own: NamedFile[]; others: NamedFile[] }> {
  const held = new Set<string>()
  for (const [table, files] of Map.groupBy(named, (file) => file.table)) {
    const asked = { table, tenantId: tenant.id, hashes: files.map(({ hash }) => hash) }
    for (const hash of await database.acrossClubs((tx) => listHeldByOthers(tx, asked))) held.add(hash)
  }
  const isHeld = ({ hash }: NamedFile) => held.has(hash)
  return { own: named.filter((file) => !isHeld(file)), others: named.filter(isHeld) }
}

/** Rows of a club may name the same file. */
function countFiles(files: readonly NamedFile[]): number {
  return new Set(files.flatMap(({ keys }) => keys)).size
}

/** The list of the demo clubs' people names nobody who is not there any more. */
async function forgetInDemo(dataDir: string, slug: string): Promise<void> {
  const path = join(dataDir, 'demo.json')
  const text = await ifThere(() => readFile(path, 'utf8'))
  if (text === undefined) return
  const demo: unknown = JSON.parse(text)
  if (!isRecord(demo) || !Array.isArray(demo.tenants)) return
  const tenants = demo.tenants.filter((tenant) => !isRecord(tenant) || tenant.subdomain !== slug)
  if (tenants.length === demo.tenants.length) return
  await writeWholeFile(path, `${JSON.stringify({ ...demo, tenants }, null, 2)}\n`)
}

// A PostgreSQL server: prepares the roles, then opens a pool that works as the owner of the tables.
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import {
  longestDatabaseStepMs,
  longestIdleTransactionMs,
  mostRoleRaces,
  roleRacePauseMs,
} from '../../limits/machine.ts'
import { endLine } from './lines.ts'
import { TenantPostgresDialect } from './postgresDriver.ts'
import { findPrimary } from './primary.ts'

/** Transactions of clubs switch to this role, which row-level security limits. */
const appRole = 'sf_app'
const ownerRole = 'sf_owner'

/** Codes of errors when two processes make the roles at once. Roles belong to the whole cluster. */
const raceCodes = new Set(['23505', '42710', 'XX000'])

/**
 * Plans are cached with their statements, on connections that live for days: a plan that was made for a small
 * table must not scan a large one. Without `jit = off`, the high cost of statements that have no index would
 * start the compiler.
 */
const plansThatLast = 'set enable_seqscan = off; set jit = off'
const locksThatEnd = `set idle_in_transaction_session_timeout = ${longestIdleTransactionMs}`

export async function openPostgres(databaseUrl: string): Promise<Kysely<unknown>> {
  const primary = await findPrimary(databaseUrl)
  const owner = await prepareRoles(primary.url)
  const onConnect = `set timezone = 'UTC'; ${plansThatLast}; ${locksThatEnd}${owner === null ? '' : `; set role ${owner}`}`
  return new Kysely<unknown>({ dialect: new TenantPostgresDialect({ databaseUrl, primary, onConnect }) })
}

/** The role to work as, or null when the login's own role can be used. */
async function prepareRoles(databaseUrl: string): Promise<string | null> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: longestDatabaseStepMs,
    query_timeout: longestDatabaseStepMs,
  })
  // one that breaks is told by the question that is asked then
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; superuser: boolean; bypass: boolean }>(
      'select rolname as name, rolsuper as superuser, rolbypassrls as bypass from pg_roles where rolname = current_user',
    )
    const [login] = rows
    if (login?.bypass && !login.superuser) {
      throw new Error(
        `The role ${login.name} of DATABASE_URL has bypassrls. Remove that right, because it would mix the data of clubs.`,
      )
    }
    if (login?.superuser) {
      // row-level security never limits a superuser, even when forced, so another role must own the tables
      await ensureRole(client, ownerRole, 'nologin createrole')
      await repeatOnRace(client, `grant create, usage on schema public to ${ownerRole}`)
    }
    await ensureRole(client, appRole, 'nologin')
    if (!(await canBecomeApp(client))) {
      await repeatOnRace(client, `grant ${appRole} to ${escapeIdentifier(login?.name ?? '')}`)
    }
    return login?.superuser ? ownerRole : null
  } finally {
    await endLine(client)
  }
}

async function ensureRole(client: Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await repeatOnRace(client, `create role ${role} ${options}`, '42710')
}

async function canBecomeApp(client: Client): Promise<boolean> {
  try {
    await client.query(`begin; set local role ${appRole}; rollback`)
    return true
  } catch (error) {
    await client.query('rollback')
    if (error instanceof DatabaseError && error.code === '42501') return false
    throw error
  }
}

async function repeatOnRace(client: Client, statement: string, doneCode?: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement)
      return
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (error.code === doneCode) return
      if (attempt === mostRoleRaces || !raceCodes.has(error.code ?? '')) throw error
      await pause(roleRacePauseMs * attempt)
    }
  }
}

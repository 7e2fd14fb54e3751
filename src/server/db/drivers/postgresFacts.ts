// What a PostgreSQL server says of itself and of the role of DATABASE_URL, before anything is opened or made there.
import { Client } from 'pg'
import { longestDatabaseStepMs } from '../../limits/machine.ts'
import { endLine } from './lines.ts'
import { findPrimary } from './primary.ts'

export interface PostgresFacts {
  /** Like 150008 for 15.8. */
  readonly versionNumber: number
  readonly version: string
  readonly role: string
  /** What row-level security could not limit. */
  readonly hasBypass: boolean
  /** Has or can make the two roles that the server works as. */
  readonly canWorkAsApp: boolean
  /** May make tables, or does not have to. */
  readonly canMakeTables: boolean
  readonly encoding: string
  /** The server's clock, in epoch milliseconds, and ours in the middle of the question. */
  readonly clockMs: number
  readonly oursMs: number
}

/** Fails as the driver does where the server cannot be reached or refuses the role. */
export async function readPostgresFacts(databaseUrl: string): Promise<PostgresFacts> {
  const client = new Client({
    connectionString: (await findPrimary(databaseUrl)).url,
    connectionTimeoutMillis: longestDatabaseStepMs,
    query_timeout: longestDatabaseStepMs,
  })
  // a connection that breaks later is told by the question that is asked then
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Omit<PostgresFacts, 'oursMs' | 'clockMs'>>(`
      with login as (select rolname, rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user),
        app as (select rolname from pg_roles where rolname = 'sf_app')
      select current_setting('server_version_num')::int as "versionNumber",
        split_part(current_setting('server_version'), ' ', 1) as version,
        current_setting('server_encoding') as encoding, login.rolname as role,
        login.rolbypassrls and not login.rolsuper as "hasBypass",
        login.rolsuper or coalesce(pg_has_role(current_user, (select rolname from app), 'member'), false)
          -- since 16, who may make roles may not give away those that others have made
          or (login.rolcreaterole and ((select rolname from app) is null
            or current_setting('server_version_num')::int < 160000)) as "canWorkAsApp",
        login.rolsuper or has_schema_privilege('public', 'create') as "canMakeTables"
      from login`)
    const startedMs = Date.now()
    const clock = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    const [facts] = rows
    const [{ ms } = { ms: startedMs }] = clock.rows
    if (facts === undefined) throw new Error('The database does not know its own role.')
    return { ...facts, clockMs: ms, oursMs: (startedMs + Date.now()) / 2 }
  } finally {
    await endLine(client)
  }
}

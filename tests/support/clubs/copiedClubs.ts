// Many clubs: the rows of one club, copied with new ids. Quicker than ten thousand imports.

/** Between the ids of two copies. The club that is copied has smaller ones. */
const idStep = 10_000

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Ids of the table's own rows or of others that are copied too. */
  readonly ids: ReadonlySet<string>
}

/** The id of the copy of that number, from 1 on. */
export function toCopiedId(id: number, copy: number): number {
  return id + copy * idStep
}

/** A connection of a superuser, because rows of all clubs are written at once. */
export interface CopyConnection {
  query<Row>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>
}

export interface CopyOptions {
  readonly tenantId: number
  readonly copies: number
  /** Copies are called this, a hyphen, and their number. */
  readonly slug: string
}

/** Plans are made for the tables as they were: analyze them afterwards. */
export async function copyClub(
  connection: CopyConnection,
  { tenantId, copies, slug }: CopyOptions,
): Promise<void> {
  const tables = await listTables(connection)
  // no triggers and no checks of foreign keys, so that the order of the tables does not matter
  await connection.query('set session_replication_role = replica')
  await connection.query(
    `insert into tenant (id, slug) overriding system value
     select $1::int + copy * ${idStep}, $2::text || '-' || copy from generate_series(1, $3::int) copy`,
    [tenantId, slug, copies],
  )
  for (const { name, columns, ids } of tables) {
    const copied = columns.map((column) => (ids.has(column) ? `${column} + copy * ${idStep}` : column))
    await connection.query(
      `insert into ${name} (${columns.join(', ')}) overriding system value
       select ${copied.join(', ')} from ${name}, generate_series(1, $2::int) copy where tenant_id = $1::int`,
      [tenantId, copies],
    )
  }
  for (const { name, ids } of [{ name: 'tenant', ids: new Set(['id']) }, ...tables]) {
    if (!ids.has('id')) continue
    await connection.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${name}))`, [
      name,
    ])
  }
  await connection.query('set session_replication_role = origin')
}

/**
 * The tables of clubs. What is called an id is one, also where no foreign key says so. A column with a default that nobody else knows (a voter's secret) gets a new value.
 */
async function listTables(connection: CopyConnection): Promise<Table[]> {
  const { rows } = await connection.query<{ name: string; columns: string[]; ids: string[] | null }>(`
    with column_of as (
      select c.relname, a.attnum, a.attname, a.attidentity, a.atttypid = 'int'::regtype as is_integer,
        exists (
          select from pg_constraint f
          where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any (f.conkey)
        ) as refers,
        coalesce(pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()', false) as is_secret
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and exists (
          select from pg_attribute t
          where t.attrelid = c.oid and t.attname = 'tenant_id' and t.attnotnull and not t.attisdropped
        )
    )
    select relname as name,
      array_agg(attname::text order by attnum) filter (where not is_secret) as columns,
      array_agg(attname::text) filter (
        where attidentity <> '' or (is_integer and (refers or attname like '%\\_id'))
      ) as ids
    from column_of
    group by relname order by relname`)
  return rows.map(({ name, columns, ids }) => ({
    name,
    columns,
    ids: new Set(['tenant_id', ...(ids ?? [])]),
  }))
}

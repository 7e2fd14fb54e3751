// Short functions to read and change rows, each in a transaction of its own.
import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import type { TenantSettings } from '../../../src/domain/club.ts'
import type { Role } from '../../../src/domain/rights.ts'
import type { Database, Tx } from '../../../src/server/db/open.ts'
import type { Schema } from '../../../src/server/db/schema.gen.ts'
import { giveRole, takeRole } from '../../../src/server/member/db/officer.ts'

type Table = keyof Schema
type Row<T extends Table> = Selectable<Schema[T]>

/** Rows in which each of these columns has this value, or one of these values. */
type Where<T extends Table> = { readonly [C in keyof Row<T>]?: Row<T>[C] | readonly Row<T>[C][] | null }

/** Null for the tables that belong to no club. */
type Club = { readonly id: number } | null

export interface Rows {
  inClub<T>(club: { readonly id: number }, body: (tx: Tx) => Promise<T>): Promise<T>
  /** Fails if there is none. */
  getRow<T extends Table, C extends keyof Row<T> & string = keyof Row<T> & string>(
    club: Club,
    table: T,
    where?: Where<T>,
    columns?: readonly C[],
  ): Promise<Pick<Row<T>, C>>
  listRows<T extends Table, C extends keyof Row<T> & string = keyof Row<T> & string>(
    club: Club,
    table: T,
    where?: Where<T>,
    columns?: readonly C[],
    orderBy?: keyof Row<T> & string,
  ): Promise<Pick<Row<T>, C>[]>
  findRow<T extends Table, C extends keyof Row<T> & string = keyof Row<T> & string>(
    club: Club,
    table: T,
    where?: Where<T>,
    columns?: readonly C[],
  ): Promise<Pick<Row<T>, C> | undefined>
  countRows<T extends Table>(club: Club, table: T, where?: Where<T>): Promise<number>
  insertRow<T extends Table>(club: Club, table: T, values: Insertable<Schema[T]>): Promise<Row<T>>
  insertRows<T extends Table>(
    club: Club,
    table: T,
    values: readonly Insertable<Schema[T]>[],
  ): Promise<Row<T>[]>
  changeRows<T extends Table>(
    club: Club,
    table: T,
    where: Where<T>,
    values: Updateable<Schema[T]>,
  ): Promise<void>
  deleteRows<T extends Table>(club: Club, table: T, where?: Where<T>): Promise<void>
  /** Changes an event as officers do: pages and phones see that it has changed. */
  reviseEvent(club: Club, id: number, values: Updateable<Schema['event']>): Promise<void>
  changeClubSettings(club: Club, settings: { [S in keyof TenantSettings]?: unknown }): Promise<void>
  /** Changes a member's settings. Who has none gets some. */
  changeMemberSettings(
    club: Club,
    memberId: number,
    values: Updateable<Schema['member_settings']>,
  ): Promise<void>
  /** A role for the whole club, as the desk gives and takes it. */
  setRole(club: Club, memberId: number, role: Role, isHeld: boolean): Promise<void>
}

export function makeRows(database: Pick<Database, 'inTenant' | 'withoutClub'>): Rows {
  const run = <T>(club: Club, body: (tx: Tx) => Promise<T>): Promise<T> =>
    club === null ? database.withoutClub(body) : database.inTenant(club.id, body)
  const listRows: Rows['listRows'] = (club, table, where = {}, columns, orderBy) =>
    run(club, (tx) => {
      const found = tx.selectFrom(toTable(table)).where(isEach(where))
      const query = orderBy === undefined ? found : found.orderBy(orderBy as 'id')
      const selected = columns === undefined ? query.selectAll() : query.select(columns as readonly never[])
      return selected.execute() as Promise<never>
    })
  const findRow: Rows['findRow'] = async (club, table, where, columns) =>
    (await listRows(club, table, where, columns))[0]
  const insertRows: Rows['insertRows'] = (club, table, values) =>
    run(club, (tx) => {
      const query = tx.insertInto(toTable(table)).values(values as never)
      return query.returningAll().execute() as Promise<never>
    })
  return {
    inClub: (club, body) => database.inTenant(club.id, body),
    listRows,
    findRow,
    countRows: async (club, table, where) => (await listRows(club, table, where)).length,
    async getRow(club, table, where = {}, columns) {
      const row = await findRow(club, table, where, columns)
      if (row === undefined) throw new Error(`there is no such row in ${table}: ${JSON.stringify(where)}`)
      return row
    },
    insertRows,
    insertRow: async (club, table, values) => {
      const [row] = await insertRows(club, table, [values])
      return row as never
    },
    async changeRows(club, table, where, values) {
      await run(club, (tx) =>
        tx
          .updateTable(toTable(table))
          .set(values as never)
          .where(isEach(where))
          .execute(),
      )
    },
    async deleteRows(club, table, where = {}) {
      await run(club, (tx) => tx.deleteFrom(toTable(table)).where(isEach(where)).execute())
    },
    async changeClubSettings(club, changed) {
      await run(club, async (tx) => {
        const { settings } = await tx.selectFrom('club').select('settings').executeTakeFirstOrThrow()
        await tx
          .updateTable('club')
          .set({ settings: JSON.stringify({ ...settings, ...changed }) })
          .execute()
      })
    },
    async changeMemberSettings(club, memberId, values) {
      await run(club, (tx) =>
        tx
          .insertInto('member_settings')
          .values({ ...values, member_id: memberId })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet(values))
          .execute(),
      )
    },
    async setRole(club, memberId, role, isHeld) {
      const change = { memberId, role, eventId: null, at: new Date(), by: null, reason: '' }
      await run(club, (tx) => (isHeld ? giveRole(tx, { ...change, until: null }) : takeRole(tx, change)))
    },
    async reviseEvent(club, id, values) {
      await run(club, (tx) =>
        tx
          .updateTable('event')
          .set((row) => ({ ...values, revision: row('revision', '+', 1) }))
          .where('id', '=', id)
          .execute(),
      )
    },
  }
}

/** The compiler cannot follow a table that is not known here: what is done with one is the same for all. */
function toTable(table: Table): 'member' {
  return table as 'member'
}

function isEach(where: object) {
  return ({ eb, and }: ExpressionBuilder<Schema, 'member'>) =>
    and(
      Object.entries(where).map(([column, value]) =>
        eb(column as 'id', value === null ? 'is' : Array.isArray(value) ? 'in' : '=', value),
      ),
    )
}

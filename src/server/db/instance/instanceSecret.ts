// Secrets of the instance: the first process that needs one makes it, and all processes use the same.
import { randomBytes } from 'node:crypto'
import { secretBytes } from '../../limits/sizes.ts'
import type { Database, Tx } from '../open.ts'

const known = new WeakMap<Database, Map<string, Promise<string>>>()

/** The secret with this name. `create` runs only when there is none. Another process's value may win. */
export function getInstanceSecret(
  database: Database,
  name: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const secrets = known.get(database) ?? new Map<string, Promise<string>>()
  known.set(database, secrets)
  const held = secrets.get(name)
  if (held !== undefined) return held
  const wanted = readOrCreate(database, name, create)
  secrets.set(name, wanted)
  wanted.catch(() => secrets.delete(name))
  return wanted
}

/** The 256 random bits under this name. */
export async function getInstanceKey(database: Database, name: string): Promise<Buffer> {
  const text = await getInstanceSecret(database, name, () => randomBytes(secretBytes).toString('base64url'))
  return Buffer.from(text, 'base64url')
}

async function readOrCreate(
  database: Database,
  name: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const present = await database.withoutClub((tx) => findValue(tx, name))
  if (present !== undefined) return present
  const made = await create()
  const winner = await database.withoutClub(async (tx) => {
    await tx
      .insertInto('instance_secret')
      .values({ name, value: made })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return findValue(tx, name)
  })
  if (winner === undefined) throw new Error(`the instance secret ${name} was not stored`)
  return winner
}

/** The secret with this name, if there is one. */
export async function findValue(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('instance_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

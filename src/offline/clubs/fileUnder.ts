// Files under the club's slug what earlier builds have filed under none, because the host had named the club.
import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { isRecord } from '../../domain/isRecord.ts'

/** Every database whose records name a club. */
const databases = [
  'showfield-passes',
  'showfield-favourites',
  'showfield-library',
  'showfield-outbox',
  'showfield-subscription',
  'showfield-answers',
]

/** What is there under the slug already stays as it is. Rejects if a database does not answer. */
export async function fileUnder(slug: string): Promise<void> {
  const there = new Set((await indexedDB.databases()).map(({ name }) => name))
  for (const name of databases) {
    if (!there.has(name)) continue
    const database = await openDB(name, undefined, {
      blocking: (_before, _blocked, event) => (event.target as IDBDatabase).close(),
    })
    try {
      await moveAll(database, slug)
    } finally {
      database.close()
    }
    // it was deleted meanwhile, and opened as an empty one
    if (database.objectStoreNames.length === 0) await deleteDB(name)
  }
}

/** All stores of a database at once, or none. */
async function moveAll(database: IDBPDatabase, slug: string): Promise<void> {
  const stores = [...database.objectStoreNames]
  if (stores.length === 0) return
  const tx = database.transaction(stores, 'readwrite')
  for (const name of stores) {
    const store = tx.objectStore(name)
    const isKeyed = store.keyPath !== null
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    for (const [index, key] of keys.entries()) {
      const value: unknown = values[index]
      const moved = isRecord(value) ? moveRecord(value, slug) : value
      const movedKey = rename(key, slug)
      if (movedKey === key && moved === value) continue
      const isTaken = movedKey !== key && (await store.getKey(movedKey)) !== undefined
      if (movedKey !== key) await store.delete(key)
      if (!isTaken) await store.put(moved, isKeyed ? undefined : movedKey)
    }
  }
  await tx.done
}

/** The names of the fields in which a record names its club. */
const keyFields = ['key', 'id', 'show']

function moveRecord(record: Record<string, unknown>, slug: string): Record<string, unknown> {
  const changed = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'club' && value === '') return [[name, slug]]
    const renamed = keyFields.includes(name) ? rename(value, slug) : value
    return renamed === value ? [] : [[name, renamed]]
  })
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) }
}

/** "/12" of an event, "ballot//12/…" of a draft, "showfield::club" of an answer. */
function rename<T>(name: T, slug: string): T | string {
  if (typeof name !== 'string') return name
  if (name.startsWith('/')) return slug + name
  return name.replace(/^([a-z-]+)\/\//, `$1/${slug}/`).replace(/^showfield::/, `showfield:${slug}:`)
}

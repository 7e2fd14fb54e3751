// Made by `npm run schema` from the migrated database; not to be edited.
import type { ColumnType, Generated } from 'kysely'

/** A jsonb column: read as the value, written as JSON text. */
export type JsonColumn<T> = ColumnType<T, string, string>

/** By table, what each of its columns holds. */
export type CardTables = {
  sandbox_card_answer: {
    key: string
    hash: string
    status: number | null
    body: string | null
  }
  sandbox_card_control: {
    name: string
    value: JsonColumn<unknown>
  }
  sandbox_card_delivery: {
    id: Generated<number>
    event_id: string
    event_type: string
    state: 'waiting' | 'held' | 'delivered' | 'dropped' | 'failed'
    due_at: Date
    claimed_until: Date | null
    attempts: Generated<number>
    status: number | null
  }
  sandbox_card_object: {
    id: string
    sequence: Generated<number>
    kind: string
    customer: string | null
    payment_intent: string | null
    charge: string | null
    created_at: Date
    body: JsonColumn<unknown>
  }
}

// The trail of one call: gathered while the handler runs, and written in its transaction.
import type { Changed } from '../../domain/trail.ts'
import type { Principal } from '../auth/principals.ts'
import type { Tx } from '../db/open.ts'
import { addTrail } from '../trail/db.ts'
import type { CheckedCall } from './callCheck.ts'

type Trailed = Pick<CheckedCall, 'name' | 'definition' | 'key' | 'now'>

export interface Trailing {
  changed(change: Changed): void
  /** Fails when an action that has a trail was accepted and has noted nothing. */
  write(tx: Tx): Promise<void>
}

export function createTrailing({ name, definition, key, now }: Trailed, { member }: Principal): Trailing {
  const all: Changed[] = []
  return {
    changed(change) {
      if (!definition.trail) throw new Error(`${name} has no trail`)
      all.push(change)
    },
    async write(tx) {
      if (!definition.trail) return
      if (all.length === 0) throw new Error(`${name} has changed something and noted nothing`)
      await addTrail(tx, { action: name, memberId: member?.id ?? null, key, at: new Date(now) }, all)
    },
  }
}

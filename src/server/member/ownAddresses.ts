// The two addresses that open something of a member without a sign-in: their calendar and their membership card.
import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import { calendarCodeBytes } from '../limits/sizes.ts'
import { findCalendarCode, saveCalendarCode } from './db/calendarCode.ts'
import { renewCardCode } from './db/membershipCard.ts'

export function newCalendarCode(): string {
  return randomBytes(calendarCodeBytes).toString('hex')
}

/** Whoever was in the account may have read them: the old ones open nothing any more. */
export async function renewOwnAddresses(tx: Tx, memberId: number): Promise<void> {
  await renewCardCode(tx, memberId)
  if ((await findCalendarCode(tx, memberId)) !== null) {
    await saveCalendarCode(tx, memberId, newCalendarCode())
  }
}

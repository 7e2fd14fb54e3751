// Who holds scarce things without having paid: a member, or a visitor's network address. Each may hold only so much.
import { createHmac } from 'node:crypto'
import { holdMs } from '../../../domain/order.ts'
import { getInstanceKey } from '../../db/instance/instanceSecret.ts'
import type { Tx } from '../../db/open.ts'
import {
  heldOrdersPerAddress,
  heldOrdersPerMember,
  heldPartPerHolder,
  leastHeldPiecesPerHolder,
  unpaidPiecesPerHolder,
} from '../../limits/often.ts'
import { firmHoldMs } from '../../limits/times.ts'
import type { Services } from '../../process/services.ts'
import { countHeldPieces, countUnpaidMs, listGivingWay } from '../db/hold.ts'
import { countHeldOrders } from '../db/order.ts'
import type { Goods, PurchaseLine } from '../goods.ts'
import { HeldFailure } from './heldFailure.ts'
import { findGivingWay, readSupply } from './supply.ts'

/** A pseudonym of the address that only this instance can make. Not within a transaction. */
export async function nameHolder({ database }: Services, peer: string): Promise<string> {
  const key = await getInstanceKey(database, 'holders of orders')
  return createHmac('sha256', key).update(peer).digest('base64url')
}

const memberMark = 'member '

export function nameMemberHolder(memberId: number): string {
  return `${memberMark}${memberId}`
}

interface OneMoreOrder {
  readonly holder: string
  readonly goods: Goods
  readonly lines: readonly PurchaseLine[]
  readonly now: number
}

/**
 * Call it in the transaction that places one more order. What the holder's own older orders hold idly gives way, so
 * that somebody who never pays does not shut out everybody else behind their address.
 */
export async function requireFewHeld(tx: Tx, { holder, goods, lines, now }: OneMoreOrder): Promise<void> {
  const most = holder.startsWith(memberMark) ? heldOrdersPerMember : heldOrdersPerAddress
  if ((await countHeldOrders(tx, holder)) >= most) {
    const idle = await listGivingWay(tx, { holder, before: new Date(now - firmHoldMs) })
    throw new HeldFailure(
      'too-many-held',
      'Too many orders are being paid from your network or account at the moment. Finish one of them, or try again in 15 minutes. Nothing was charged.',
      {
        retryAfter: holdMs / 1000,
        needed: [{ pieces: 1, orders: idle.map(({ orderId }) => ({ orderId, pieces: 1 })) }],
      },
    )
  }
  for (const kind of await listKinds(tx, goods, lines)) await requireFewPieces(tx, holder, kind, now)
}

interface WantedKind {
  readonly things: readonly string[]
  readonly unsold: number
  readonly pieces: number
}

/** What is wanted of each kind: of a ticket or a size, or of the spaces of one map together. */
async function listKinds(tx: Tx, goods: Goods, lines: readonly PurchaseLine[]): Promise<WantedKind[]> {
  const kinds: { things: readonly string[]; unsold: number; pieces: number }[] = []
  for (const { thing, quantity, sole = false } of lines.flatMap(({ scarce = [] }) => scarce)) {
    const known = kinds.find(({ things }) => things.includes(thing))
    if (known !== undefined) known.pieces += quantity
    else {
      const { things, unsold } = await readSupply(tx, goods, { thing, sole })
      kinds.push({ things: things.includes(thing) ? things : [...things, thing], unsold, pieces: quantity })
    }
  }
  return kinds
}

async function requireFewPieces(
  tx: Tx,
  holder: string,
  { things, unsold, pieces }: WantedKind,
  now: number,
): Promise<void> {
  const mostHeld = Math.max(leastHeldPiecesPerHolder, Math.ceil(unsold / heldPartPerHolder))
  const above = (await countHeldPieces(tx, holder, things)) + pieces - mostHeld
  if (above > 0) {
    throw new HeldFailure(
      'too-many-held',
      `At most ${mostHeld} of this can wait for a payment from your network or account at a time. Pay for them, then order more. Nothing was charged.`,
      {
        retryAfter: holdMs / 1000,
        mostHeld,
        needed: [await findGivingWay(tx, { things, pieces: above, now, holder })],
      },
    )
  }
  const since = new Date(now - unpaidPiecesPerHolder.windowMs)
  const unpaidMs = await countUnpaidMs(tx, holder, { things, since, now: new Date(now) })
  if (unpaidMs + pieces * holdMs <= Math.max(unpaidPiecesPerHolder.most, unsold) * holdMs) return
  throw new HeldFailure(
    'too-many-held',
    'So much was held from your network without being paid that it has to wait. Nothing was charged.',
    { retryAfter: unpaidPiecesPerHolder.windowMs / 1000, needed: [{ pieces: 1, orders: [] }] },
  )
}

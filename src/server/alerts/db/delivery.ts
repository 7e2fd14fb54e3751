// All SQL about the single deliveries of a message: taken by one sender at a time, each ended once.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { MailedTo } from './recipients.ts'

export type DeliveryWay = 'push' | 'mail'

export interface TakenDelivery {
  readonly id: number
  /** The same in each attempt. */
  readonly uuid: string
  /** Counts this attempt too. Another number means that another sender has taken it since. */
  readonly attempts: number
  /** How many answers were lost before this attempt: so often it was perhaps delivered. */
  readonly lost: number
  /** Null: the device or the member is gone, belongs to somebody else, or the member is not active any more
   * or was told by another mail. */
  readonly to:
    | { readonly way: 'push'; readonly device: PushDevice; readonly language: string | null }
    | { readonly way: 'mail'; readonly address: string; readonly language: string | null }
    | null
  readonly memberId: number | null
}

export interface PushDevice {
  readonly id: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

interface TakenRow extends Omit<TakenDelivery, 'to'> {
  isTheirs: boolean
  deviceId: number | null
  endpoint: string | null
  p256dh: string | null
  auth: string | null
  deviceLanguage: string | null
  email: string | null
  memberLanguage: string | null
}

/**
 * Until `lockedUntil` nobody else takes them. One whose sender has died since counts as an answer that was lost
 * and is taken once more; after a second loss it is not tried again, so that nobody gets it three times.
 */
export async function takeDeliveries(
  tx: Tx,
  {
    alertId,
    way,
    now,
    lockedUntil,
    most,
    isMailed,
  }: {
    alertId: number
    way: DeliveryWay
    now: Date
    lockedUntil: Date
    most: number
    isMailed: MailedTo | undefined
  },
): Promise<TakenDelivery[]> {
  // told by another mail since it was addressed
  const untold = way === 'mail' && isMailed !== undefined ? sql` and not ${isMailed}` : sql``
  // materialized, or the plan may read again for each row and take more than `most`
  const rows = await tx
    .with(
      (due) => due('due').materialized(),
      (query) =>
        query
          .selectFrom('alert_delivery')
          .where('alert_id', '=', alertId)
          .where('way', '=', way)
          .where('state', 'in', ['waiting', 'sending'])
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .orderBy('id')
          .limit(most)
          .forUpdate()
          .skipLocked()
          .select('id'),
    )
    .with('taken', (query) =>
      query
        .updateTable('alert_delivery as sent')
        .from('due')
        .set({
          state: sql`case when sent.state = 'sending' and sent.lost > 0 then 'unknown' else 'sending' end`,
          ended_at: sql`case when sent.state = 'sending' and sent.lost > 0 then ${now}::timestamptz end`,
          lost: sql`sent.lost + (sent.state = 'sending')::int`,
          attempts: sql`sent.attempts + 1`,
          next_at: lockedUntil,
        })
        .whereRef('sent.id', '=', 'due.id')
        .returning([
          'sent.id',
          'sent.uuid',
          'sent.attempts',
          'sent.lost',
          'sent.state',
          'sent.subscription_id',
          'sent.member_id',
        ]),
    )
    .selectFrom('taken')
    .leftJoin('push_subscription as device', 'device.id', 'taken.subscription_id')
    .leftJoin('member', (join) =>
      join.on('member.id', '=', sql<number>`coalesce(taken.member_id, device.member_id)`),
    )
    .orderBy('taken.id')
    .select([
      'taken.id',
      'taken.uuid',
      'taken.attempts',
      'taken.lost',
      'taken.state',
      'taken.member_id as memberId',
      'device.id as deviceId',
      'device.endpoint',
      'device.p256dh',
      'device.auth',
      'device.language as deviceLanguage',
      'member.email',
      'member.language as memberLanguage',
      sql<boolean>`case when ${way} = 'mail' or taken.member_id is not null
        then coalesce(member.deleted_at is null and member.suspended_at is null and member.id is not null
          and (${way} = 'mail' or device.member_id = taken.member_id)${untold}, false)
        else true end`.as('isTheirs'),
    ])
    .execute()
  return rows.filter(({ state }) => state === 'sending').map(toTaken)
}

function toTaken(row: TakenRow): TakenDelivery {
  const { id, uuid, attempts, lost, memberId } = row
  return { id, uuid, attempts, lost, memberId, to: row.isTheirs ? toTarget(row) : null }
}

function toTarget(row: TakenRow): TakenDelivery['to'] {
  const { deviceId, endpoint, p256dh, auth, email } = row
  if (deviceId !== null && endpoint !== null && p256dh !== null && auth !== null) {
    const device = { id: deviceId, endpoint, p256dh, auth }
    return { way: 'push', device, language: row.deviceLanguage ?? row.memberLanguage }
  }
  return email === null || email === '' ? null : { way: 'mail', address: email, language: row.memberLanguage }
}

export interface DeliveryEnd {
  readonly id: number
  readonly attempts: number
  /** `waiting`: to be tried again. */
  readonly state: 'waiting' | 'sent' | 'gone' | 'failed' | 'unknown'
  /** The message went out, and its answer was lost. */
  readonly isLost: boolean
  /** It was put back and not tried. */
  readonly isUntried: boolean
  readonly nextAt: Date
  readonly fault: string
}

/** What another sender has taken since stays as it is. */
export async function endDeliveries(tx: Tx, ends: readonly DeliveryEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return
  await tx
    .updateTable('alert_delivery as sent')
    .from(
      sql<DeliveryEnd>`json_to_recordset(${JSON.stringify(ends)}::json)`.as<'x'>(
        sql`x (id int, attempts int, state text, "isLost" boolean, "isUntried" boolean, "nextAt" timestamptz,
          fault text)`,
      ),
    )
    .set({
      state: sql`x.state`,
      lost: sql`sent.lost + x."isLost"::int`,
      attempts: sql`sent.attempts - x."isUntried"::int`,
      next_at: sql`x."nextAt"`,
      fault: sql`x.fault`,
      ended_at: sql`case when x.state = 'waiting' then null else ${now}::timestamptz end`,
    })
    .whereRef('sent.id', '=', 'x.id')
    .where('sent.state', '=', 'sending')
    .whereRef('sent.attempts', '=', 'x.attempts')
    .execute()
}

/** Ends what is left of a message that is too old to be sent. */
export async function endLateDeliveries(tx: Tx, alertId: number, now: Date): Promise<void> {
  await tx
    .updateTable('alert_delivery')
    .set({ state: 'failed', ended_at: now, fault: 'too late' })
    .where('alert_id', '=', alertId)
    .where('state', '=', 'waiting')
    .execute()
}

/** When the next one is due, or a dead sender's is free again; null when all have ended. */
export async function findNextDelivery(tx: Tx, alertId: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('alert_delivery')
    .where('alert_id', '=', alertId)
    .where('state', 'in', ['waiting', 'sending'])
    .select(({ fn }) => fn.min('next_at').as('next'))
    .executeTakeFirst()
  return row?.next ?? null
}

/** By way, what messages to members and followers still wait to be sent, as jobs are counted. */
export function countWaitingDeliveries(tx: Tx, now: Date) {
  return tx
    .selectFrom('alert_delivery as sent')
    .innerJoin('alert', 'alert.id', 'sent.alert_id')
    .where('sent.state', 'in', ['waiting', 'sending'])
    .where(sql<boolean>`(sent.attempts > 0 or sent.next_at <= ${now})`)
    .groupBy('sent.way')
    .select(['sent.way', sql<number>`count(*)::int`.as('count'), sql<Date>`min(alert.due_at)`.as('since')])
    .select(
      sql<string>`coalesce((array_agg(sent.fault order by sent.attempts desc, sent.id) filter (where sent.fault <> ''))[1], '')`.as(
        'error',
      ),
    )
    .select(sql<Date>`min(sent.next_at)`.as('nextAt'))
    .execute()
}

/** The push service says that nobody is there any more. A device that has subscribed anew since stays. */
export async function removeDeadDevices(tx: Tx, devices: readonly PushDevice[]): Promise<void> {
  for (const { id, endpoint } of devices) {
    await tx.deleteFrom('push_subscription').where('id', '=', id).where('endpoint', '=', endpoint).execute()
  }
}

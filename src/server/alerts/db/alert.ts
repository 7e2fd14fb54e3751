// All SQL about the club's messages: what they are about, and whether they are gathering, sent or done.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { mostAlertsShown } from '../../limits/sizes.ts'
import type { AddedKind, AlertContent, AlertTopic, EventPart } from './alertContent.ts'

export interface StoredAlert {
  readonly id: number
  readonly topic: AlertTopic
  readonly eventId: number | null
  readonly state: 'gathering' | 'waiting' | 'sending' | 'done'
  /** Of one that is gathering: the ids or parts so far, perhaps several times. */
  readonly content: AlertContent | readonly (number | EventPart)[]
  readonly madeAt: Date
  /** Nothing is sent after it. */
  readonly endsAt: Date
}

export interface Times {
  readonly at: Date
  readonly endsAt: Date
}

export interface Gathered extends Times {
  readonly topic: AddedKind | 'change'
  readonly eventId: number | null
  readonly things: readonly (number | EventPart)[]
  /** When it is sent, if it is new. */
  readonly dueAt: Date
}

/**
 * Joins the message of this topic that is still gathering, or begins one. A message that is just being sent is
 * waited for, and then a new one begins, so nothing is left out.
 */
export async function gatherAlert(
  tx: Tx,
  { topic, eventId, things, at, dueAt, endsAt }: Gathered,
): Promise<{ id: number; dueAt: Date }> {
  return await tx
    .insertInto('alert')
    .values({
      topic,
      event_id: eventId,
      content: JSON.stringify(things),
      made_at: at,
      due_at: dueAt,
      ends_at: endsAt,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`tenant_id, topic, (coalesce(event_id, 0))`)
        .where('state', '=', sql.lit('gathering'))
        .doUpdateSet({
          content: sql<string>`alert.content || excluded.content`,
          ends_at: (eb) => eb.ref('excluded.ends_at'),
        }),
    )
    .returning(['id', 'due_at as dueAt'])
    .executeTakeFirstOrThrow()
}

export interface NewAlert extends Times {
  readonly eventId: number
  readonly content: Extract<AlertContent, { topic: 'notice' | 'reminder' }>
  /** A second message about the same thing of the event is not made. */
  readonly about: string | null
}

/** Undefined if there is one about the same thing. */
export async function insertAlert(
  tx: Tx,
  { eventId, content, about, at, endsAt }: NewAlert,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('alert')
    .values({
      topic: content.topic,
      event_id: eventId,
      about,
      content: JSON.stringify(content),
      state: 'waiting',
      made_at: at,
      due_at: at,
      ends_at: endsAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findAlert(tx: Tx, id: number, lock?: 'lock'): Promise<StoredAlert | undefined> {
  const row = await selectAlerts(tx)
    .where('id', '=', id)
    .$if(lock === 'lock', (query) => query.forUpdate())
    .executeTakeFirst()
  return row as StoredAlert | undefined
}

function selectAlerts(tx: Tx) {
  return tx
    .selectFrom('alert')
    .select([
      'id',
      'topic',
      'event_id as eventId',
      'state',
      'content',
      'made_at as madeAt',
      'ends_at as endsAt',
    ])
}

export interface SentAlert {
  readonly id: number
  readonly content: AlertContent
  readonly madeAt: Date
}

/** Those made since then, the newest first. */
export async function listSentAlerts(
  tx: Tx,
  { topics, since, eventId }: { topics: readonly AlertTopic[]; since: Date; eventId?: number },
): Promise<SentAlert[]> {
  const rows = await selectAlerts(tx)
    .where('topic', '=', sql<AlertTopic>`any(${topics}::text[])`)
    .where('state', 'in', ['sending', 'done'])
    .where('made_at', '>=', since)
    .$if(eventId !== undefined, (query) => query.where('event_id', '=', eventId ?? 0))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostAlertsShown)
    .execute()
  return rows as unknown as SentAlert[]
}

/** From now on nothing joins it. */
export async function openAlert(tx: Tx, id: number, content: AlertContent): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ state: 'sending', content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute()
}

export async function finishAlert(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ state: 'done' })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

export async function deleteAlert(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('alert').where('id', '=', id).execute()
}

/** With their deliveries. */
/** Needs an `acrossClubs` transaction. */
export async function listClubsWithOldAlerts(tx: Tx, before: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('alert')
    .where('made_at', '<', before)
    .select('tenant_id')
    .distinct()
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

export async function forgetAlerts(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('alert').where('made_at', '<', before).execute()
}

/** Where what was added lies, and what of it members can see: all, unless a column says otherwise. */
export interface ShownTable {
  readonly table: 'activity' | 'event' | 'media_file' | 'product'
  readonly name: 'name' | 'title'
  readonly isShown?: 'published' | 'shared'
  /** What is over is nothing new. */
  readonly lastDay?: 'activity_on' | 'end_on'
  /** Said beside the name. */
  readonly firstDay?: 'activity_on' | 'start_on'
}

/** What members can see of these, or of all, by id. */
export function listShown(
  tx: Tx,
  { table, name, isShown, lastDay, firstDay }: ShownTable,
  { today, ids }: { today: string; ids?: readonly number[] },
): Promise<{ id: number; name: string; day: string | null }[]> {
  return tx
    .selectFrom(table)
    .$if(isShown !== undefined, (query) => query.where(sql<boolean>`${sql.ref(isShown ?? '')}`))
    .$if(lastDay !== undefined, (query) =>
      query.where(sql<boolean>`${sql.ref(lastDay ?? '')} >= ${today}::date`),
    )
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${ids ?? []}::int[])`))
    .orderBy('id')
    .select(['id', sql<string>`${sql.ref(name)}`.as('name')])
    .select(
      (firstDay === undefined ? sql<string | null>`null` : sql<string | null>`${sql.ref(firstDay)}`).as(
        'day',
      ),
    )
    .execute()
}

export interface AlertCounts {
  readonly id: number
  readonly topic: AlertTopic
  readonly eventId: number | null
  readonly content: StoredAlert['content']
  readonly madeAt: Date
  readonly state: StoredAlert['state']
  /** Delivered, by push and by mail. */
  readonly pushes: number
  readonly mails: number
  /** Of these and of the unknown: the service's answer was lost, so it was perhaps delivered twice. */
  readonly perhapsTwice: number
  /** It was tried twice, and both answers were lost. */
  readonly unknown: number
  readonly failed: number
  /** The device or the member is not there any more. */
  readonly gone: number
  readonly open: number
}

/** What was sent and to how many, the newest first. Reminders are left out. */
export async function countDelivered(
  tx: Tx,
  { eventId, most }: { eventId?: number; most: number },
): Promise<AlertCounts[]> {
  const ofEvent = eventId === undefined ? sql`` : sql` and alert.event_id = ${eventId}`
  const { rows } = await sql<AlertCounts>`
    select alert.id, alert.topic, alert.event_id as "eventId", alert.content, alert.made_at as "madeAt", alert.state,
      count(*) filter (where sent.state = 'sent' and sent.way = 'push')::int as pushes,
      count(*) filter (where sent.state = 'sent' and sent.way = 'mail')::int as mails,
      count(*) filter (where sent.state in ('sent', 'unknown') and sent.lost > 0)::int as "perhapsTwice",
      count(*) filter (where sent.state = 'unknown')::int as unknown,
      count(*) filter (where sent.state = 'failed')::int as failed,
      count(*) filter (where sent.state = 'gone')::int as gone,
      count(*) filter (where sent.state in ('waiting', 'sending'))::int as open
    from ${ofClub('alert')}
    left join ${ofClub('alert_delivery', 'sent')} on sent.alert_id = alert.id
    where alert.topic <> 'reminder'${ofEvent}
    group by alert.id, alert.topic, alert.event_id, alert.content, alert.made_at, alert.state
    order by alert.made_at desc, alert.id desc limit ${most}`.execute(tx)
  return rows
}

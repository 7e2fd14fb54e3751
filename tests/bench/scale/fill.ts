// Fills a club with so many of each thing, in statements of a superuser. Nothing checks foreign keys meanwhile, so what
// is written here must fit together.
import type { CopyConnection } from '../../support/clubs/copiedClubs.ts'

export interface Sizes {
  readonly members: number
  /** Each second one has a comment. */
  readonly posts: number
  /** Past ones, each with a car. */
  readonly events: number
  /** Of a ticket of the show. */
  readonly orders: number
}

export interface FilledClub {
  readonly id: number
  /** Whose password and kind of membership all members get. */
  readonly memberId: number
  readonly showId: number
  readonly ticketId: number
}

/** Of the first members so many are signed in and have written the posts. */
export const mostActive = 1000
/** Ballots of the show that nobody has used yet. */
const ballots = 20_000

export const toEmail = (number: number): string => `member${number}@scale.example`
/** The secret of a ballot, of the club's number and the ballot's. */
export const toBallotSecret = (clubId: number, number: number): string =>
  `${clubId.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** Returns the active members. */
export async function fillClub(
  connection: CopyConnection,
  { id, memberId, showId, ticketId }: FilledClub,
  { members, posts, events, orders }: Sizes,
): Promise<readonly number[]> {
  const run = (text: string, values: readonly unknown[] = []) => connection.query(text, values)
  await run('set session_replication_role = replica')
  const { rows } = await connection.query<{ id: number }>(
    `insert into member (tenant_id, email, email_folded, fname, lname, city, state, member_type_id, expires_on,
       password_hash, email_proved_at)
     select $1, 'member' || n || '@scale.example', 'member' || n || '@scale.example', 'Member', 'No. ' || n, 'Rye', 'NH',
       own.member_type_id, own.expires_on, own.password_hash, own.email_proved_at
     from member own, generate_series(1, $3::int) n where own.tenant_id = $1 and own.id = $2 returning id`,
    [id, memberId, members],
  )
  const all = rows.map((row) => row.id)
  await run(
    `insert into member_settings (tenant_id, member_id) select $1, id from member
     where tenant_id = $1 and id between $2 and $3`,
    [id, all[0], all.at(-1)],
  )
  const memberIds = all.slice(0, mostActive)
  await openSessions(connection, memberIds)
  await run(
    `insert into post (tenant_id, member_id, message, created_at)
     select $1, ($2::int[])[1 + n % array_length($2::int[], 1)], repeat('Forty years under a tarp. ', 1 + n % 12),
       now() - interval '1 hour' - n * interval '1 minute' from generate_series(0, $3::int - 1) n`,
    [id, memberIds, posts],
  )
  await run(
    `insert into post (tenant_id, member_id, parent_id, message, created_at)
     select tenant_id, member_id, id, 'Lovely.', created_at from post
     where tenant_id = $1 and parent_id is null and id % 2 = 0`,
    [id],
  )
  await run(
    `insert into post_reaction (tenant_id, post_id, member_id, reaction)
     select $1, post.id, m, post.id % 8 from post, unnest($2::int[]) m
     where tenant_id = $1 and parent_id is null on conflict do nothing`,
    [id, memberIds.slice(0, 3)],
  )
  await run(
    `with made as (
       insert into event (tenant_id, name, description, start_on, end_on)
       select $1, 'Meet ' || n, 'Two days of chrome', current_date - 30 - n % 3650, current_date - 29 - n % 3650
       from generate_series(1, $2::int) n returning id
     )
     insert into entry (tenant_id, event_id, car_number, class_number, member_id)
     select $1, id, '101', 1, ($3::int[])[1 + id % array_length($3::int[], 1)] from made`,
    [id, events, memberIds],
  )
  await run(
    `with made as (
       insert into purchase_order (tenant_id, key, kind, category, state, asked_hash, description, member_id, email,
         email_folded, sub_total_cents, discount_cents, service_fee_cents, taxes_cents, total_cents, currency, mode,
         created_at, paid_at, received_cents, settled_at, holder)
       select $1, gen_random_uuid(), 'event', 5, 'fulfilled', '-', 'Day pass', member_id,
         'buyer' || n || '@scale.example', 'buyer' || n || '@scale.example', 1000, 0, 0, 0, 1000, 'usd', 'sandbox',
         now() - interval '1 day', now() - interval '1 day', 1000, now() - interval '1 day', 'holder ' || n
       from generate_series(1, $2::int) n
         cross join lateral (select ($5::int[])[1 + n % array_length($5::int[], 1)] as member_id) m
       returning id, member_id, email
     ), lines as (
       insert into order_line (tenant_id, order_id, line, kind, label, quantity, amount_cents, net_cents, item, state)
       select $1, id, 1, 'ticket', 'Day pass', 1, 1000, 1000, '{}', 'delivered' from made
     ), holds as (
       insert into hold (tenant_id, order_id, line, thing, quantity, state, event_id)
       select $1, id, 1, 'ticket:' || $4::int, 1, 'sold', $3 from made
     ), history as (
       insert into order_history (tenant_id, order_id, what, at)
       select $1, id, what, now() - interval '1 day' from made, unnest(array['created', 'paid', 'fulfilled']) what
     )
     insert into sold_ticket (tenant_id, order_id, line, number, event_id, ticket_id, code, description, member_id,
       email, email_folded, created_at)
     select $1, id, 1, 1, $3, $4, gen_random_uuid()::text, 'Day pass', member_id, email, email,
       now() - interval '1 day' from made`,
    [id, orders, showId, ticketId, memberIds],
  )
  await addBallots(connection, [{ id, showId }], ballots)
  await run('set session_replication_role = origin')
  return memberIds
}

/** Of the sign-in of a member, whose number no other club has. */
export const toSessionId = (memberId: number): string =>
  `00000000-0000-4000-8000-${memberId.toString(16).padStart(12, '0')}`

export async function openSessions(connection: CopyConnection, memberIds: readonly number[]): Promise<void> {
  await connection.query(
    `insert into member_session (tenant_id, id, member_id, token_version, created_at, expires_at)
     select tenant_id, ('00000000-0000-4000-8000-' || lpad(to_hex(id), 12, '0'))::uuid, id, token_version,
       now() - interval '1 minute', now() + interval '1 day' from member where id = any($1::int[])`,
    [memberIds],
  )
}

/** Of the show, which nobody has used. */
export async function addBallots(
  connection: CopyConnection,
  clubs: readonly Pick<FilledClub, 'id' | 'showId'>[],
  each: number,
): Promise<void> {
  await connection.query(
    `insert into voter (tenant_id, event_id, uuid)
     select id, show, (lpad(to_hex(id), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
     from unnest($1::int[], $2::int[]) as club (id, show), generate_series(1, $3::int) n`,
    [clubs.map(({ id }) => id), clubs.map(({ showId }) => showId), each],
  )
}

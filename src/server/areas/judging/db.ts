// All SQL about challenges: codes that were sent to judges and not typed yet.
import type { Tx } from '../../db/open.ts'

/**
 * The challenges that can still be answered, the latest first, with the wrong tries without the secret of a device.
 * Locked, so that two guesses at once are two tries.
 */
export function listOpenChallenges(tx: Tx, judgeId: number, now: Date) {
  return tx
    .selectFrom('judge_challenge')
    .where('judge_id', '=', judgeId)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .select(['id', 'wrong_tries as wrongTries'])
    .execute()
}

/** The device whose secret has this hash, if it has asked for a code of just this since then. Locked. */
export async function findChallengeDevice(
  tx: Tx,
  { hash, asked, since }: { hash: string; asked: string; since: Date },
): Promise<{ readonly wrongTries: number } | undefined> {
  return tx
    .selectFrom('judge_challenge_device')
    .where('hash', '=', hash)
    .where('asked', '=', asked)
    .where('created_at', '>', since)
    .forUpdate()
    .select('wrong_tries as wrongTries')
    .executeTakeFirst()
}

/** Those that asked before `since` are forgotten. */
export async function saveChallengeDevice(
  tx: Tx,
  { since, now, ...device }: { hash: string; asked: string; since: Date; now: Date },
): Promise<void> {
  await tx.deleteFrom('judge_challenge_device').where('created_at', '<=', since).execute()
  await tx
    .insertInto('judge_challenge_device')
    .values({ ...device, created_at: now })
    .execute()
}

/**
 * Notes that the code is sent, first or again. For null the same statement writes nothing, so that the time
 * it takes does not show which judges exist.
 */
export async function saveChallenge(
  tx: Tx,
  challenge: { id: string; judgeId: number | null; now: Date; expiresAt: Date },
): Promise<void> {
  const { id, judgeId, now, expiresAt } = challenge
  await tx
    .insertInto('judge_challenge')
    .columns(['id', 'judge_id', 'created_at', 'expires_at', 'last_sent_at'])
    .expression((eb) =>
      eb
        .selectFrom('judge')
        .where('judge.id', '=', judgeId ?? 0)
        .select((row) => [
          row.val(id).$castTo<string>().as('id'),
          'judge.id as judge_id',
          row.val(now).as('created_at'),
          row.val(expiresAt).as('expires_at'),
          row.val(now).as('last_sent_at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((row) => ({
        sends: row('judge_challenge.sends', '+', 1),
        last_sent_at: now,
      })),
    )
    .execute()
}

/** With the secret of a device it counts for nobody else. */
export async function countTryOfDevice(tx: Tx, hash: string): Promise<void> {
  await tx
    .updateTable('judge_challenge_device')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('hash', '=', hash)
    .execute()
}

export async function countTryWithoutDevice(tx: Tx, challengeId: string): Promise<void> {
  await tx
    .updateTable('judge_challenge')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('id', '=', challengeId)
    .execute()
}

export async function spendChallenge(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('judge_challenge').set({ used_at: now }).where('id', '=', id).execute()
}

/** The code's phone number and the event's name. Undefined when the challenge cannot be answered any more. */
export async function findCodeToSend(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ phone: string; eventName: string } | undefined> {
  return tx
    .selectFrom('judge_challenge')
    .innerJoin('judge', 'judge.id', 'judge_challenge.judge_id')
    .innerJoin('event', 'event.id', 'judge.event_id')
    .where('judge_challenge.id', '=', id)
    .where('judge_challenge.expires_at', '>', now)
    .where('judge_challenge.used_at', 'is', null)
    .where('judge.revoked_at', 'is', null)
    .where('judge.phone', '<>', '')
    .select(['judge.phone', 'event.name as eventName'])
    .executeTakeFirst()
}

/** No code that was sent to this judge can be typed any more. */
export async function endChallenges(tx: Tx, judgeId: number, at: Date): Promise<void> {
  await tx
    .updateTable('judge_challenge')
    .set({ used_at: at })
    .where('judge_id', '=', judgeId)
    .where('used_at', 'is', null)
    .execute()
}

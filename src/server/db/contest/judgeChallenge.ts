// All SQL about challenges: codes that were sent to judges and not typed yet.
import type { Tx } from '../open.ts'

/** rules/security 2.1: after this many the challenge is dead, even for the right code. */
export const mostWrongTries = 5

export interface OpenChallenge {
  id: string
  wrongTries: number
}

/** The latest challenge that can still be answered. Locked, so that two guesses at once are two tries. */
export async function findOpenChallenge(
  tx: Tx,
  judgeId: number,
  now: Date,
): Promise<OpenChallenge | undefined> {
  return tx
    .selectFrom('judge_challenge')
    .where('judge_id', '=', judgeId)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .where('wrong_tries', '<', mostWrongTries)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .select(['id', 'wrong_tries as wrongTries'])
    .executeTakeFirst()
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

export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('judge_challenge')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('id', '=', id)
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
    .where('judge_challenge.wrong_tries', '<', mostWrongTries)
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

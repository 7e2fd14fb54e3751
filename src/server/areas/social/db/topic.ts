// All SQL about topics.
import { foldTopic } from '../../../../domain/shapes/topicName.ts'
import type { Tx } from '../../../db/open.ts'

// the same order on every database
const { compare } = new Intl.Collator('en', { numeric: true })

/** By name. */
export async function listTopics(tx: Tx) {
  const topics = await tx.selectFrom('topic').select(['id', 'topic']).execute()
  return topics.sort((one, other) => compare(one.topic, other.topic) || one.id - other.id)
}

export async function hasTopic(tx: Tx, topicId: number): Promise<boolean> {
  const row = await tx.selectFrom('topic').where('id', '=', topicId).select('id').executeTakeFirst()
  return row !== undefined
}

export async function findTopic(tx: Tx, topic: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('topic')
    .where('topic_folded', '=', foldTopic(topic))
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** Undefined if there is one of this name already. */
export async function insertTopic(
  tx: Tx,
  { topic, memberId, at }: { readonly topic: string; readonly memberId: number; readonly at: Date },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('topic')
    .values({
      topic,
      topic_folded: foldTopic(topic),
      member_id: memberId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'topic_folded']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

// Who is muted writes nothing that other members read. They still read, and remove what is theirs.
import { Failure } from '../../contract/failures.ts'
import { isMuted } from '../db/community/moderation.ts'
import type { Context } from '../dispatch/handler.ts'

/** Fails with `member-muted`. */
export async function requireVoice({
  tx,
  tenant,
  member,
}: Pick<Context<'create_post'>, 'tx' | 'tenant' | 'member'>): Promise<void> {
  if (await isMuted(tx, tenant.id, member?.id ?? 0)) {
    throw new Failure('member-muted', 'You are muted and cannot write here at the moment.')
  }
}

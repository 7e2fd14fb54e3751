// The job that makes a temporary password and mails it to the account. It sends nothing to a stranger.

import { jobLimits } from '../../limits/jobs.ts'
import { findAccount } from '../../member/db/member.ts'
import { openMemberCodes } from '../../member/memberCodes.ts'
import type { JobContext, JobHandler } from '../../queue/jobHandler.ts'
import type { JobPayloads } from '../../queue/kinds.ts'
import { addMail } from '../../queue/queue.ts'
import { signinLetters } from './letters.ts'

export const temporaryPasswordJob: JobHandler<JobPayloads['temporary-password']> = {
  run: mailPassword,
  ...jobLimits['temporary-password'],
}

async function mailPassword(
  { emailFolded, language }: JobPayloads['temporary-password'],
  { services, tenantId, uuid, now }: JobContext,
): Promise<void> {
  const codes = await openMemberCodes(services)
  await services.database.inTenant(tenantId, async (tx) => {
    const account = await findAccount(tx, { emailFolded })
    if (account === undefined) return
    const { memberId } = account
    const { id } = await codes.issue(tx, { tenantId, memberId, kind: 'temporary', now, again: true })
    await addMail(tx, signinLetters, {
      to: account.email,
      language: language ?? account.language,
      message: { kind: 'temporary-password', codeId: id },
      uniqueKey: `temporary-password ${uuid}`,
    })
  })
}

// The job that makes a temporary password and mails it to the account. It sends nothing to a stranger.

import { jobLimits } from '../../limits/jobs.ts'
import { findAccount } from '../../member/db/member.ts'
import { openMemberCodes } from '../../member/memberCodes.ts'
import type { JobOf } from '../../queue/jobHandler.ts'
import { addMail } from '../../queue/queue.ts'
import { signinLetters } from './letters.ts'

export const temporaryPasswordJob: JobOf<'temporary-password'> = {
  async run({ emailFolded, language }, { services, tenantId, uuid, now }) {
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
  },
  ...jobLimits['temporary-password'],
}

// The job that mails the renewal link to a member. It sends nothing to a stranger.

import { sealLookup } from '../../../auth/lookupProof.ts'
import { jobLimits } from '../../../limits/jobs.ts'
import { findMembership } from '../../../member/db/membership.ts'
import { renewalLetters } from '../../../order/letters/renewalLetters.ts'
import type { JobContext, JobHandler } from '../../../queue/jobHandler.ts'
import type { JobPayloads } from '../../../queue/kinds.ts'
import { addMail } from '../../../queue/queue.ts'

export const renewalLinkJob: JobHandler<JobPayloads['renewal-link']> = {
  run: mailLink,
  ...jobLimits['renewal-link'],
}

async function mailLink(
  { emailFolded, language }: JobPayloads['renewal-link'],
  { services, tenantId, uuid, now }: JobContext,
): Promise<void> {
  const { database } = services
  const membership = await database.inTenant(tenantId, (tx) => findMembership(tx, { emailFolded }))
  if (membership === undefined || membership.parentId > 0) return
  const lookup = await sealLookup(services, { tenantId, memberId: membership.memberId }, now)
  await database.inTenant(tenantId, (tx) =>
    addMail(tx, renewalLetters, {
      to: membership.email,
      language,
      message: { kind: 'renewal-link', lookup },
      uniqueKey: `renewal-link ${uuid}`,
    }),
  )
}

// The job that mails a member the link with which he renews, and a stranger nothing.

import { sealLookup } from '../auth/lookupProof.ts'
import { findMembership } from '../db/members/member.ts'
import type { JobContext, JobHandling } from './jobHandler.ts'
import type { JobPayloads } from './kinds.ts'
import { addMail } from './queue.ts'

export const renewalLinkJob: JobHandling<JobPayloads['renewal-link']> = {
  run: mailLink,
  leaseMs: 60_000,
  atOnce: 2,
  mostAttempts: 20,
  firstPauseMs: 5000,
  longestPauseMs: 60_000,
}

async function mailLink(
  { emailFolded, language }: JobPayloads['renewal-link'],
  { services, tenantId, uuid, now }: JobContext,
): Promise<void> {
  const { database } = services
  const membership = await database.inTenant(tenantId, (tx) => findMembership(tx, tenantId, { emailFolded }))
  if (membership === undefined || membership.parentId > 0) return
  const lookup = await sealLookup(services, { tenantId, memberId: membership.memberId }, now)
  await database.inTenant(tenantId, (tx) =>
    addMail(tx, {
      tenantId,
      to: membership.email,
      language,
      message: { kind: 'renewal-link', lookup },
      uniqueKey: `renewal-link ${uuid}`,
    }),
  )
}

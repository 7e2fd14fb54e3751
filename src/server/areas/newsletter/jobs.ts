// The job that mails a newsletter to one address, if its reader still wants it by then.
import { findDay } from '../../../domain/day.ts'
import { getClub } from '../../club/db/club.ts'
import { findSharedFile } from '../../club/db/mediaFile.ts'
import { jobLimits } from '../../limits/jobs.ts'
import type { JobContext, JobHandler } from '../../queue/jobHandler.ts'
import type { JobPayloads } from '../../queue/kinds.ts'
import { addMail } from '../../queue/queue.ts'
import { listAdditionalEmails } from './db/additionalEmail.ts'
import { listEmailReaders } from './db/newsletter.ts'
import { newsletterLetters } from './letters.ts'

export const newsletterJob: JobHandler<JobPayloads['newsletter']> = {
  run: mailNewsletter,
  ...jobLimits.newsletter,
}

async function mailNewsletter(
  { fileId, memberId, addressId }: JobPayloads['newsletter'],
  { services, tenantId, uuid, now }: JobContext,
): Promise<void> {
  await services.database.inTenant(tenantId, async (tx) => {
    const { timeZone } = await getClub(tx)
    const [reader] = await listEmailReaders(tx, findDay(now, timeZone), memberId)
    const file = await findSharedFile(tx, fileId)
    if (reader === undefined || file === undefined) return
    const to = addressId === 0 ? reader.email : await findConfirmed()
    if (to === undefined) return
    await addMail(tx, newsletterLetters, {
      to,
      language: reader.language,
      message: { kind: 'newsletter', fileId, memberId, addressId },
      uniqueKey: `newsletter ${uuid}`,
    })

    async function findConfirmed(): Promise<string | undefined> {
      const own = (await listAdditionalEmails(tx, [memberId])).get(memberId) ?? []
      const address = own.find(({ id }) => id === addressId)
      return address?.confirmedAt && address.stoppedAt === null ? address.email : undefined
    }
  })
}

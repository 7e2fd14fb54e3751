// The job that mails a newsletter to one address, if its reader still wants it by then.
import { findDay } from '../../../domain/day.ts'
import { getTimeZone } from '../../club/db/club.ts'
import { findSharedFile } from '../../club/db/mediaFile.ts'
import type { Tx } from '../../db/open.ts'
import { jobLimits } from '../../limits/jobs.ts'
import type { JobOf } from '../../queue/jobHandler.ts'
import { addMail } from '../../queue/queue.ts'
import { listOwnAdditionalEmails } from './db/additionalEmail.ts'
import { listEmailReaders } from './db/newsletter.ts'
import { newsletterLetters } from './letters.ts'

export const newsletterJob: JobOf<'newsletter'> = {
  async run({ fileId, memberId, addressId }, { services, tenantId, uuid, now }) {
    await services.database.inTenant(tenantId, async (tx) => {
      const [reader] = await listEmailReaders(tx, findDay(now, await getTimeZone(tx)), memberId)
      const file = await findSharedFile(tx, fileId)
      if (reader === undefined || file === undefined) return
      const to = addressId === 0 ? reader.email : await findConfirmed(tx, memberId, addressId)
      if (to === undefined) return
      await addMail(tx, newsletterLetters, {
        to,
        language: reader.language,
        message: { kind: 'newsletter', fileId, memberId, addressId },
        uniqueKey: `newsletter ${uuid}`,
      })
    })
  },
  ...jobLimits.newsletter,
}

async function findConfirmed(tx: Tx, memberId: number, addressId: number): Promise<string | undefined> {
  const own = await listOwnAdditionalEmails(tx, memberId)
  const address = own.find(({ id }) => id === addressId)
  return address?.confirmedAt && address.stoppedAt === null ? address.email : undefined
}

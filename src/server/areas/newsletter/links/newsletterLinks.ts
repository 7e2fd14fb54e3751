// The codes in mails about newsletters: they name a member and one of their addresses, and prove that the mail was got.
import { getInstanceKey } from '../../../db/instance/instanceSecret.ts'
import type { Services } from '../../../process/services.ts'
import { isSameSecret, sign } from '../../../sealed/signing.ts'

export interface NewsletterReader {
  readonly memberId: number
  /** Of the additional address; 0 for the member's own. */
  readonly addressId: number
}

/** What the code does: each does nothing else. */
export type NewsletterPurpose = 'confirm' | 'stop'

export interface NewsletterLinks {
  makeCode(tenantUuid: string, purpose: NewsletterPurpose, reader: NewsletterReader): string
  /** Undefined for a code that we did not make for this. */
  read(tenantUuid: string, purpose: NewsletterPurpose, code: string): NewsletterReader | undefined
}

/** Not within a transaction, the first time in a process. */
export async function openNewsletterLinks(services: Pick<Services, 'database'>): Promise<NewsletterLinks> {
  const key = await getInstanceKey(services.database, 'newsletter links')
  const prove = (tenantUuid: string, purpose: NewsletterPurpose, { memberId, addressId }: NewsletterReader) =>
    sign(key, [tenantUuid, purpose, memberId, addressId].join('.'))
  return {
    makeCode: (tenantUuid, purpose, reader) =>
      [reader.memberId, reader.addressId, prove(tenantUuid, purpose, reader)].join('.'),
    read(tenantUuid, purpose, code) {
      const [, member, address, proof] = /^(\d{1,10})\.(\d{1,10})\.([\w-]{43})$/.exec(code) ?? []
      if (proof === undefined) return undefined
      const reader = { memberId: Number(member), addressId: Number(address) }
      return isSameSecret(proof, prove(tenantUuid, purpose, reader)) ? reader : undefined
    },
  }
}

// All SQL about members' additional addresses. The settings say which ones there are, and a row what became of each.
import { sql } from 'kysely'
import { foldEmail } from '../../../../domain/member.ts'
import { readAdditionalEmails } from '../../../../domain/members/additionalEmails.ts'
import { anyOf } from '../../../db/anyOf.ts'
import type { Tx } from '../../../db/open.ts'

export interface AdditionalEmail {
  /** 0 before its reader was asked. */
  readonly id: number
  readonly email: string
  readonly emailFolded: string
  /** How many mails have asked its reader to confirm. */
  readonly asks: number
  readonly askedAt: Date | null
  readonly confirmedAt: Date | null
  /** Its reader wants no mail any more, not even to confirm. */
  readonly stoppedAt: Date | null
}

/** Before its reader was asked. */
const unasked = { id: 0, asks: 0, askedAt: null, confirmedAt: null, stoppedAt: null }

/** Of these members, by member, in the order of the settings. */
export async function listAdditionalEmails(
  tx: Tx,
  memberIds: readonly number[],
): Promise<Map<number, AdditionalEmail[]>> {
  const settings = await tx
    .selectFrom('member_settings')
    .where('member_id', '=', anyOf(memberIds))
    .where('additional_emails', '<>', '')
    .select(['member_id', 'additional_emails'])
    .execute()
  const rows = await tx
    .selectFrom('additional_email')
    .where('member_id', '=', anyOf(memberIds))
    .select(['id', 'member_id as memberId', 'email_folded as emailFolded', 'asks'])
    .select(['asked_at as askedAt', 'confirmed_at as confirmedAt', 'stopped_at as stoppedAt'])
    .execute()
  const known = new Map(rows.map((row) => [`${row.memberId} ${row.emailFolded}`, row]))
  return new Map(
    settings.map(({ member_id, additional_emails }) => [
      member_id,
      readAdditionalEmails(additional_emails).map((email) => {
        const emailFolded = foldEmail(email)
        return { ...unasked, ...known.get(`${member_id} ${emailFolded}`), email, emailFolded }
      }),
    ]),
  )
}

export async function listOwnAdditionalEmails(tx: Tx, memberId: number): Promise<AdditionalEmail[]> {
  return (await listAdditionalEmails(tx, [memberId])).get(memberId) ?? []
}

/** Counts a mail that asks to confirm. Answers the row's id; undefined when there may be none now, also at once. */
export async function noteAsk(
  tx: Tx,
  asked: {
    readonly memberId: number
    readonly emailFolded: string
    readonly at: Date
    /** The last mail was earlier than this. */
    readonly before: Date
    /** Of all mails to this address for this member. */
    readonly most: number
  },
): Promise<number | undefined> {
  const { memberId, emailFolded, at, before, most } = asked
  const row = await tx
    .insertInto('additional_email')
    .values({ member_id: memberId, email_folded: emailFolded, asks: 1, asked_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'member_id', 'email_folded'])
        .doUpdateSet((eb) => ({ asks: eb('additional_email.asks', '+', 1), asked_at: at }))
        .where('additional_email.confirmed_at', 'is', null)
        .where('additional_email.stopped_at', 'is', null)
        .where('additional_email.asks', '<', most)
        .where((eb) =>
          eb.or([eb('additional_email.asked_at', 'is', null), eb('additional_email.asked_at', '<', before)]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False unless the member still has this address, was asked since `since`, and nobody has stopped it. */
export async function confirmAddress(
  tx: Tx,
  { memberId, addressId, at, since }: { memberId: number; addressId: number; at: Date; since: Date },
): Promise<boolean> {
  const own = await listOwnAdditionalEmails(tx, memberId)
  const address = own.find(({ id }) => id === addressId)
  if (address === undefined || address.stoppedAt !== null) return false
  if (address.confirmedAt !== null) return true
  if (address.askedAt === null || address.askedAt < since) return false
  await tx.updateTable('additional_email').set({ confirmed_at: at }).where('id', '=', addressId).execute()
  return true
}

/** For good. False when there is no such address. */
export async function stopAddress(
  tx: Tx,
  { memberId, addressId, at }: { memberId: number; addressId: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('additional_email')
    .set((eb) => ({ stopped_at: eb.fn.coalesce('stopped_at', eb.val(at)) }))
    .where('member_id', '=', memberId)
    .where('id', '=', addressId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The transaction must have locked the member. What an address that goes had confirmed counts no more. */
export async function setAdditionalEmails(
  tx: Tx,
  memberId: number,
  emails: readonly string[],
): Promise<void> {
  const additional_emails = emails.join(', ')
  await tx
    .insertInto('member_settings')
    .values({ member_id: memberId, additional_emails })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet({ additional_emails }))
    .execute()
  await tx
    .updateTable('additional_email')
    .set({ confirmed_at: null })
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .where('email_folded', '<>', sql<string>`all(${emails.map(foldEmail)}::text[])`)
    .execute()
}

/** Those of a member whose account is closed get no mail any more. */
export async function deleteAdditionalEmailsOf(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('additional_email').where('member_id', '=', memberId).execute()
}

// All SQL about what members have chosen about themselves. Automatic renewal is in membership.ts.
import type { Tx } from '../../db/open.ts'

/** Every choice but automatic renewal, under its name on the wire. */
export const choiceColumns = {
  roster: 'roster',
  rosterPartner: 'roster_partner',
  rosterLocale: 'roster_locale',
  rosterEmail: 'roster_email',
  rosterPhone: 'roster_phone',
  notifyNewFile: 'notify_new_file',
  notifyNewEvent: 'notify_new_event',
  notifyNewProduct: 'notify_new_product',
  newsletter: 'newsletter',
  enewsletter: 'enewsletter',
} as const

type ChoiceName = keyof typeof choiceColumns
const choiceNames = Object.keys(choiceColumns) as ChoiceName[]

export type MemberChoices = Record<ChoiceName, boolean>

export interface StoredSettings extends MemberChoices {
  readonly additionalEmails: string
}

/** Of a member without a row: the defaults of the table. */
export const untouchedSettings: StoredSettings = {
  roster: true,
  rosterPartner: false,
  rosterLocale: true,
  rosterEmail: false,
  rosterPhone: false,
  notifyNewFile: true,
  notifyNewEvent: true,
  notifyNewProduct: true,
  newsletter: false,
  enewsletter: true,
  additionalEmails: '',
}

export async function readSettings(tx: Tx, memberId: number): Promise<StoredSettings> {
  const row = await tx
    .selectFrom('member_settings')
    .where('member_id', '=', memberId)
    .select(choiceNames.map((name) => choiceColumns[name]))
    .select('additional_emails')
    .executeTakeFirst()
  if (row === undefined) return untouchedSettings
  const choices = Object.fromEntries(
    choiceNames.map((name) => [name, row[choiceColumns[name]]]),
  ) as MemberChoices
  return { ...choices, additionalEmails: row.additional_emails }
}

type Choices = { readonly [N in ChoiceName]?: boolean | undefined }

/** Changes only what is named. */
export function setChoices(tx: Tx, memberId: number, changes: Choices): Promise<void> {
  return setChoicesOfMany(tx, [memberId], changes)
}

/** The same for several members. */
export async function setChoicesOfMany(
  tx: Tx,
  memberIds: readonly number[],
  changes: Choices,
): Promise<void> {
  const named = choiceNames.flatMap((name) => {
    const value = changes[name]
    return value === undefined ? [] : [[choiceColumns[name], value] as const]
  })
  if (named.length === 0 || memberIds.length === 0) return
  await tx
    .insertInto('member_settings')
    .values(memberIds.map((id) => ({ member_id: id })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doNothing())
    .execute()
  await tx
    .updateTable('member_settings')
    .set(Object.fromEntries(named))
    .where('member_id', 'in', memberIds)
    .execute()
}

/** Whether the roster has them. */
export async function setListed(tx: Tx, memberId: number, roster: boolean): Promise<void> {
  await tx
    .insertInto('member_settings')
    .values({ member_id: memberId, roster })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet({ roster }))
    .execute()
}

// How members are stored, with their types and settings.
import { isForLife, lifeExpiration } from '../../../domain/member.ts'
import { memberFields } from '../../../domain/shapes/member.ts'
import { recordSchemas } from '../clubFile.ts'
import { cents, day, derivedText, fileColumns, flag, text } from './columns.ts'
import { foldedEmail } from './foldedTexts.ts'
import { type Column, type Fields, kind } from './recordKind.ts'

export const memberType = kind('memberType', 'member_type', recordSchemas.memberType, {
  isOrdered: true,
  columns: {
    label: text('label'),
    description: text('description'),
    price_cents: cents('price'),
    renew_price_cents: cents('renewPrice'),
    anniversary_renewal: flag('anniversaryRenewal'),
    anniversary_on: day('anniversaryDate'),
    allow_children: flag('allowChildren'),
    open: flag('open'),
  },
})

/** A yes is the member's own, with a saved card: neither a file nor an officer gives it (rules/payments 4.2). */
const autoRenew: Column = {
  ...flag('autoRenew', { isOptional: true }),
  fromFile: (value) => (value === true ? undefined : value),
  toFile: (value) => (value === true ? null : value),
}

/** A file says only of whom it is not known. Who else is new is proved by the import, because the club answers for the file. */
const emailProved: Column = {
  type: 'timestamptz',
  field: 'emailProved',
  isOptional: true,
  fromFile: (value) => (value === false ? null : undefined),
  toFile: (value) => (value === null ? false : null),
}

const memberSettings = kind('memberSettings', 'member_settings', recordSchemas.memberSettings, {
  identity: ['member_id'],
  parentColumn: 'member_id',
  toRef: (_value, parentRef) => parentRef,
  columns: {
    additional_emails: text('additionalEmails'),
    auto_renew: autoRenew,
    notify_new_file: flag('notifyNewFile'),
    notify_new_event: flag('notifyNewEvent'),
    notify_new_product: flag('notifyNewProduct'),
    newsletter: flag('newsletter'),
    enewsletter: flag('enewsletter'),
    moderator: flag('moderator'),
    roster: flag('roster'),
    roster_partner: flag('rosterPartner'),
    roster_locale: flag('rosterLocale'),
    roster_email: flag('rosterEmail'),
    roster_phone: flag('rosterPhone'),
  },
})

const memberColumns = fileColumns('member', memberFields)
const { expires_on: end, life } = memberColumns
if (end === undefined || life === undefined) throw new Error('a member has no end')

/** A file from before life members had a state of their own has a day of the last year there is. */
function deriveEnd({ expires_on: expiration }: Fields, { life: isLife }: Fields): Fields {
  if (isLife !== true && !(typeof expiration === 'string' && isForLife(expiration))) return {}
  return { expires_on: lifeExpiration, life: true }
}

export const member = kind('member', 'member', recordSchemas.member, {
  derive: (fields, value) => ({ ...foldedEmail(fields), ...deriveEnd(fields, value) }),
  // only a file that says so ends a membership for life
  findKept: (wanted, now) =>
    now.life === true && wanted.life === undefined
      ? { names: ['expires_on'], why: 'is a member for life, who stays one' }
      : undefined,
  unique: { columns: ['email_folded'], field: 'email_address', park: `'~' || id` },
  columns: {
    ...memberColumns,
    expires_on: { ...end, toFile: (value, _outgoing, fields) => (fields.life === true ? null : value) },
    life: { ...life, toFile: (value) => (value === true ? true : null) },
    email_folded: derivedText,
    email_proved_at: emailProved,
  },
  children: [{ field: 'settings', isSingle: true, kind: memberSettings }],
})

// How a club file has members, with their types and settings.
import { isRecord } from '../../domain/isRecord.ts'
import { foldEmail, isForLife, lifeExpiration } from '../../domain/member.ts'
import { defaultCountry } from '../../domain/shapes/country.ts'
import { day, dollars, flag, lengths, optional, required } from '../../domain/shapes/fileValues.ts'
import { memberFields } from '../../domain/shapes/member.ts'
import { column } from '../../domain/shapes/recordShape.ts'
import { derivedText, fileColumns, fillCountry, foldedEmail, plainColumn } from '../clubFile/columns.ts'
import { kind, kindWithoutRef, list, single } from '../clubFile/kind.ts'
import type { Checking, Column, Fields, FileRecord } from '../clubFile/recordKind.ts'
import { toPhoneOrigin } from './callingCode.ts'
import { proveBrought } from './db/memberEmail.ts'
import { endSessions } from './db/memberSession.ts'

const memberType = kind('memberType', 'member_type', {
  fields: {
    label: column.text('label', required(lengths.label)),
    description: column.text('description', optional(lengths.prose)),
    price: column.cents('price_cents', dollars),
    renewPrice: column.cents('renew_price_cents', dollars),
    anniversaryRenewal: column.flag('anniversary_renewal', flag.default(false)),
    anniversaryDate: column.day('anniversary_on', day.optional().describe('Its month and day count')),
    allowChildren: column.flag('allow_children', flag.default(false)),
    open: column.flag('open', flag.default(true).describe('Whether people may join with it')),
  },
  isOrdered: true,
})

const noAutoRenew =
  'No, if the member wants none. A yes is theirs to give, with a card: it is neither imported nor exported'

/** A yes is the member's own, with a saved card: neither a file nor an officer gives it (rules/payments 4.2). */
const autoRenew: Column = {
  ...plainColumn('boolean', 'autoRenew'),
  isOptional: true,
  fromFile: (value) => (value === true ? undefined : value),
  toFile: (value) => (value === true ? null : value),
}

const memberSettings = kindWithoutRef('memberSettings', 'member_settings', {
  fields: {
    additionalEmails: column.text('additional_emails', optional(1024)),
    autoRenew: column.flag('auto_renew', flag.optional().describe(noAutoRenew)),
    notifyNewFile: column.flag('notify_new_file', flag.default(true)),
    notifyNewEvent: column.flag('notify_new_event', flag.default(true)),
    notifyNewProduct: column.flag('notify_new_product', flag.default(true)),
    newsletter: column.flag('newsletter', flag.default(false)),
    enewsletter: column.flag('enewsletter', flag.default(true)),
    moderator: {
      file: flag.optional().describe('Of files from before roles. It is taken and gives nobody a role'),
    },
    roster: column.flag('roster', flag.default(true)),
    rosterPartner: column.flag('roster_partner', flag.default(false)),
    rosterLocale: column.flag('roster_locale', flag.default(true)),
    rosterEmail: column.flag('roster_email', flag.default(false)),
    rosterPhone: column.flag('roster_phone', flag.default(false)),
  },
  identity: ['member_id'],
  parent: { column: 'member_id', table: 'member' },
  toRef: (_value, parentRef) => parentRef,
  columns: { auto_renew: autoRenew },
  warn(record, { report }) {
    if (record.value.moderator !== true) return
    report(
      record,
      'moderator',
      "a file gives nobody a role. 'officers give MEMBER moderator --reason TEXT' does",
    )
  },
})

/** A file says only of whom it is not known. Who else is new is proved by the import, because the club answers for the file. */
const emailProved: Column = {
  type: 'timestamptz',
  field: 'emailProved',
  isOptional: true,
  fromFile: (value) => (value === false ? null : undefined),
  toFile: (value) => (value === null ? false : null),
}

const { expires_on: end, life } = fileColumns(memberFields)
if (end === undefined || life === undefined) throw new Error('a member has no end')

/** A file from before life members had a state of their own has a day of the last year there is. */
function deriveEnd({ expires_on: expiration }: Fields, { life: isLife }: Fields): Fields {
  if (isLife !== true && !(typeof expiration === 'string' && isForLife(expiration))) return {}
  return { expires_on: lifeExpiration, life: true }
}

/** No address is looked up by nothing, so that nobody is found by it. */
const deriveAddress = (fields: Fields): Fields =>
  fields.email === '' ? { email_folded: null } : foldedEmail(fields)

/** A telephone number that says no country is one of the club's. */
function fillMember(value: Fields, club: Fields): Fields {
  const filled = fillCountry(value, club)
  if (!Array.isArray(value.phoneNumbers)) return filled
  const origin = toPhoneOrigin(String(club.country ?? defaultCountry))
  const phoneNumbers = value.phoneNumbers.map((phone) =>
    isRecord(phone) && phone.isoCode === undefined && phone.countryCode === undefined
      ? { ...phone, ...origin }
      : phone,
  )
  return { ...filled, phoneNumbers }
}

/** A type that allows no additional logins takes no new ones; those that exist stay, so a file may have them. */
function checkMember(record: FileRecord, { byTable, report, reportDouble }: Checking): void {
  const { email_address: email, parent, password, passwordHash, expiration, life } = record.value
  if (email !== '') {
    reportDouble(record, 'club', 'email_address', foldEmail(String(email)), `the e-mail address ${email}`)
  }
  if (password !== undefined && passwordHash !== undefined) {
    report(record, 'password', 'cannot be used together with passwordHash')
  }
  if (life !== true && expiration === undefined) report(record, 'expiration', 'is missing')
  if (life === true && expiration !== undefined && !isForLife(String(expiration))) {
    report(record, 'expiration', 'cannot be used together with life')
  }
  if (typeof parent !== 'string') return
  const head = byTable.get('member')?.get(parent)
  if (head === record) report(record, 'parent', 'is the member itself')
  else if (typeof head?.value.parent === 'string') {
    report(record, 'parent', `'${parent}' is itself an additional login`)
  }
}

const member = kind('member', 'member', {
  fields: memberFields,
  isHidden: true,
  takesAlong: ['alert_delivery', 'member_code', 'member_session'],
  unique: { columns: ['email_folded'], field: 'email_address', park: `'~' || id` },
  password: { field: 'password', column: 'password_hash' },
  fill: fillMember,
  check: checkMember,
  derive: (fields, value) => ({ ...deriveAddress(fields), ...deriveEnd(fields, value) }),
  // only a file that says so ends a membership for life
  findKept: (wanted, now) =>
    now.life === true && wanted.life === undefined
      ? { names: ['expires_on'], why: 'is a member for life, who stays one' }
      : undefined,
  // all but those of whom the file says that it is not known
  async afterInsert(tx, created) {
    const brought = created.filter(({ fields }) => fields.email_proved_at !== null)
    const ids = brought.map(({ rowId }) => rowId)
    await proveBrought(tx, ids)
  },
  // of members with a new password, of suspended ones (restoring them revives no token), and of those whose address is gone
  async afterUpdate(tx, updates) {
    const changed = updates.filter(
      ({ changes }) =>
        changes.password_hash !== undefined ||
        typeof changes.suspended_at === 'string' ||
        changes.email === '',
    )
    const members = changed.map(({ placed }) => placed.rowId)
    await endSessions(tx, members)
  },
  columns: {
    expires_on: { ...end, toFile: (value, _outgoing, fields) => (fields.life === true ? null : value) },
    life: { ...life, toFile: (value) => (value === true ? true : null) },
    email_folded: derivedText,
    email_proved_at: emailProved,
  },
  children: { settings: single(memberSettings) },
})

export const clubFile = { memberTypes: list(memberType), members: list(member) }

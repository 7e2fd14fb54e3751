// A member: each field once. Answers show a member only to themselves.
import { z } from 'zod'
import {
  countryOf,
  day,
  email,
  instant,
  language,
  lengths,
  optional,
  picture,
  refTo,
  required,
  text,
} from './fileValues.ts'
import { memberTitles } from './profile.ts'
import { column, optionalInFile, secretInFile, shown, shownId, toWireShape } from './recordShape.ts'

export const phoneNumber = z.object({
  typeId: z.int().min(0).max(99).describe('A kind of telephone; any number, it is only kept').default(1),
  isoCode: text(2).default('US'),
  countryCode: text(5).default('+1'),
  longCode: z.string().regex(/^\d{1,20}$/, 'must have 1 to 20 digits'),
})

export const phoneNumberWire = z.object({
  typeId: z.number(),
  isoCode: z.string(),
  countryCode: z.string(),
  longCode: z.string(),
})

const tags = z.array(required(64)).max(50)
const titles = z.enum(memberTitles)
const argon2id = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/
const passwordHash = z.string().max(512).regex(argon2id, 'must be an argon2id hash ($argon2id$…)')
const parent = refTo('the member whose additional login this is')

/** A member, with the names on the wire. */
export const memberFields = {
  id: shownId,
  /** '' for a member who has none. They cannot sign in, and the club writes to them by post. */
  email_address: shown(
    column.text(
      'email',
      email
        .max(lengths.member.email)
        .or(z.literal(''))
        .default('')
        .describe('Left out for a member who has none and cannot sign in'),
    ),
  ),
  fname: shown(column.text('fname', required(lengths.member.name))),
  lname: shown(column.text('lname', required(lengths.member.name))),
  title: shown(column.text('title', titles.default(''))),
  partner: shown(column.text('partner', optional(lengths.member.name))),
  address: shown(column.text('address', optional(lengths.member.address))),
  city: shown(column.text('city', optional(lengths.member.city))),
  state: shown(column.text('state', optional(lengths.member.state))),
  zip: shown(column.text('zip', optional(lengths.member.zip))),
  country: shown(column.text('country', countryOf(lengths.member.country))),
  /** The first of the numbers, '' if there is none. */
  phone: { wire: z.string() },
  phoneNumbers: shown(
    column.json('phone_numbers', z.array(phoneNumber).max(10).default([])),
    z.array(phoneNumberWire),
  ),
  /** The member type's id; 0 if the member has none. */
  type: shown(column.ref('member_type_id', 'member_type', refTo('a member type').optional())),
  /** The first calendar day, in the club's zone, on which the membership is not valid. */
  expiration: shown(
    column.day(
      'expires_on',
      day.optional().describe('The first day that is no longer valid; none for life members'),
    ),
  ),
  /** A member for life, whose expiration never comes. */
  life: optionalInFile(
    shown(column.flag('life', z.boolean().optional().describe('A member for life, who has no expiration'))),
  ),
  /** Calendar day, '' if the club did not say. */
  memberSince: shown(column.day('joined_on', day.optional())),
  parent: column.ref('parent_id', 'member', parent.optional()),
  /** The same on the wire: greater than 0 for an additional login. */
  parentId: { column: 'parent_id', type: 'ref', wire: z.number() },
  altMemberId: shown(column.text('alt_member_id', optional(lengths.member.altMemberId))),
  avatar: shown(column.avatar('avatar_hash', picture.optional())),
  /** A new e-mail address that the member has not confirmed yet. */
  pendingEmail: { wire: z.string().optional() },
  /** False until a mail to the address was answered. In the file, only of those of whom it is not known. */
  emailProved: { wire: z.boolean(), file: z.literal(false).optional() },
  /** Whether a role of theirs lets them moderate. */
  moderator: { wire: z.boolean() },
  /** Whether they have a role, and so the officers' desk. */
  officer: { wire: z.boolean() },
  tags: column.json('tags', tags.default([]).describe('What the roster shows')),
  officerTags: column.json('officer_tags', tags.default([]).describe('What only officers see')),
  officerNote: column.text(
    'officer_note',
    optional(lengths.member.officerNote).describe('A remark that only officers see'),
  ),
  /** Since when officers keep the member from signing in. */
  suspendedAt: optionalInFile(
    column.instant('suspended_at', instant.optional().describe('Since then the member cannot sign in')),
  ),
  language: optionalInFile(column.text('language', language.optional())),
  password: { file: text(256).min(1).optional().describe('Instead of passwordHash; kept only as its hash') },
  /** Stored as a hash: the importer has hashed `password` before it makes a record. */
  passwordHash: secretInFile(column.text('password_hash', passwordHash.optional())),
} as const

export const memberWire = z.object(toWireShape(memberFields))

// Which member an officer means: by id, e-mail address, or name when only one has it.
import type { NamedThing, PersonName } from '../../../contract/officerFailures.ts'
import { foldEmail } from '../../../domain/member.ts'
import { foldText } from '../../../domain/search.ts'
import type { Tx } from '../../db/open.ts'
import { fail } from '../../officers/act.ts'
import { toVisibleLine } from '../../officers/words.ts'
import { type BookedMember, listBookedMembers } from '../db/memberBook.ts'
import { listMemberTypes } from '../db/memberType.ts'

/** Locks the member until the transaction ends. */
export async function chooseMember(tx: Tx, typed: string): Promise<BookedMember> {
  const found = findAll(await listBookedMembers(tx), typed)
  const [first, ...others] = found
  const [only] = first === undefined ? [] : await listBookedMembers(tx, { id: first.id, lock: true })
  if (only === undefined) return fail('not-found', { thing: 'member', typed })
  if (others.length > 0) fail('several-fit', { thing: 'member', known: found.map(nameMember) })
  return only
}

function findAll(members: readonly BookedMember[], typed: string): readonly BookedMember[] {
  const word = typed.trim()
  if (/^\d+$/.test(word)) return members.filter(({ id }) => String(id) === word)
  if (word.includes('@')) return members.filter(({ emailFolded }) => emailFolded === foldEmail(word))
  const name = foldText(word)
  return members.filter(({ fname, lname }) => foldText(`${fname} ${lname}`) === name)
}

/** As refusals name them. */
export function nameMember({ id, fname, lname, email }: PersonName): PersonName {
  return { id, fname, lname, email }
}

/** "Ada Quill (ada.quill@harbor.example)". */
export function toMemberText({ fname, lname, email }: Omit<PersonName, 'id'>): string {
  return toVisibleLine(`${fname} ${lname} (${email || 'no e-mail address'})`)
}

export type NamedType = NamedThing

/** By its label, or by its id where two have the same label. Undefined if there is none, or more than one. */
export function findType(types: readonly NamedType[], typed: string): NamedType | undefined {
  const label = foldText(typed)
  const named = types.filter((type) => foldText(type.label) === label)
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  return types.find(({ id }) => String(id) === label)
}

/** "Regular (3), Family (4)". */
export function toTypesText(types: readonly NamedType[]): string {
  return types.map(({ id, label }) => `${toVisibleLine(label)} (${id})`).join(', ') || 'none'
}

export async function chooseType(tx: Tx, typed: string): Promise<NamedType> {
  const types = await listMemberTypes(tx)
  const known = types.map(({ id, label }) => ({ id, label }))
  return findType(types, typed) ?? fail('not-found', { thing: 'member-type', typed, known })
}

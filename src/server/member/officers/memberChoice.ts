// Which member a command is about: by id, e-mail address, or name when only one has it.
import { foldEmail } from '../../../domain/member.ts'
import { foldText } from '../../../domain/search.ts'
import type { Tx } from '../../db/open.ts'
import { CommandRefused } from '../../officers/command.ts'
import { toVisibleLine } from '../../officers/words.ts'
import { type BookedMember, listBookedMembers } from '../db/memberBook.ts'
import { listMemberTypes } from '../db/memberType.ts'

/** Locks the member until the transaction ends. */
export async function chooseMember(tx: Tx, typed: string): Promise<BookedMember> {
  const found = findAll(await listBookedMembers(tx), typed)
  const [first, ...others] = found
  const [only] = first === undefined ? [] : await listBookedMembers(tx, { id: first.id, lock: true })
  if (only === undefined) {
    throw new CommandRefused(
      `The club has no member '${toVisibleLine(typed)}'. Give an id, an e-mail address or a whole name; 'members --find TEXT' finds a part of it. Nothing was changed.`,
    )
  }
  if (others.length > 0) {
    const lines = found.map((member) => `\n  ${member.id}  ${toMemberText(member)}`).join('')
    throw new CommandRefused(
      `${found.length} members have this name. Give the id or the e-mail address. Nothing was changed.${lines}`,
    )
  }
  return only
}

function findAll(members: readonly BookedMember[], typed: string): readonly BookedMember[] {
  const word = typed.trim()
  if (/^\d+$/.test(word)) return members.filter(({ id }) => String(id) === word)
  if (word.includes('@')) return members.filter(({ emailFolded }) => emailFolded === foldEmail(word))
  const name = foldText(word)
  return members.filter(({ fname, lname }) => foldText(`${fname} ${lname}`) === name)
}

/** "Ada Quill (ada.quill@harbor.example)". */
export function toMemberText({
  fname,
  lname,
  email,
}: Pick<BookedMember, 'fname' | 'lname' | 'email'>): string {
  return toVisibleLine(`${fname} ${lname} (${email})`)
}

export interface NamedType {
  readonly id: number
  readonly label: string
}

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
  const found = findType(types, typed)
  if (found !== undefined) return found
  throw new CommandRefused(
    `The club has no single membership type '${toVisibleLine(typed)}'. Its types, each with its id: ${toTypesText(types)}. Nothing was changed.`,
  )
}

// Codes that prove a member's mailbox or phone: how they look, how long they live, and how they are checked.
import { createHmac } from 'node:crypto'
import type { MemberCodeKind } from '../../domain/members/memberCode.ts'
import { accountAlphabet, readCode, toCodeSigns } from '../../domain/receiptCode.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Tx } from '../db/open.ts'
import {
  type CodeRule,
  leastCodeLifeLeftMs,
  memberCodeRetentionMs,
  memberCodeRules,
} from '../limits/times.ts'
import type { Services } from '../process/services.ts'
import { isSameSecret } from '../sealed/signing.ts'
import {
  type CodeDetails,
  countWrongTries,
  endCodes,
  findCodeByHash,
  forgetCodes,
  insertCode,
  listOpenCodes,
  type StoredCode,
} from './db/memberCode.ts'

const codeRules: { readonly [K in MemberCodeKind]: CodeRule } = memberCodeRules

/** What the mailbox of an account gets and can sign in or set a password. */
export const mailedSecrets = ['setup', 'invitation', 'temporary'] as const satisfies readonly MemberCodeKind[]

/** All that opens the account, or moves it to another address. Not the ways back: they are the owner's. */
export const openingCodes = [
  ...mailedSecrets,
  'link',
  'email-change',
] as const satisfies readonly MemberCodeKind[]

/** Whether what was typed looks like a code of the kind. Passwords hardly ever do. */
export function canBeMailed(kind: MemberCodeKind, typed: string): boolean {
  return readCode(typed, { alphabet: accountAlphabet, length: codeRules[kind].characters }) !== undefined
}

export interface IssuedCode {
  readonly id: string
  readonly code: string
  readonly expiresAt: Date
}

export interface MemberCodes {
  /** The code of a row: mails are queued with the row's id and written with this. */
  makeCode(kind: MemberCodeKind, id: string): string
  /**
   * A new code; earlier ones of the kind end. With `again` a code that lives long enough is given again, so
   * that a mail that comes late still helps. The details must be the same then.
   */
  issue<K extends MemberCodeKind>(
    tx: Tx,
    request: {
      tenantId: number
      memberId: number
      kind: K
      now: number
      detail?: CodeDetails[K]
      again?: true
    },
  ): Promise<IssuedCode>
  /**
   * For a code that names its member by itself. Undefined for one that never was. The caller checks with
   * `isOpen`, and uses it up in the same transaction.
   */
  find<K extends MemberCodeKind>(
    tx: Tx,
    tenantId: number,
    kind: K,
    typed: string,
  ): Promise<StoredCode<K> | undefined>
  /**
   * For a code that somebody types who has named the member. Undefined when it is wrong, which counts as a
   * try: the transaction must commit. Member 0 is nobody, at the same cost.
   */
  check<K extends MemberCodeKind>(
    tx: Tx,
    request: { tenantId: number; memberId: number; kinds: readonly K[]; typed: string; now: number },
  ): Promise<StoredCode<K> | undefined>
}

/** Not within a transaction: the key may have to be read first. */
export async function openMemberCodes(services: Pick<Services, 'database' | 'newId'>): Promise<MemberCodes> {
  const key = await getInstanceKey(services.database, 'member codes')

  function digest(...words: readonly (string | number)[]): Buffer {
    return createHmac('sha256', key).update(JSON.stringify(words)).digest()
  }

  function makeCode(kind: MemberCodeKind, id: string): string {
    const bytes = digest('code', kind, id)
    return Array.from(
      { length: codeRules[kind].characters },
      (_, at) => accountAlphabet[(bytes[at] ?? 0) & 31],
    ).join('')
  }

  function hash(tenantId: number, kind: MemberCodeKind, code: string): string {
    return digest('hash', tenantId, kind, code).toString('base64url')
  }

  function findOpen<K extends MemberCodeKind>(
    tx: Tx,
    { memberId, kind, now }: { memberId: number; kind: K; now: number },
  ): Promise<StoredCode<K>[]> {
    const { mostWrongTries } = codeRules[kind]
    return listOpenCodes(tx, { memberId, kind, now: new Date(now), mostWrongTries })
  }

  return {
    makeCode,

    async issue(tx, { tenantId, memberId, kind, now, detail, again }) {
      const rule = codeRules[kind]
      if (again) {
        const [open] = await findOpen(tx, { memberId, kind, now })
        if (open !== undefined && open.expiresAt.getTime() - now >= leastCodeLifeLeftMs) {
          return { id: open.id, code: makeCode(kind, open.id), expiresAt: open.expiresAt }
        }
      }
      if (!rule.isKept) await endCodes(tx, memberId, { now: new Date(now), kinds: [kind] })
      await forgetCodes(tx, memberId, new Date(now - memberCodeRetentionMs))
      const expiresAt = new Date(now + rule.lifeMs)
      for (;;) {
        const id = services.newId()
        const code = makeCode(kind, id)
        const isNew = await insertCode(tx, {
          id,
          memberId,
          kind,
          hash: hash(tenantId, kind, code),
          detail: detail ?? ({} as CodeDetails[typeof kind]),
          createdAt: new Date(now),
          expiresAt,
        })
        if (isNew) return { id, code, expiresAt }
      }
    },

    find: (tx, tenantId, kind, typed) => findCodeByHash(tx, kind, hash(tenantId, kind, toCodeSigns(typed))),

    async check(tx, { tenantId, memberId, kinds, typed, now }) {
      const wrong: string[] = []
      for (const kind of kinds) {
        const wanted = hash(tenantId, kind, toCodeSigns(typed))
        for (const code of await findOpen(tx, { memberId, kind, now })) {
          if (isSameSecret(wanted, code.hash)) return code
          wrong.push(code.id)
        }
      }
      await countWrongTries(tx, wrong)
      return undefined
    },
  }
}

/** It was neither used nor replaced, is not too old, and was not guessed at too often. */
export function isOpen(
  { kind, endedAt, expiresAt, wrongTries }: Pick<StoredCode, 'kind' | 'endedAt' | 'expiresAt' | 'wrongTries'>,
  now: number,
): boolean {
  return endedAt === null && expiresAt.getTime() > now && wrongTries < codeRules[kind].mostWrongTries
}

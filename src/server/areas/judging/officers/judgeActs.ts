// What officers do with judges: add, correct and revoke them, and give them links.

import { randomBytes } from 'node:crypto'
import type { JudgingForm } from '../../../../domain/event.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import {
  findJudge,
  findRevokedJudge,
  insertJudge,
  listStoredJudges,
  markJudgeRevoked,
  type StoredJudge,
  saveJudge,
  setLinkSecret,
} from '../../../contest/db/judge.ts'
import type { Tx } from '../../../db/open.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import { secretBytes } from '../../../limits/sizes.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import { hashLinkSecret } from '../../../sealed/linkSecret.ts'
import { endChallenges } from '../db.ts'

export async function listJudges(tx: Tx, { event }: EventActContext) {
  return { judges: await listStoredJudges(tx, event.id), forms: await listForms(tx, event.id) }
}

/** What is undefined stays as it is. */
interface JudgeValues {
  readonly code: string
  readonly name: string | undefined
  readonly phone: string | undefined
  /** By id or by title, or `everyForm`. */
  readonly form: string | undefined
}

export type JudgeDetails = Pick<StoredJudge, 'name' | 'phone' | 'formId'>

/** Who was revoked comes back as before, but for what is named: `before` is how they were. */
export async function addJudge(tx: Tx, context: EventActContext, { code, ...values }: JudgeValues) {
  const { event } = context
  const forms = await listForms(tx, event.id)
  const before = await findRevokedJudge(tx, event.id, code)
  const now = { code, ...toWanted(values, forms, before) }
  if (before !== undefined) await saveJudge(tx, { ...now, id: before.id })
  else if (!(await insertJudge(tx, event.id, now))) fail('already-so', { is: 'judge', code })
  return { forms, before, now }
}

export type ChangedJudge = Awaited<ReturnType<typeof changeJudge>>

export async function changeJudge(tx: Tx, context: EventActContext, { code, ...values }: JudgeValues) {
  const { event } = context
  const before = (await findJudge(tx, event.id, code)) ?? fail('not-found', { thing: 'judge', typed: code })
  const forms = await listForms(tx, event.id)
  const now = toWanted(values, forms, before)
  await saveJudge(tx, { ...before, ...now })
  // a code on its way to the earlier telephone is good for nothing
  if (now.phone !== before.phone) await endChallenges(tx, before.id, new Date(context.now))
  return { forms, before, now }
}

/** Sheets that arrive later are refused. */
export async function revokeJudge(tx: Tx, context: EventActContext, { code }: { code: string }) {
  const isRevoked = await markJudgeRevoked(tx, context.event.id, code, new Date(context.now))
  if (!isRevoked) fail('not-found', { thing: 'judge-to-revoke', typed: code })
}

/** For one judge or for all. Stores only the hashes of new secrets: links that were handed out stop working. */
export async function makeLinks(
  tx: Tx,
  context: EventActContext,
  { judge: only }: { judge: string | undefined },
) {
  const { event, services, tenant } = context
  const judges = (await listStoredJudges(tx, event.id)).filter(
    ({ code }) => only === undefined || code.toLowerCase() === only.toLowerCase(),
  )
  if (judges.length === 0) fail('not-found', { thing: 'judge-to-invite', typed: only ?? '' })
  const page = toPageAddress(services.config, tenant, `/portal/judging/${event.id}`)
  const made: { code: string; name: string; link: string }[] = []
  for (const { id, code, name } of judges) {
    const secret = randomBytes(secretBytes).toString('base64url')
    await setLinkSecret(tx, id, hashLinkSecret(secret))
    made.push({ code, name, link: `${page}#${secret}` })
  }
  return made
}

function toWanted(
  { name, phone, form }: Omit<JudgeValues, 'code'>,
  forms: readonly JudgingForm[],
  before: JudgeDetails = { name: '', phone: '', formId: null },
): JudgeDetails {
  return {
    name: name ?? before.name,
    phone: phone ?? before.phone,
    formId: form === undefined ? before.formId : chooseForm(forms, form),
  }
}

export const everyForm = 'every form'

/** Null for every form. */
function chooseForm(forms: readonly JudgingForm[], typed: string): number | null {
  const form = forms.find(({ id, title }) => String(id) === typed || title === typed)
  if (form !== undefined) return form.id
  if (typed.toLowerCase() === everyForm) return null
  const known = forms.map(({ id, title }) => ({ id, label: title }))
  return fail('not-found', { thing: 'form', typed, known })
}

// `club -- judges`: judges added, given links and QR codes, and revoked.
import { randomBytes } from 'node:crypto'
import type { JudgingForm } from '../../domain/event.ts'
import { mostJudgeIdLength } from '../../domain/scoring.ts'
import { hashLinkSecret } from '../auth/linkSecret.ts'
import { addJudge, keepLinkSecret, listJudges, revokeJudge, type StoredJudge } from '../db/contest/judge.ts'
import { listForms } from '../db/contest/judgingForm.ts'
import { toPageAddress } from '../portal/addresses.ts'
import { writeWholeFile } from '../storage/atomicFile.ts'
import { type Card, toCardPage } from './cards.ts'
import { type EventCommandContext, Refused, UsageFault } from './command.ts'

export async function runJudges(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const { database } = services
  if (flags.add !== undefined) {
    await add(context, flags.add)
    if (!flags.links) return 0
  }
  if (flags.revoke !== undefined) {
    const code = flags.revoke
    const isRevoked = await database.inTenant(tenant.id, (tx) =>
      revokeJudge(tx, tenant.id, event.id, code, new Date(services.now())),
    )
    if (!isRevoked) throw new Refused(`This event has no judge ${code}, or they are revoked already.`)
    print(`Judge ${code} is revoked: sheets of that judge that have not arrived are refused from now on.\n`)
    return 0
  }
  if (flags.links) {
    await giveLinks(context, flags.add ?? flags.judge)
    return 0
  }
  const { judges, forms } = await database.inTenant(tenant.id, async (tx) => ({
    judges: await listJudges(tx, tenant.id, event.id),
    forms: await listForms(tx, tenant.id, event.id),
  }))
  if (judges.length === 0) print(`${event.name} has no judges yet. --add ID adds one.\n`)
  for (const { code, name, phone, formId } of judges) {
    const form = formId === null ? 'every form' : (forms.find(({ id }) => id === formId)?.title ?? '')
    print(`${code.padEnd(4)}  ${name || '-'}  ${phone || 'no telephone'}  ${form}\n`)
  }
  return 0
}

async function add({ services, tenant, event, flags, print }: EventCommandContext, code: string) {
  if (!/^[A-Za-z0-9]+$/.test(code) || code.length > mostJudgeIdLength) {
    throw new UsageFault(`A judge's id has up to ${mostJudgeIdLength} letters and digits.`)
  }
  if (flags.phone !== undefined && !/^\+[1-9]\d{6,14}$/.test(flags.phone)) {
    throw new UsageFault('--phone must be like +15555550141.')
  }
  await services.database.inTenant(tenant.id, async (tx) => {
    const forms = await listForms(tx, tenant.id, event.id)
    const isAdded = await addJudge(tx, tenant.id, event.id, {
      code,
      name: flags.name ?? '',
      phone: flags.phone ?? '',
      formId: flags.form === undefined ? null : requireForm(forms, flags.form).id,
    })
    if (!isAdded) throw new Refused(`This event has a judge ${code} already.`)
  })
  print(`Judge ${code} may judge ${flags.form ?? 'on every form'}.\n`)
}

/** By its id or its title. */
function requireForm(forms: readonly JudgingForm[], word: string): JudgingForm {
  const form = forms.find(({ id, title }) => String(id) === word || title === word)
  if (form !== undefined) return form
  const titles = forms.map(({ id, title }) => `${id} (${title})`).join(', ')
  throw new UsageFault(`There is no judging form '${word}' here; there are: ${titles || 'none'}.`)
}

/** New secrets, of which only the hashes are kept: links that were handed out before end. */
async function giveLinks(
  { services, tenant, event, flags, print }: EventCommandContext,
  only: string | undefined,
): Promise<void> {
  const cards = await services.database.inTenant(tenant.id, async (tx) => {
    const judges = (await listJudges(tx, tenant.id, event.id)).filter(
      ({ code }) => only === undefined || code.toLowerCase() === only.toLowerCase(),
    )
    if (judges.length === 0) throw new Refused('There is no such judge.')
    const made: Card[] = []
    for (const judge of judges) {
      const secret = randomBytes(32).toString('base64url')
      await keepLinkSecret(tx, tenant.id, judge.id, hashLinkSecret(secret))
      made.push(
        toCard(judge, `${toPageAddress(services.config, tenant, `/portal/judging/${event.id}`)}#${secret}`),
      )
    }
    return made
  })
  if (flags.page === undefined) {
    for (const { title, link } of cards) print(`${title}  ${link}\n`)
  } else {
    const page = await toCardPage(cards, {
      pageTitle: event.name,
      english: 'Scan the code with the phone on which you will judge. It works once, on one phone.',
      spanish:
        'Escanee el código con el teléfono con el que evaluará. Funciona una sola vez, en un solo teléfono.',
    })
    await writeWholeFile(flags.page, page, 0o600)
    print(`${cards.length} cards are in ${flags.page}.\n`)
  }
  print(
    'Each link works once. Links that were handed out before have ended; phones that are verified go on.\n',
  )
}

function toCard({ code, name }: StoredJudge, link: string): Card {
  return { title: `Judge ${code}`, subtitle: name, link }
}

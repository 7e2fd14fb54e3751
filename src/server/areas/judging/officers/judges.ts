// `club -- judges`: adds judges, gives them links and QR codes, and revokes them.
import { randomBytes } from 'node:crypto'
import type { JudgingForm } from '../../../../domain/event.ts'
import { mostJudgeIdLength } from '../../../../domain/scoring.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import {
  addJudge,
  findJudge,
  findRevokedJudge,
  listJudges,
  revokeJudge,
  type StoredJudge,
  saveJudge,
  setLinkSecret,
} from '../../../contest/db/judge.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import { secretBytes } from '../../../limits/sizes.ts'
import { CommandRefused, type EventCommandContext, UsageFault } from '../../../officers/command.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { type PrintedLink, toPrintedPage } from '../../../officers/printedLinks.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { hashLinkSecret } from '../../../sealed/linkSecret.ts'
import { endChallenges } from '../db.ts'

const ways: Ways<EventCommandContext> = {
  add: { allowed: ['name', 'phone', 'form', 'links', 'page', 'overwrite'], run: add },
  change: { allowed: ['name', 'phone', 'form'], run: change },
  revoke: { allowed: [], run: revoke },
  links: { allowed: ['judge', 'page', 'overwrite'], run: giveLinks },
  plain: { allowed: [], run: show },
}

export function runJudges(context: EventCommandContext): Promise<number> {
  return runWay(context, ways, { command: 'judges' })
}

async function revoke({ services, tenant, event, flags, print }: EventCommandContext): Promise<number> {
  const code = flags.revoke ?? ''
  const isRevoked = await services.database.inTenant(tenant.id, (tx) =>
    revokeJudge(tx, event.id, code, new Date(services.now())),
  )
  if (!isRevoked) throw new CommandRefused(`This event has no judge ${code}, or they are revoked already.`)
  print(`Judge ${code} is revoked. Sheets of this judge that arrive from now on are refused.\n`)
  return 0
}

async function show({ services, tenant, event, print }: EventCommandContext): Promise<number> {
  const { judges, forms } = await services.database.inTenant(tenant.id, async (tx) => ({
    judges: await listJudges(tx, event.id),
    forms: await listForms(tx, event.id),
  }))
  if (judges.length === 0) print(`${toVisibleLine(event.name)} has no judges yet. --add ID adds one.\n`)
  else print(toJudgesTable(judges, forms))
  return 0
}

function toJudgesTable(judges: readonly StoredJudge[], forms: readonly JudgingForm[]): string {
  return toTable(
    ['Judge', 'Name', 'Telephone', 'May judge'].map((heading) => ({ heading })),
    judges.map(({ code, name, phone, formId }) => [
      code,
      name || '-',
      phone || 'no telephone',
      toFormText(formId, forms),
    ]),
  )
}

async function add(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const code = flags.add ?? ''
  if (!/^[A-Za-z0-9]+$/.test(code) || code.length > mostJudgeIdLength) {
    throw new UsageFault(`A judge's id has up to ${mostJudgeIdLength} letters and digits.`)
  }
  if (flags.page !== undefined && !flags.links) throw new UsageFault('--page needs --links.')
  refuseBadPhone(context)
  const { forms, before, now } = await services.database.inTenant(tenant.id, async (tx) => {
    const known = await listForms(tx, event.id)
    const revoked = await findRevokedJudge(tx, event.id, code)
    const wanted = { code, ...toWanted(context, known, revoked) }
    if (revoked !== undefined) await saveJudge(tx, { ...wanted, id: revoked.id })
    else if (!(await addJudge(tx, event.id, wanted))) {
      throw new CommandRefused(
        `This event already has a judge ${code}. --change ${code} corrects their --name, --phone or --form.`,
      )
    }
    return { forms: known, before: revoked, now: wanted }
  })
  if (before === undefined) print(`Judge ${code} is added: ${describe(now, forms)}.\n`)
  else {
    const changes = listChanges(before, now, forms)
    const as = changes.length === 0 ? ', as before' : ''
    print(`Judge ${code} is back${as}: ${describe(now, forms)}.\n`)
    if (changes.length > 0) print(`Changed: ${changes.join('; ')}.\n`)
    if (!flags.links) print(`They need a new link: judges ${event.id} --links --judge ${code}.\n`)
  }
  return flags.links ? giveLinks(context) : 0
}

async function change(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const code = flags.change ?? ''
  if (flags.name === undefined && flags.phone === undefined && flags.form === undefined) {
    throw new UsageFault('--change needs --name, --phone or --form.')
  }
  refuseBadPhone(context)
  const { judge, changes, now, forms } = await services.database.inTenant(tenant.id, async (tx) => {
    const found = await findJudge(tx, event.id, code)
    if (found === undefined)
      throw new CommandRefused(`This event has no judge ${code}. --add ${code} adds one.`)
    const known = await listForms(tx, event.id)
    const wanted = toWanted(context, known, found)
    await saveJudge(tx, { ...found, ...wanted })
    // a code on its way to the earlier telephone is good for nothing
    if (wanted.phone !== found.phone) await endChallenges(tx, found.id, new Date(services.now()))
    return { judge: found, changes: listChanges(found, wanted, known), now: wanted, forms: known }
  })
  if (changes.length === 0) {
    print(`Judge ${judge.code} is so already: ${describe(now, forms)}.\n`)
    return 0
  }
  print(`Judge ${judge.code} is changed: ${changes.join('; ')}.\n`)
  if (now.phone !== judge.phone) {
    print(
      `A phone that is verified already stays verified. If it is not the judge's, --revoke ${judge.code} ends it.\n`,
    )
  }
  return 0
}

function refuseBadPhone({ flags: { phone } }: EventCommandContext): void {
  if (phone === undefined || /^\+[1-9]\d{6,14}$/.test(phone)) return
  throw new UsageFault('--phone must be like +15555550141.')
}

/** As before, but for what the officer names. */
function toWanted(
  { flags }: EventCommandContext,
  forms: readonly JudgingForm[],
  before: Details | undefined,
): Details {
  const { name = '', phone = '', formId = null } = before ?? {}
  return {
    name: flags.name ?? name,
    phone: flags.phone ?? phone,
    formId: flags.form === undefined ? formId : readForm(forms, flags.form),
  }
}

type Details = Pick<StoredJudge, 'name' | 'phone' | 'formId'>

const everyForm = 'every form'

function describe({ name, phone, formId }: Details, forms: readonly JudgingForm[]): string {
  return [toVisibleLine(name) || 'no name', phone || 'no telephone', toFormText(formId, forms)].join(', ')
}

function toFormText(formId: number | null, forms: readonly JudgingForm[]): string {
  if (formId === null) return everyForm
  return `only ${toVisibleLine(forms.find(({ id }) => id === formId)?.title ?? '')}`
}

function listChanges(before: Details, now: Details, forms: readonly JudgingForm[]): string[] {
  const changes = [
    before.name !== now.name &&
      `name ${toVisibleLine(before.name) || 'none'} became ${toVisibleLine(now.name)}`,
    before.phone !== now.phone && `telephone ${before.phone || 'none'} became ${now.phone}`,
    before.formId !== now.formId &&
      `${toFormText(before.formId, forms)} became ${toFormText(now.formId, forms)}`,
  ]
  return changes.filter((change) => change !== false)
}

/** By id or by title; null for every form. */
function readForm(forms: readonly JudgingForm[], word: string): number | null {
  const isKnown = forms.some(({ id, title }) => String(id) === word || title === word)
  return word.toLowerCase() === everyForm && !isKnown ? null : requireForm(forms, word).id
}

/** By id or by title. */
function requireForm(forms: readonly JudgingForm[], word: string): JudgingForm {
  const form = forms.find(({ id, title }) => String(id) === word || title === word)
  if (form !== undefined) return form
  const titles = forms.map(({ id, title }) => `${id} (${title})`).join(', ')
  throw new UsageFault(`There is no judging form '${word}' here; there are: ${titles || 'none'}.`)
}

/** Makes new secrets and stores only their hashes. Links that were handed out before stop working. */
async function giveLinks({ services, tenant, event, flags, print }: EventCommandContext): Promise<number> {
  const only = flags.add ?? flags.judge
  const links = await services.database.inTenant(tenant.id, async (tx) => {
    const judges = (await listJudges(tx, event.id)).filter(
      ({ code }) => only === undefined || code.toLowerCase() === only.toLowerCase(),
    )
    if (judges.length === 0) throw new CommandRefused('There is no such judge.')
    const made: PrintedLink[] = []
    for (const judge of judges) {
      const secret = randomBytes(secretBytes).toString('base64url')
      await setLinkSecret(tx, judge.id, hashLinkSecret(secret))
      made.push(
        toPrintedLink(
          judge,
          `${toPageAddress(services.config, tenant, `/portal/judging/${event.id}`)}#${secret}`,
        ),
      )
    }
    return made
  })
  if (flags.page === undefined) {
    for (const { number, link } of links) print(`Judge ${number}  ${link}\n`)
  } else {
    const page = await toPrintedPage(links, {
      pageTitle: event.name,
      englishThing: 'Judge',
      spanishThing: 'Juez',
      english: 'Scan the code with the phone on which you will judge. It works once, on one phone.',
      spanish:
        'Escanee el código con el teléfono con el que evaluará. Funciona una sola vez, en un solo teléfono.',
    })
    await writeOutput(flags, flags.page, page, 'The links were made; --links makes new ones.')
    const many = `${toCountText(links.length, 'link')} to print ${links.length === 1 ? 'is' : 'are'}`
    print(`${many} in ${flags.page}.\n`)
  }
  print(
    'Each link works once. Earlier links no longer work. Phones that are verified already stay verified.\n',
  )
  return 0
}

function toPrintedLink({ code, name }: StoredJudge, link: string): PrintedLink {
  return { number: code, subtitle: name, link }
}

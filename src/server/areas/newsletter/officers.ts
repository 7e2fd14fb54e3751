// `club -- newsletter`: mails one of the club's files to those who want newsletters, and lists who gets them by mail.
import { createHash } from 'node:crypto'
import { findDay } from '../../../domain/day.ts'
import { foldText } from '../../../domain/search.ts'
import { getClub } from '../../club/db/club.ts'
import { listSharedFiles, type StoredFile } from '../../club/db/mediaFile.ts'
import type { Tx } from '../../db/open.ts'
import { newsletterAskPauseMs } from '../../limits/often.ts'
import { largestNewsletterMegabytes, newsletterReadersPerTransaction } from '../../limits/sizes.ts'
import { type ClubCommandContext, CommandRefused, type OptionName } from '../../officers/command.ts'
import { toCsv } from '../../officers/csv.ts'
import { writeOutput } from '../../officers/outputFile.ts'
import { createTimeFormat } from '../../officers/timeFormat.ts'
import { runWordWay, type WordWay } from '../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../officers/words.ts'
import { isAddress } from '../../providers/mail.ts'
import { addJob } from '../../queue/queue.ts'
import { isFile } from '../../storage/atomicFile.ts'
import { toFilePath } from '../../storage/files.ts'
import { askToConfirm, findUnasked } from './actions/additionalEmails.ts'
import { type AdditionalEmail, listAdditionalEmails } from './db/additionalEmail.ts'
import {
  claimRecipients,
  type EmailReader,
  listEmailReaders,
  listMailed,
  listPostalReaders,
  listSentNewsletters,
} from './db/newsletter.ts'

export const newsletterOptions: readonly OptionName[] = ['dry-run', 'csv', 'overwrite']

const list: WordWay = { words: [], allowed: [], run: showNewsletters }
const ways: Readonly<Record<string, WordWay>> = {
  send: { words: ['FILE'], allowed: ['dry-run'], run: sendNewsletter },
  addresses: { words: [], allowed: ['csv', 'overwrite'], run: showAddresses },
}

export function runNewsletter(context: ClubCommandContext): Promise<number> {
  return runWordWay(context, { command: 'newsletter', things: 'newsletters', plain: list, ways })
}

async function showNewsletters({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { sent, timeZone } = await services.database.inTenant(tenant.id, async (tx) => ({
    sent: await listSentNewsletters(tx),
    timeZone: (await getClub(tx)).timeZone,
  }))
  const toTime = createTimeFormat(timeZone)
  if (sent.length > 0) {
    print(
      toTable(
        [
          { heading: 'No.' },
          { heading: 'File' },
          { heading: 'First sent' },
          { heading: 'To', isNumber: true },
        ],
        sent.map(({ fileId, name, firstAt, count }) => [
          String(fileId),
          name,
          toTime(firstAt),
          String(count),
        ]),
      ),
    )
  }
  print(`${toCountText(sent.length, 'newsletter')}. Times are the club's (${timeZone}).\n`)
  return 0
}

/** One address that is to get the newsletter. */
interface Recipient {
  readonly hash: string
  readonly memberId: number
  readonly addressId: number
}

/** An additional address that must confirm first. */
interface Unconfirmed {
  readonly reader: EmailReader
  readonly address: AdditionalEmail
}

async function sendNewsletter(context: ClubCommandContext): Promise<number> {
  const { services, tenant, moreWords, flags, print } = context
  const now = services.now()
  const { file, recipients, unconfirmed, mailed } = await services.database.inTenant(
    tenant.id,
    async (tx) => {
      const today = await requireOffered(tx, context, 'enewsletter')
      const chosen = await chooseFile(tx, moreWords[0] ?? '')
      return {
        file: chosen,
        mailed: await listMailed(tx, chosen.id),
        ...(await listAll(tx, today)),
      }
    },
  )
  if (file.bytes > largestNewsletterMegabytes * 1_000_000) {
    throw new CommandRefused(
      `${toVisibleLine(file.name)} has ${(file.bytes / 1_000_000).toFixed(1)} MB. A newsletter is attached to the mails and has at most ${largestNewsletterMegabytes} MB. Nothing was sent.`,
    )
  }
  if (!(await isFile(toFilePath(services.config.dataDir, file.hash)))) {
    throw new CommandRefused(
      `The content of ${toVisibleLine(file.name)} is not on this server. Nothing was sent.`,
    )
  }
  const isDry = flags['dry-run']
  const due = recipients.filter(({ hash }) => !mailed.has(hash))
  const toAsk = unconfirmed.filter(
    ({ address }) => findUnasked(address, { now, pauseMs: newsletterAskPauseMs }) === undefined,
  )
  let sent = isDry ? due.length : 0
  let asked = isDry ? toAsk.length : 0
  for (let from = 0; !isDry && from < due.length; from += newsletterReadersPerTransaction) {
    sent += await services.database.inTenant(tenant.id, (tx) =>
      queue(tx, file.id, due.slice(from, from + newsletterReadersPerTransaction), new Date(now)),
    )
  }
  for (let from = 0; !isDry && from < toAsk.length; from += newsletterReadersPerTransaction) {
    asked += await services.database.inTenant(tenant.id, async (tx) => {
      let count = 0
      for (const { reader, address } of toAsk.slice(from, from + newsletterReadersPerTransaction)) {
        if (await askToConfirm(tx, reader, address, { now, pauseMs: newsletterAskPauseMs })) count += 1
      }
      return count
    })
  }
  const before = recipients.length - due.length
  const waiting = unconfirmed.filter(({ address }) => address.stoppedAt === null).length - asked
  print(
    [
      `${isDry ? 'Would be sent' : 'Sent'}: file ${file.id}, ${toVisibleLine(file.name)}, to ${toCountText(sent, 'address', 'addresses')}.`,
      ...(before > 0 ? [`${toCountText(before, 'address', 'addresses')} had it already.`] : []),
      ...(asked > 0
        ? [
            `${toCountText(asked, 'additional address', 'additional addresses')} ${isDry ? 'would be' : asked === 1 ? 'is' : 'are'} asked to confirm first.`,
          ]
        : []),
      ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'has' : 'have'} not confirmed yet.`] : []),
    ].join(' '),
  )
  print('\n')
  return 0
}

/** The club's day, if it offers newsletters of this kind. */
async function requireOffered(
  tx: Tx,
  { services }: ClubCommandContext,
  setting: 'newsletter' | 'enewsletter',
): Promise<string> {
  const { settings, timeZone } = await getClub(tx)
  if (settings[setting]) return findDay(services.now(), timeZone)
  const how = setting === 'newsletter' ? 'by mail' : 'by e-mail'
  throw new CommandRefused(
    `The club does not offer its newsletter ${how}, so nobody was asked: its setting ${setting} is off. Nothing was sent.`,
  )
}

/** By number, or by name if only one has it. Only what members may open. */
async function chooseFile(tx: Tx, word: string): Promise<StoredFile> {
  const files = await listSharedFiles(tx)
  const byNumber = /^[1-9]\d{0,9}$/.test(word) ? files.find(({ id }) => id === Number(word)) : undefined
  if (byNumber !== undefined) return byNumber
  const named = files.filter(({ name }) => foldText(name.trim()) === foldText(word.trim()))
  const [first, ...others] = named
  if (first === undefined) {
    throw new CommandRefused(
      `The club shares no file '${toVisibleLine(word)}'. 'files' lists them. Nothing was sent.`,
    )
  }
  if (others.length > 0) {
    const numbers = named.map(({ id }) => id).join(', ')
    throw new CommandRefused(
      `Several files are named '${toVisibleLine(word)}'. Name one by its number: ${numbers}. Nothing was sent.`,
    )
  }
  return first
}

/** Each address once: a member's own before another's additional one. */
async function listAll(tx: Tx, today: string) {
  const readers = await listEmailReaders(tx, today)
  const additional = await listAdditionalEmails(
    tx,
    readers.map(({ memberId }) => memberId),
  )
  const recipients = new Map<string, Recipient>()
  const unconfirmed: Unconfirmed[] = []
  for (const { memberId, email, emailFolded } of readers) {
    if (!isAddress(email)) continue
    recipients.set(emailFolded, { hash: toHash(emailFolded), memberId, addressId: 0 })
  }
  for (const reader of readers) {
    for (const address of additional.get(reader.memberId) ?? []) {
      const { emailFolded, confirmedAt, stoppedAt } = address
      if (stoppedAt !== null || recipients.has(emailFolded) || !isAddress(address.email)) continue
      if (confirmedAt === null) unconfirmed.push({ reader, address })
      else {
        const { memberId } = reader
        recipients.set(emailFolded, { hash: toHash(emailFolded), memberId, addressId: address.id })
      }
    }
  }
  return { recipients: [...recipients.values()], unconfirmed }
}

function toHash(emailFolded: string): string {
  return createHash('sha256').update(emailFolded).digest('hex')
}

/** Who is noted gets a job, in the same transaction. */
async function queue(tx: Tx, fileId: number, recipients: readonly Recipient[], at: Date): Promise<number> {
  const hashes = recipients.map(({ hash }) => hash)
  const claimed = await claimRecipients(tx, fileId, hashes, at)
  for (const { hash, memberId, addressId } of recipients) {
    if (!claimed.has(hash)) continue
    await addJob(tx, {
      kind: 'newsletter',
      payload: { fileId, memberId, addressId },
      uniqueKey: `${fileId} ${hash}`,
    })
  }
  return claimed.size
}

const headings = [
  'id',
  'title',
  'first name',
  'last name',
  'partner',
  'address',
  'city',
  'state',
  'zip',
  'country',
]

async function showAddresses(context: ClubCommandContext): Promise<number> {
  const { services, tenant, flags, print } = context
  const readers = await services.database.inTenant(tenant.id, async (tx) =>
    listPostalReaders(tx, await requireOffered(tx, context, 'newsletter')),
  )
  const rows = readers.map((one) => [
    ...[String(one.memberId), one.title, one.fname, one.lname, one.partner],
    ...[one.address, one.city, one.state, one.zip, one.country],
  ])
  const missing = readers.filter(({ address, city }) => address.trim() === '' || city.trim() === '').length
  const said = `${toCountText(readers.length, 'member')} ${readers.length === 1 ? 'wants' : 'want'} the newsletter by mail${missing === 0 ? '' : `; ${missing} ${missing === 1 ? 'has' : 'have'} no whole address`}.`
  if (flags.csv !== undefined) {
    await writeOutput(flags, flags.csv, toCsv([headings, ...rows]))
    print(`${said} They are in ${flags.csv}. Only you can read the file.\n`)
    return 0
  }
  if (rows.length > 0) {
    print(
      toTable(
        headings.map((heading) => ({ heading })),
        rows,
      ),
    )
  }
  print(`${said}\n`)
  return 0
}

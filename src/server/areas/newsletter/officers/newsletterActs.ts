// What officers do with newsletters: mail one, and list who gets them by mail.

import { createHash } from 'node:crypto'
import { findDay } from '../../../../domain/day.ts'
import { foldText } from '../../../../domain/search.ts'
import { getClub } from '../../../club/db/club.ts'
import { listSharedFiles, type StoredFile } from '../../../club/db/mediaFile.ts'
import type { Tx } from '../../../db/open.ts'
import { newsletterAskPauseMs } from '../../../limits/often.ts'
import { largestNewsletterMegabytes, newsletterReadersPerTransaction } from '../../../limits/sizes.ts'
import { getStorage } from '../../../objects/openStorage.ts'
import { type ActContext, fail, type RunAct } from '../../../officers/act.ts'
import { isAddress } from '../../../process/mailAddress.ts'
import { addJob } from '../../../queue/queue.ts'
import { toFileKey } from '../../../storage/files.ts'
import { askToConfirm, findUnasked } from '../actions/additionalEmails.ts'
import { type AdditionalEmail, listAdditionalEmails } from '../db/additionalEmail.ts'
import {
  claimRecipients,
  type EmailReader,
  listEmailReaders,
  listMailed,
  listPostalReaders,
  listSentNewsletters,
} from '../db/newsletter.ts'

export async function listNewsletters(tx: Tx) {
  return { sent: await listSentNewsletters(tx), timeZone: (await getClub(tx)).timeZone }
}

/** One address that is to get the newsletter. */
interface Recipient {
  readonly hash: string
  readonly memberId: number
  readonly addressId: number
}

/**
 * Many steps: each transaction queues the mails of some readers, so that a run that ends in the middle goes on
 * with the next one. Nobody gets it twice. Answers how many addresses it was sent to, or in a dry run would be, and
 * of the additional ones how many are asked to confirm first, and how many have not answered yet.
 */
export async function sendNewsletter(
  step: RunAct<ActContext>,
  context: ActContext,
  { file: typed, isDry }: { file: string; isDry: boolean },
) {
  const { now, services } = context
  const { file, recipients, unconfirmed, mailed } = await step(readList, { file: typed })
  const { name, bytes } = file
  if (bytes > largestNewsletterMegabytes * 1_000_000) {
    fail('not-possible', { why: 'file-too-large', name, bytes, most: largestNewsletterMegabytes })
  }
  if (!(await getStorage(services.config).keep(toFileKey(file.hash)))) {
    fail('not-possible', { why: 'file-not-here', name })
  }
  const due = recipients.filter(({ hash }) => !mailed.has(hash))
  const pause = { now, pauseMs: newsletterAskPauseMs }
  const toAsk = unconfirmed.filter(({ address }) => findUnasked(address, pause) === undefined)
  let sent = isDry ? due.length : 0
  let asked = isDry ? toAsk.length : 0
  for (let from = 0; !isDry && from < due.length; from += newsletterReadersPerTransaction) {
    const batch = due.slice(from, from + newsletterReadersPerTransaction)
    sent += await step((tx) => queue(tx, file.id, batch, new Date(now)))
  }
  for (let from = 0; !isDry && from < toAsk.length; from += newsletterReadersPerTransaction) {
    asked += await step(async (tx) => {
      let count = 0
      for (const { reader, address } of toAsk.slice(from, from + newsletterReadersPerTransaction)) {
        if (await askToConfirm(tx, reader, address, pause)) count += 1
      }
      return count
    })
  }
  // so many had it already
  const before = recipients.length - due.length
  const waiting = unconfirmed.filter(({ address }) => address.stoppedAt === null).length - asked
  return { file, sent, before, asked, waiting }
}

async function readList(tx: Tx, context: ActContext, { file: typed }: { file: string }) {
  const today = await requireOffered(tx, context, 'enewsletter')
  const file = await chooseFile(tx, typed)
  return { file, mailed: await listMailed(tx, file.id), ...(await listAll(tx, today)) }
}

/** The club's day, if it offers newsletters of this kind. */
async function requireOffered(tx: Tx, context: ActContext, setting: 'newsletter' | 'enewsletter') {
  const { settings, timeZone } = await getClub(tx)
  if (!settings[setting]) fail('not-possible', { why: 'newsletter-off', setting })
  return findDay(context.now, timeZone)
}

/** By number, or by name if only one has it. Only what members may open. */
async function chooseFile(tx: Tx, typed: string): Promise<StoredFile> {
  const files = await listSharedFiles(tx)
  const byNumber = /^[1-9]\d{0,9}$/.test(typed) ? files.find(({ id }) => id === Number(typed)) : undefined
  if (byNumber !== undefined) return byNumber
  const named = files.filter(({ name }) => foldText(name.trim()) === foldText(typed.trim()))
  const [first, ...others] = named
  if (first === undefined) return fail('not-found', { thing: 'shared-file', typed })
  if (others.length > 0) {
    const known = named.map(({ id, name }) => ({ id, label: name }))
    fail('several-fit', { thing: 'shared-file', typed, known })
  }
  return first
}

/** Each address once: a member's own before another's additional one, which may have to be confirmed first. */
async function listAll(tx: Tx, today: string) {
  const readers = await listEmailReaders(tx, today)
  const additional = await listAdditionalEmails(
    tx,
    readers.map(({ memberId }) => memberId),
  )
  const recipients = new Map<string, Recipient>()
  const unconfirmed: { reader: EmailReader; address: AdditionalEmail }[] = []
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
    const payload = { fileId, memberId, addressId }
    await addJob(tx, { kind: 'newsletter', payload, uniqueKey: `${fileId} ${hash}` })
  }
  return claimed.size
}

/** Who wants the newsletter by mail. */
export async function listAddresses(tx: Tx, context: ActContext) {
  return listPostalReaders(tx, await requireOffered(tx, context, 'newsletter'))
}

// The job that writes a mail in the reader's language and hands it to the mail server.

import { toShownCode } from '../../domain/receiptCode.ts'
import { openMemberCodes } from '../auth/memberCodes.ts'
import { openShiftLinks } from '../auth/shiftLinks.ts'
import { getClub } from '../db/club/club.ts'
import { findTenant, getSlug } from '../db/club/tenant.ts'
import { insertSandboxMessage } from '../db/instance/sandboxMessage.ts'
import { jobLimits } from '../limits/jobs.ts'
import { writeAccountLetter } from '../mail/accountLetters.ts'
import { writeAlertLetter } from '../mail/alertLetter.ts'
import { writeAutoRenewLetter } from '../mail/autoRenewLetter.ts'
import { writeCardRenewalLetter } from '../mail/cardRenewalLetter.ts'
import { withContact } from '../mail/contact.ts'
import { type Letter, toLetterText, toOneLine } from '../mail/letter.ts'
import { toLetterHtml } from '../mail/letterHtml.ts'
import { isMemberMessage, writeMemberLetter } from '../mail/members/memberLetters.ts'
import type { AccountMessage } from '../mail/messages.ts'
import { writeOrderLetter } from '../mail/orderLetters.ts'
import { writeOwnCardsLetter } from '../mail/ownCardsLetter.ts'
import { writePurchasesLetter } from '../mail/purchasesLetter.ts'
import { writeRenewalLetter } from '../mail/renewalLetter.ts'
import { writeShiftLetter } from '../mail/shiftLetter.ts'
import { toPageAddress } from '../portal/addresses.ts'
import { createTheme } from '../portal/theme.ts'
import { createMailer } from '../providers/mail.ts'
import { type JobContext, JobFault, type JobHandler } from './jobHandler.ts'
import type { JobPayloads } from './kinds.ts'
import { writeNewsletter } from './newsletterMail.ts'

type MailPayload = JobPayloads['mail']

export const mailJob: JobHandler<MailPayload> = {
  run: sendMail,
  ...jobLimits.mail,
}

/** Also for other jobs that send mails. The context's `uuid` identifies this mail: a repeat has the same. */
export async function sendMail({ to, message, ...payload }: MailPayload, context: JobContext): Promise<void> {
  const { services, tenantId, uuid, now, log } = context
  const { config, database } = services
  const slug = await database.withoutClub((tx) => getSlug(tx, tenantId))
  const club = await database.inTenant(tenantId, (tx) => getClub(tx))
  const clubName = club.name
  const language = payload.language ?? club.language
  const isTest = config.cardKeys?.mode !== 'live'
  const letter = withContact(await write(), club.settings)
  const { subject, attachments = [], stopAddress } = letter
  const text = toLetterText(letter)
  const html = toLetterHtml(letter, createTheme(club.portal, club.portal.font).variants)
  if (config.mail === null) {
    const mail = { to, subject, text, html, attachments, at: new Date(now) }
    await database.withoutClub((tx) => insertSandboxMessage(tx, { kind: 'mail', jobUuid: uuid, ...mail }))
    log.info('a mail waits in the sandbox outbox')
    return
  }
  const fromName = toOneLine(club.name)
  const { contactEmail = '', replyTo = '' } = club.settings
  await createMailer(config.mail)({
    ...{
      uuid,
      to,
      fromName,
      replyTo: replyTo || contactEmail,
      language,
      subject,
      text,
      html,
      attachments,
      stopAddress,
      at: now,
    },
  })

  async function write(): Promise<Letter> {
    const findAddress = (path: string) => toPageAddress(config, { slug }, path)
    if (message.kind === 'alert') return writeAlertLetter(message, { language, clubName, findAddress })
    if (message.kind === 'auto-renew') {
      return writeAutoRenewLetter(message, { language, clubName, isTest, findAddress })
    }
    if (message.kind === 'own-cards') {
      return writeOwnCardsLetter(message, { language, clubName, isTest, findAddress })
    }
    if (message.kind === 'renewal-notice' || message.kind === 'renewal-failed') {
      return writeCardRenewalLetter(message, { language, clubName, isTest, toAddress: findAddress })
    }
    const { hostname: host } = new URL(findAddress('/'))
    if (message.kind === 'shifts' || message.kind === 'purchases') {
      const shiftsAddress = await findShiftsAddress(message.workerId)
      return message.kind === 'shifts'
        ? writeShiftLetter(message, { language, clubName, host, shiftsAddress })
        : writePurchasesLetter(message, { language, clubName, host, shiftsAddress, at: now })
    }
    if (
      message.kind === 'setup-code' ||
      message.kind === 'temporary-password' ||
      message.kind === 'email-proof' ||
      message.kind === 'password-set'
    ) {
      return writeAccount(message)
    }
    if (message.kind === 'renewal-link') {
      // in the fragment, which is never sent to a server or logged
      const address = `${toPageAddress(config, { slug }, '/portal/renew')}#lookup=${message.lookup}`
      return writeRenewalLetter({ language, clubName, address })
    }
    if (message.kind === 'newsletter' || message.kind === 'newsletter-confirm') {
      return writeNewsletter(message, { services, tenantId, language, clubName, findAddress })
    }
    if (isMemberMessage(message)) {
      const codes = await openMemberCodes(services)
      return writeMemberLetter(message, {
        language,
        clubName,
        findAddress,
        findCode: codes.makeCode,
      })
    }
    return writeOrderLetter(message, {
      language,
      clubName,
      timeZone: club.timeZone,
      isTest,
      host,
      findOrderAddress: (orderKey) =>
        `${toPageAddress(config, { slug }, '/portal/order')}#key=${encodeURIComponent(orderKey)}`,
      signinAddress: `${toPageAddress(config, { slug }, '/portal/signin')}#email=${encodeURIComponent(to)}`,
    })
  }

  /** '' when nobody's shifts are meant. */
  async function findShiftsAddress(workerId: number | undefined): Promise<string> {
    if (workerId === undefined) return ''
    const tenant = await database.withoutClub((tx) => findTenant(tx, { id: tenantId }))
    if (tenant === undefined) throw new JobFault('the club is gone', { isFinal: true })
    const code = (await openShiftLinks(services)).makeCode(tenant.uuid, workerId)
    return `${toPageAddress(config, { slug }, '/portal/shifts')}#code=${code}`
  }

  /** The codes are in the fragment, which is never sent to a server or logged. */
  async function writeAccount(said: AccountMessage): Promise<Letter> {
    const codes = await openMemberCodes(services)
    const email = encodeURIComponent(to)
    const write = (code: string, path: string, fragment: string) =>
      writeAccountLetter(said, {
        language,
        clubName,
        code,
        address: `${toPageAddress(config, { slug }, path)}#${fragment}`,
      })
    if (said.kind === 'setup-code') {
      const code = codes.makeCode('setup', said.codeId)
      return write(toShownCode(code), '/portal/signin', `setup=${code}&email=${email}`)
    }
    if (said.kind === 'temporary-password') {
      const code = codes.makeCode('temporary', said.codeId)
      return write(toShownCode(code), '/portal/signin', `email=${email}`)
    }
    if (said.kind === 'email-proof') {
      const code = codes.makeCode('email-proof', said.codeId)
      return write(toShownCode(code), '/portal/member/profile', `proof=${code}`)
    }
    if (said.undoId === null) return write('', '/portal/signin', `email=${email}`)
    return write(
      '',
      '/portal/undo-password',
      `code=${codes.makeCode('password-undo', said.undoId)}&email=${email}`,
    )
  }
}

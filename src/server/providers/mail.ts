// Mails: handed to the club's mail server, one connection each, within bounded time.
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { JobFault } from '../jobs/jobHandler.ts'
import type { Language } from '../mail/language.ts'

/** Steps of a conversation with a mail server that does not answer, and all of it together. */
export const longestStepMs = 10_000
export const longestMailMs = 45_000

export interface Mail {
  /** Names this mail among all; a repeat of it carries the same. */
  readonly uuid: string
  /** One address. */
  readonly to: string
  /** Whose letter it is, written before our own address. */
  readonly fromName: string
  readonly language: Language
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Fails with a `JobFault` that quotes nothing of the mail and of the server's answer. */
export type SendMail = (mail: Mail) => Promise<void>

// one mailbox, in characters that can end neither an address nor a header line
const addressPattern = /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,253}$/u

export function isAddress(text: string): boolean {
  return addressPattern.test(text)
}

export function createMailer(
  { url, from }: NonNullable<Config['mail']>,
  longest: { readonly stepMs: number; readonly mailMs: number } = {
    stepMs: longestStepMs,
    mailMs: longestMailMs,
  },
): SendMail {
  const sender = findAddress(from)
  return async (mail) => {
    if (!isAddress(mail.to)) throw new JobFault('the address is none', { isFinal: true })
    const transport = createTransport({
      url,
      connectionTimeout: longest.stepMs,
      greetingTimeout: longest.stepMs,
      socketTimeout: longest.stepMs,
      dnsTimeout: longest.stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from: { name: mail.fromName, address: sender },
        to: { name: '', address: mail.to },
        envelope: { from: sender, to: [mail.to] },
        messageId: `<${mail.uuid}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
        date: new Date(mail.at),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(longest.mailMs),
      })
    } catch (error) {
      throw toFault(error)
    }
  }
}

/** Of "Name <address>" or an address alone. */
function findAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()
}

/** What a mail server says names the address, so only its number is told. */
function toFault(error: unknown): JobFault {
  const { code, responseCode, command } = (error ?? {}) as Record<string, unknown>
  if (typeof responseCode === 'number') {
    // a refused sign-in or sender is ours to mend, and then the mail still goes out
    const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
    const step = code === 'EAUTH' ? 'refused our sign-in' : 'refused the mail'
    return new JobFault(`the mail server ${step} with ${responseCode}`, { isFinal })
  }
  const name = typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : ''
  return new JobFault(`the mail server cannot be reached${name}`)
}

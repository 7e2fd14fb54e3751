// Sends mails to the club's mail server, one connection for each, within a limited time.
import { createTransport } from 'nodemailer'
import { longestMailMs, longestMailStepMs } from '../limits/machine.ts'
import type { MailLanguage } from '../mail/language.ts'
import type { Attachment } from '../mail/letter.ts'
import type { Config } from '../process/config.ts'
import { findSender, isAddress } from '../process/mailAddress.ts'
import { JobFault } from '../queue/jobHandler.ts'

export interface Mail {
  /** Identifies this mail. A repeat has the same. */
  readonly uuid: string
  /** One e-mail address. */
  readonly to: string
  /** The sender's name, written before our own address. */
  readonly fromName: string
  /** Where an answer goes; '' for the sender's own address. */
  readonly replyTo: string
  readonly language: MailLanguage
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
  /** As in the letter. */
  readonly stopAddress?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** The whole mail went out, and no answer came: it may have been taken. */
export class MailLost extends JobFault {
  constructor(reason: string) {
    super(reason)
    this.name = 'MailLost'
  }
}

/** Fails with a `JobFault` that quotes neither the mail nor the server's answer. */
export type SendMail = (mail: Mail) => Promise<void>

export function createMailer(
  { url, from }: NonNullable<Config['mail']>,
  longest: { readonly stepMs: number; readonly mailMs: number } = {
    stepMs: longestMailStepMs,
    mailMs: longestMailMs,
  },
): SendMail {
  const sender = findSender(from)
  return async (mail) => {
    if (!isAddress(mail.to)) throw new JobFault('the address is not valid', { isFinal: true })
    let isOut = false
    const transport = createMailTransport(url, longest.stepMs, {
      onOut: () => {
        isOut = true
      },
    })
    try {
      await transport.sendMail({
        from: { name: mail.fromName, address: sender },
        to: { name: '', address: mail.to },
        ...(isAddress(mail.replyTo) ? { replyTo: { name: mail.fromName, address: mail.replyTo } } : {}),
        envelope: { from: sender, to: [mail.to] },
        messageId: `<${mail.uuid}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
        date: new Date(mail.at),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments.map(toNodemailer),
        headers: {
          'Content-Language': mail.language,
          'Auto-Submitted': 'auto-generated',
          ...(mail.stopAddress === undefined
            ? {}
            : {
                'List-Unsubscribe': `<${mail.stopAddress}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
        },
        signal: AbortSignal.timeout(longest.mailMs),
      })
    } catch (error) {
      throw toFault(error, isOut)
    }
  }
}

/**
 * `onOut` is called when the whole message has left. Each step may take `stepMs`. With `forceAuth` it also signs in where
 * the server offers no sign-in.
 */
export function createMailTransport(
  url: string,
  stepMs: number,
  { onOut = () => undefined, forceAuth = false }: { onOut?(): void; forceAuth?: boolean } = {},
) {
  const ignore = () => undefined
  return createTransport({
    url,
    forceAuth,
    // the only place where nodemailer says that the whole message has left
    logger: {
      trace: ignore,
      debug: ignore,
      info: (entry: unknown) => {
        if ((entry as { tnx?: unknown }).tnx === 'message') onOut()
      },
      warn: ignore,
      error: ignore,
      fatal: ignore,
      level: ignore,
    },
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function toNodemailer({ name, contentType, content, cid }: Attachment) {
  return {
    filename: name,
    contentType,
    content: Buffer.from(content),
    ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
  }
}

/** What is wrong on the way to the mail server, behind its name, and what to do. Nothing of the server's own text. */
export function toMailTrouble(error: unknown): { readonly what: string; readonly advice: string } {
  const { originalCode, code: ownCode, timeoutType } = (error ?? {}) as Record<string, unknown>
  // nodemailer's own code is ESOCKET for nearly all
  const code = [originalCode, ownCode].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each))
  const named = code === undefined ? '' : ` (${code})`
  if (/CERT|SIGNATURE|_CRL_|UNABLE_TO_/.test(String(code))) {
    return {
      what: `has a certificate that is not trusted here${named}`,
      advice:
        'Put a file with the certificate of its authority into NODE_EXTRA_CA_CERTS. For a mail server on this machine itself, add ?ignoreTLS=true to SMTP_URL (docs/server.md, "TLS for mail")',
    }
  }
  if (/^ERR_SSL_|^EPROTO$/.test(String(code))) {
    return {
      what: `does not begin with TLS on this port${named}`,
      advice:
        'Write smtp:// in place of smtps:// in SMTP_URL, or the port for TLS from the start, mostly 465',
    }
  }
  const isMute = timeoutType === 'GREETING_TIMEOUT' || timeoutType === 'SOCKET_TIMEOUT'
  return {
    what: `cannot be reached${named}`,
    advice: isMute
      ? 'Something takes the connection there and says nothing: is it a mail server? Where its port begins with TLS, mostly 465, write smtps:// in SMTP_URL'
      : 'Look at the host and the port in SMTP_URL, and at the firewall',
  }
}

/** A mail server's error text contains the address, so only its code is reported. */
function toFault(error: unknown, isOut: boolean): JobFault {
  const { code, responseCode, command } = (error ?? {}) as Record<string, unknown>
  if (typeof responseCode === 'number') {
    // we can correct a refused sign-in or sender, and then the mail can still be sent
    const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
    const step = code === 'EAUTH' ? 'refused our sign-in' : 'refused the mail'
    return new JobFault(`the mail server ${step} with ${responseCode}`, { isFinal })
  }
  const reason = `the mail server ${toMailTrouble(error).what}`
  return isOut ? new MailLost(reason) : new JobFault(reason)
}

// The texts of newsletters, and of the mail that asks an additional address whether it wants them, in both languages.
import { platform } from '../../../domain/platform.ts'
import type { MailLanguage } from '../language.ts'
import { type Attachment, type Letter, toOneLine, toTypedText, toVisibleLine } from '../letter.ts'

interface NewsletterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  /** Ends these mails after a press, without a sign-in. Its code is in the fragment, which is never sent or logged. */
  readonly stopAddress: string
}

/**
 * The file itself is attached: links to the club's files end after ten minutes and need a member's sign-in, which the
 * reader of an additional address does not have.
 */
export function writeNewsletterLetter(
  file: { readonly name: string; readonly attachment: Attachment },
  {
    language,
    clubName,
    stopAddress,
    stopAtOnceAddress,
  }: NewsletterContext & {
    /** The same for the button of a mail program. */
    readonly stopAtOnceAddress: string
  },
): Letter {
  const club = toOneLine(clubName)
  const name = toOneLine(file.name)
  const words = wordsOf[language]
  return {
    language,
    club,
    subject: `${club}: ${name}`,
    heading: name,
    blocks: [
      { kind: 'paragraph', text: words.attached(club) },
      { kind: 'facts', rows: [{ label: words.file, value: toVisibleLine(file.attachment.name) }] },
      { kind: 'link', label: words.stop, href: stopAddress },
    ],
    footer: [words.why(club), words.automatic(club)],
    attachments: [file.attachment],
    stopAddress: stopAtOnceAddress,
  }
}

export function writeConfirmNewsletterLetter(
  fname: string,
  {
    language,
    clubName,
    stopAddress,
    confirmAddress,
  }: NewsletterContext & { readonly confirmAddress: string },
): Letter {
  const club = toOneLine(clubName)
  const { ask, ...words } = wordsOf[language]
  return {
    language,
    club,
    subject: `${club}: ${ask.title}`,
    heading: ask.heading,
    blocks: [
      { kind: 'paragraph', text: ask.intro(toTypedText(fname), club) },
      { kind: 'link', label: ask.confirm, href: confirmAddress },
      { kind: 'paragraph', text: ask.days },
      { kind: 'link', label: ask.never, href: stopAddress },
    ],
    footer: [ask.nothing, words.automatic(club)],
  }
}

interface Words {
  automatic(club: string): string
  attached(club: string): string
  file: string
  stop: string
  why(club: string): string
  ask: {
    title: string
    heading: string
    intro(name: string, club: string): string
    confirm: string
    days: string
    never: string
    nothing: string
  }
}

const wordsOf: Readonly<Record<MailLanguage, Words>> = {
  en: {
    automatic: (club) => `${platform.name} wrote this message for ${club}.`,
    attached: (club) => `Here is the newsletter of ${club}. It is attached to this mail.`,
    file: 'File',
    stop: 'No more newsletters to this address',
    why: (club) => `You get this because this address is to get the newsletter of ${club}.`,
    ask: {
      title: 'do you want our newsletter here?',
      heading: 'Do you want our newsletter here?',
      intro: (name, club) =>
        `${name}, a member of ${club}, has named this address to get the club's newsletter too. Until you confirm it, nothing is sent here.`,
      confirm: 'Yes, send it here',
      days: 'The link works for 30 days.',
      never: 'No, and do not ask again',
      nothing: 'Do you not know this person? Then do nothing: without the link nothing is sent.',
    },
  },
  es: {
    automatic: (club) => `${platform.name} ha escrito este mensaje en nombre de ${club}.`,
    attached: (club) => `Aquí está el boletín de ${club}. Va adjunto a este correo.`,
    file: 'Archivo',
    stop: 'No enviar más boletines a esta dirección',
    why: (club) => `Recibe este correo porque esta dirección recibe el boletín de ${club}.`,
    ask: {
      title: '¿quiere recibir aquí nuestro boletín?',
      heading: '¿Quiere recibir aquí nuestro boletín?',
      intro: (name, club) =>
        `${name}, socio de ${club}, ha indicado esta dirección para que reciba también el boletín del club. Mientras no la confirme, no se envía nada aquí.`,
      confirm: 'Sí, enviarlo aquí',
      days: 'El enlace funciona durante 30 días.',
      never: 'No, y no preguntar más',
      nothing: '¿No conoce a esta persona? Entonces no haga nada: sin el enlace no se envía nada.',
    },
  },
}

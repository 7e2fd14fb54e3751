// The text of the mail that tells a member what the club has added, in both languages.
import { platform } from '../../domain/platform.ts'
import type { MailLanguage } from './language.ts'
import { type Letter, toOneLine } from './letter.ts'
import type { AlertMessage } from './messages.ts'

export interface AlertLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  findAddress(path: string): string
}

export function writeAlertLetter(
  { body, path }: AlertMessage,
  { language, clubName, findAddress }: AlertLetterContext,
): Letter {
  const club = toOneLine(clubName)
  const words = wordsOf[language]
  return {
    language,
    club,
    subject: `${club}: ${toOneLine(body)}`,
    heading: words.heading,
    blocks: [
      { kind: 'paragraph', text: body },
      { kind: 'link', label: words.open, href: findAddress(path) },
      { kind: 'link', label: words.settings, href: findAddress('/portal/member/notifications') },
    ],
    footer: [words.why, words.automatic],
  }
}

interface AlertLetterWords {
  readonly heading: string
  readonly open: string
  readonly settings: string
  readonly why: string
  readonly automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, AlertLetterWords>> = {
  en: {
    heading: 'News from your club',
    open: 'Open it',
    settings: 'Choose what you hear of, or switch it off',
    why: 'You get this mail because your settings say so, and because no device of yours gets notifications.',
    automatic: `${platform.name} wrote this message for the club.`,
  },
  es: {
    heading: 'Novedades de su club',
    open: 'Abrir',
    settings: 'Elija de qué quiere enterarse, o desactívelo',
    why: 'Recibe este correo porque así lo dicen sus ajustes y porque ninguno de sus dispositivos recibe notificaciones.',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
  },
}

// The text of the mail with the renewal link, in both languages.
import { platform } from '../../domain/platform.ts'
import type { MailLanguage } from './language.ts'
import { type Letter, toOneLine } from './letter.ts'

export interface RenewalLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  /** Opens the renewal of this one membership. */
  readonly address: string
}

export function writeRenewalLetter({ language, clubName, address }: RenewalLetterContext): Letter {
  const club = toOneLine(clubName)
  const words = wordsOf[language]
  return {
    language,
    club,
    subject: `${club}: ${words.title}`,
    heading: words.heading,
    blocks: [
      { kind: 'paragraph', text: words.intro(club) },
      { kind: 'link', label: words.open, href: address },
      { kind: 'paragraph', text: words.hour },
    ],
    footer: [words.notYou, words.automatic],
  }
}

interface RenewalWords {
  title: string
  heading: string
  intro(club: string): string
  open: string
  hour: string
  notYou: string
  automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, RenewalWords>> = {
  en: {
    title: 'your link to renew',
    heading: 'Your link to renew',
    intro: (club) =>
      `Somebody asked at ${club} for a link with which your membership can be renewed. Here it is.`,
    open: 'Renew your membership',
    hour: 'The link works for one hour. After that, ask for a new one.',
    notYou: 'Was it not you? Then do nothing: without the link nobody sees or changes anything.',
    automatic: `${platform.name} wrote this message for the club. Do not pass the link on.`,
  },
  es: {
    title: 'su enlace para renovar',
    heading: 'Su enlace para renovar',
    intro: (club) => `Alguien ha pedido a ${club} un enlace para renovar su membresía. Aquí lo tiene.`,
    open: 'Renovar su membresía',
    hour: 'El enlace funciona durante una hora. Después, pida uno nuevo.',
    notYou: '¿No ha sido usted? Entonces no haga nada: sin el enlace nadie ve ni cambia nada.',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club. No comparta el enlace.`,
  },
}

// The texts of mails about a member's e-mail address, additional logins and a closed account, in both languages.
import { platform } from '../../../domain/platform.ts'
import { toShownCode } from '../../../domain/receiptCode.ts'
import type { MemberCodeKind } from '../../db/members/memberCode.ts'
import type { MailLanguage } from '../language.ts'
import { type Letter, toOneLine, toTypedText, toVisibleLine } from '../letter.ts'
import type { MailMessage, MemberMessage } from '../messages.ts'

const kinds = ['email-confirm', 'email-undo', 'email-in-use', 'invitation', 'account-closed']

export function isMemberMessage(message: MailMessage): message is MemberMessage {
  return kinds.includes(message.kind)
}

export interface MemberLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  /** The whole address of a path of the club's portal. */
  findAddress(path: string): string
  /** The code that the message names. */
  findCode(kind: MemberCodeKind, id: string): string
}

/** Secrets are in the fragment, which is never sent to a server or logged. */
export function writeMemberLetter(message: MemberMessage, context: MemberLetterContext): Letter {
  const { language, findAddress, findCode } = context
  const club = toOneLine(context.clubName)
  const words = wordsOf[language]
  const frame = { language, club }
  const confirmPage = findAddress('/portal/confirm-email')
  switch (message.kind) {
    case 'email-confirm':
      return {
        ...frame,
        subject: `${club}: ${words.confirm.title}`,
        heading: words.confirm.heading,
        blocks: [
          { kind: 'paragraph', text: words.confirm.intro(toTypedText(message.fname), club) },
          {
            kind: 'link',
            label: words.confirm.open,
            href: `${confirmPage}#confirm=${findCode('email-change', message.codeId)}`,
          },
          { kind: 'paragraph', text: words.confirm.hours },
        ],
        footer: [words.confirm.notYou, words.automatic(club)],
      }
    case 'email-undo':
      return {
        ...frame,
        subject: `${club}: ${words.undo.title}`,
        heading: words.undo.heading,
        blocks: [
          {
            kind: 'paragraph',
            text: words.undo.intro(toTypedText(message.fname), club, toVisibleLine(message.newEmail)),
          },
          { kind: 'notice', text: words.undo.notYou },
          {
            kind: 'link',
            label: words.undo.open,
            href: `${confirmPage}#undo=${findCode('email-undo', message.codeId)}`,
          },
          { kind: 'paragraph', text: words.undo.hours },
        ],
        footer: [words.automatic(club)],
      }
    case 'email-in-use':
      return {
        ...frame,
        subject: `${club}: ${words.inUse.title}`,
        heading: words.inUse.heading,
        blocks: [
          { kind: 'paragraph', text: words.inUse.intro(club) },
          { kind: 'paragraph', text: words.inUse.nothing },
        ],
        footer: [words.automatic(club)],
      }
    case 'account-closed':
      return {
        ...frame,
        subject: `${club}: ${words.closed.title}`,
        heading: words.closed.heading,
        blocks: [
          { kind: 'paragraph', text: words.closed.intro(toTypedText(message.fname), club) },
          { kind: 'paragraph', text: words.closed.stays },
          { kind: 'notice', text: words.closed.notYou(club) },
        ],
        footer: [words.automatic(club)],
      }
    case 'invitation': {
      const { fname, by, email, codeId } = message
      const code = findCode('invitation', codeId)
      const fragment = `invitation=${encodeURIComponent(code)}&email=${encodeURIComponent(email)}`
      return {
        ...frame,
        subject: `${club}: ${words.invitation.title}`,
        heading: words.invitation.heading,
        blocks: [
          { kind: 'paragraph', text: words.invitation.intro(toTypedText(fname), toTypedText(by), club) },
          {
            kind: 'link',
            label: words.invitation.open,
            href: `${findAddress('/portal/signin')}#${fragment}`,
          },
          {
            kind: 'facts',
            rows: [
              { label: words.invitation.email, value: toVisibleLine(email) },
              { label: words.invitation.code, value: toShownCode(code) },
            ],
          },
          { kind: 'paragraph', text: words.invitation.hours },
        ],
        footer: [words.invitation.notYou, words.automatic(club)],
      }
    }
  }
}

interface Words {
  automatic(club: string): string
  confirm: {
    title: string
    heading: string
    intro(name: string, club: string): string
    open: string
    hours: string
    notYou: string
  }
  undo: {
    title: string
    heading: string
    intro(name: string, club: string, email: string): string
    notYou: string
    open: string
    hours: string
  }
  inUse: { title: string; heading: string; intro(club: string): string; nothing: string }
  closed: {
    title: string
    heading: string
    intro(name: string, club: string): string
    stays: string
    notYou(club: string): string
  }
  invitation: {
    title: string
    heading: string
    intro(name: string, by: string, club: string): string
    open: string
    email: string
    code: string
    hours: string
    notYou: string
  }
}

const wordsOf: Readonly<Record<MailLanguage, Words>> = {
  en: {
    automatic: (club) => `${platform.name} wrote this message for ${club}. Do not pass it on.`,
    confirm: {
      title: 'confirm your e-mail address',
      heading: 'Confirm your e-mail address',
      intro: (name, club) =>
        `Hello ${name}, this address is to become the one with which you sign in at ${club}. Until you confirm it, nothing changes.`,
      open: 'Confirm this address',
      hours: 'The link works for 24 hours and only once.',
      notYou: 'Was it not you? Then do nothing: without the link nothing changes.',
    },
    undo: {
      title: 'your e-mail address is being changed',
      heading: 'Your e-mail address is being changed',
      intro: (name, club, email) =>
        `Hello ${name}, somebody who is signed in as you at ${club} wants to use ${email} in place of this address. As soon as the new address is confirmed, you sign in with it.`,
      notYou: 'Was it not you? Then keep this address and sign out all devices with the link below.',
      open: 'Keep this address',
      hours: 'The link works for 72 hours, also after the new address was confirmed.',
    },
    inUse: {
      title: 'this e-mail address is in use',
      heading: 'This e-mail address is in use',
      intro: (club) =>
        `Somebody at ${club} tried to use this e-mail address for their own login. It belongs to your login, so nothing was changed.`,
      nothing: 'You need to do nothing. If you tried it yourself, use another address.',
    },
    closed: {
      title: 'your account is closed',
      heading: 'Your account is closed',
      intro: (name, club) =>
        `Hello ${name}, your account at ${club} is closed, as you asked. You are signed out everywhere, and no card of yours is charged any more.`,
      stays:
        'Your rides, listings and pictures are gone, and what you posted is shown without your name. Your orders, refunds and receipts stay with the club. You can join again with this address at any time.',
      notYou: (club) => `Was it not you? Then write to ${club} at once.`,
    },
    invitation: {
      title: 'your login for the member portal',
      heading: 'Your login for the member portal',
      intro: (name, by, club) =>
        `Hello ${name}, ${by} has added a login for you to their membership of ${club}. Set your password, and you can sign in.`,
      open: 'Set your password',
      email: 'E-mail',
      code: 'Code',
      hours: 'Link and code work for 24 hours and only once. After that, ask for a new invitation.',
      notYou: 'Do you not know this person? Then do nothing: without a password nobody can sign in.',
    },
  },
  es: {
    automatic: (club) => `${platform.name} ha escrito este mensaje en nombre de ${club}. No lo comparta.`,
    confirm: {
      title: 'confirme su correo electrónico',
      heading: 'Confirme su correo electrónico',
      intro: (name, club) =>
        `Hola, ${name}: con esta dirección iniciará sesión en ${club}. Nada cambia hasta que usted la confirme.`,
      open: 'Confirmar esta dirección',
      hours: 'El enlace funciona durante 24 horas y una sola vez.',
      notYou: '¿No ha sido usted? Entonces no haga nada: sin el enlace nada cambia.',
    },
    undo: {
      title: 'se está cambiando su correo electrónico',
      heading: 'Se está cambiando su correo electrónico',
      intro: (name, club, email) =>
        `Hola, ${name}: alguien que ha iniciado sesión con su cuenta en ${club} quiere usar ${email} en lugar de esta dirección. Cuando se confirme la nueva dirección, se iniciará sesión con ella.`,
      notYou:
        '¿No ha sido usted? Entonces conserve esta dirección y cierre la sesión de todos los dispositivos con el enlace siguiente.',
      open: 'Conservar esta dirección',
      hours: 'El enlace funciona durante 72 horas, también después de confirmarse la nueva dirección.',
    },
    inUse: {
      title: 'este correo electrónico ya se usa',
      heading: 'Este correo electrónico ya se usa',
      intro: (club) =>
        `Alguien en ${club} ha intentado usar esta dirección para su propio acceso. Pertenece al acceso de usted, así que nada ha cambiado.`,
      nothing: 'No tiene que hacer nada. Si lo ha intentado usted, use otra dirección.',
    },
    closed: {
      title: 'su cuenta está cerrada',
      heading: 'Su cuenta está cerrada',
      intro: (name, club) =>
        `Hola, ${name}: su cuenta en ${club} está cerrada, como usted pidió. Se ha cerrado su sesión en todas partes y ya no se cobrará nada a ninguna de sus tarjetas.`,
      stays:
        'Sus autos, anuncios e imágenes se han eliminado, y sus publicaciones se muestran sin su nombre. Sus pedidos, reembolsos y recibos quedan en el club. Puede volver a hacerse socio con esta dirección cuando quiera.',
      notYou: (club) => `¿No ha sido usted? Entonces escriba a ${club} de inmediato.`,
    },
    invitation: {
      title: 'su acceso al portal de socios',
      heading: 'Su acceso al portal de socios',
      intro: (name, by, club) =>
        `Hola, ${name}: ${by} ha agregado un acceso para usted a su membresía de ${club}. Elija su contraseña y podrá iniciar sesión.`,
      open: 'Elegir su contraseña',
      email: 'Correo electrónico',
      code: 'Código',
      hours:
        'El enlace y el código funcionan durante 24 horas y una sola vez. Después, pida una nueva invitación.',
      notYou: '¿No conoce a esta persona? Entonces no haga nada: sin contraseña nadie puede iniciar sesión.',
    },
  },
}

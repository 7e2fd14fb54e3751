// The letters about a member's e-mail address, additional logins and a closed account.
import { platform } from '../../../domain/platform.ts'
import { toShownCode } from '../../../domain/receiptCode.ts'
import { pick } from '../../mail/language.ts'
import { toFacts, toLink, toNotice, toTypedText, toVisibleLine } from '../../mail/letter.ts'
import type { LetterContext, Letters } from '../../mail/letterContext.ts'

interface EmailChange {
  readonly fname: string
  readonly codeId: string
}

interface Invitation {
  readonly fname: string
  /** The member who has added the login. */
  readonly by: string
  readonly email: string
  readonly codeId: string
}

export const memberLetters = {
  /** To the new address: opens the page that confirms it. */
  'email-confirm': async ({ fname, codeId }: EmailChange, context) => {
    const { language, club } = context
    const name = toTypedText(fname)
    const words = pick(language, {
      en: {
        title: 'confirm your e-mail address',
        heading: 'Confirm your e-mail address',
        intro: `Hello ${name}, this address is to become the one with which you sign in at ${club}. Until you confirm it, nothing changes.`,
        open: 'Confirm this address',
        hours: 'The link works for 24 hours and only once.',
        footer: ['Was it not you? Then do nothing: without the link nothing changes.'],
      },
      es: {
        title: 'confirme su correo electrónico',
        heading: 'Confirme su correo electrónico',
        intro: `Hola, ${name}: con esta dirección iniciará sesión en ${club}. Nada cambia hasta que usted la confirme.`,
        open: 'Confirmar esta dirección',
        hours: 'El enlace funciona durante 24 horas y una sola vez.',
        footer: ['¿No ha sido usted? Entonces no haga nada: sin el enlace nada cambia.'],
      },
    })
    const confirm = await context.makeMemberCode('email-change', codeId)
    const page = context.findAddress('/portal/confirm-email', { confirm })
    return {
      ...words,
      blocks: [words.intro, toLink(words.open, page), words.hours],
      automatic: writeSecret(context),
    }
  },

  /** To the old address, at once: opens the page that takes the change back. */
  'email-undo': async ({ fname, newEmail, codeId }: EmailChange & { readonly newEmail: string }, context) => {
    const { language, club } = context
    const name = toTypedText(fname)
    const email = toVisibleLine(newEmail)
    const words = pick(language, {
      en: {
        title: 'your e-mail address is being changed',
        heading: 'Your e-mail address is being changed',
        intro: `Hello ${name}, somebody who is signed in as you at ${club} wants to use ${email} in place of this address. As soon as the new address is confirmed, you sign in with it.`,
        notYou: 'Was it not you? Then keep this address and sign out all devices with the link below.',
        open: 'Keep this address',
        hours: 'The link works for 72 hours, also after the new address was confirmed.',
      },
      es: {
        title: 'se está cambiando su correo electrónico',
        heading: 'Se está cambiando su correo electrónico',
        intro: `Hola, ${name}: alguien que ha iniciado sesión con su cuenta en ${club} quiere usar ${email} en lugar de esta dirección. Cuando se confirme la nueva dirección, se iniciará sesión con ella.`,
        notYou:
          '¿No ha sido usted? Entonces conserve esta dirección y cierre la sesión de todos los dispositivos con el enlace siguiente.',
        open: 'Conservar esta dirección',
        hours: 'El enlace funciona durante 72 horas, también después de confirmarse la nueva dirección.',
      },
    })
    const undo = await context.makeMemberCode('email-undo', codeId)
    const page = context.findAddress('/portal/confirm-email', { undo })
    return {
      ...words,
      blocks: [words.intro, toNotice(words.notYou), toLink(words.open, page), words.hours],
      footer: [],
      automatic: writeSecret(context),
    }
  },

  /** To an address that has a login already. */
  'email-in-use': (_message, context) => {
    const words = pick(context.language, {
      en: {
        title: 'this e-mail address is in use',
        heading: 'This e-mail address is in use',
        intro: `Somebody at ${context.club} tried to use this e-mail address for their own login. It belongs to your login, so nothing was changed.`,
        nothing: 'You need to do nothing. If you tried it yourself, use another address.',
      },
      es: {
        title: 'este correo electrónico ya se usa',
        heading: 'Este correo electrónico ya se usa',
        intro: `Alguien en ${context.club} ha intentado usar esta dirección para su propio acceso. Pertenece al acceso de usted, así que nada ha cambiado.`,
        nothing: 'No tiene que hacer nada. Si lo ha intentado usted, use otra dirección.',
      },
    })
    return { ...words, blocks: [words.intro, words.nothing], footer: [], automatic: writeSecret(context) }
  },

  /** To the holder of an additional login: opens the sign-in, where they set their password. */
  invitation: async ({ fname, by, email, codeId }: Invitation, context) => {
    const { language, club } = context
    const name = toTypedText(fname)
    const inviter = toTypedText(by)
    const code = await context.makeMemberCode('invitation', codeId)
    const words = pick(language, {
      en: {
        title: 'your login for the member portal',
        heading: 'Your login for the member portal',
        intro: `Hello ${name}, ${inviter} has added a login for you to their membership of ${club}. Set your password, and you can sign in.`,
        open: 'Set your password',
        email: 'E-mail',
        code: 'Code',
        hours: 'Link and code work for 24 hours and only once. After that, ask for a new invitation.',
        footer: ['Do you not know this person? Then do nothing: without a password nobody can sign in.'],
      },
      es: {
        title: 'su acceso al portal de socios',
        heading: 'Su acceso al portal de socios',
        intro: `Hola, ${name}: ${inviter} ha agregado un acceso para usted a su membresía de ${club}. Elija su contraseña y podrá iniciar sesión.`,
        open: 'Elegir su contraseña',
        email: 'Correo electrónico',
        code: 'Código',
        hours:
          'El enlace y el código funcionan durante 24 horas y una sola vez. Después, pida una nueva invitación.',
        footer: [
          '¿No conoce a esta persona? Entonces no haga nada: sin contraseña nadie puede iniciar sesión.',
        ],
      },
    })
    return {
      ...words,
      blocks: [
        words.intro,
        toLink(words.open, context.findAddress('/portal/signin', { invitation: code, email })),
        toFacts([words.email, toVisibleLine(email)], [words.code, toShownCode(code)]),
        words.hours,
      ],
      automatic: writeSecret(context),
    }
  },

  /** To who has closed their account. */
  'account-closed': ({ fname }: { readonly fname: string }, context) => {
    const { language, club } = context
    const name = toTypedText(fname)
    const words = pick(language, {
      en: {
        title: 'your account is closed',
        heading: 'Your account is closed',
        intro: `Hello ${name}, your account at ${club} is closed, as you asked. You are signed out everywhere, and no card of yours is charged any more.`,
        stays:
          'Your rides, listings and pictures are gone, and what you posted is shown without your name. Your orders, refunds and receipts stay with the club. You can join again with this address at any time.',
        notYou: `Was it not you? Then write to ${club} at once.`,
      },
      es: {
        title: 'su cuenta está cerrada',
        heading: 'Su cuenta está cerrada',
        intro: `Hola, ${name}: su cuenta en ${club} está cerrada, como usted pidió. Se ha cerrado su sesión en todas partes y ya no se cobrará nada a ninguna de sus tarjetas.`,
        stays:
          'Sus autos, anuncios e imágenes se han eliminado, y sus publicaciones se muestran sin su nombre. Sus pedidos, reembolsos y recibos quedan en el club. Puede volver a hacerse socio con esta dirección cuando quiera.',
        notYou: `¿No ha sido usted? Entonces escriba a ${club} de inmediato.`,
      },
    })
    return {
      ...words,
      blocks: [words.intro, words.stays, toNotice(words.notYou)],
      footer: [],
      automatic: writeSecret(context),
    }
  },
} satisfies Letters

/** The last line of a letter that is for its reader alone. */
function writeSecret({ language, club }: LetterContext): string {
  return pick(language, {
    en: `${platform.name} wrote this message for ${club}. Do not pass it on.`,
    es: `${platform.name} ha escrito este mensaje en nombre de ${club}. No lo comparta.`,
  })
}

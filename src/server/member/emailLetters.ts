// The letters about a member's e-mail address: it is proved, changed, and changed back.
import { pick } from '../mail/language.ts'
import { toLink, toNotice, toTypedCode, toTypedText, toVisibleLine } from '../mail/letter.ts'
import { type Letters, writeSecret } from '../mail/letterContext.ts'

interface WithCode {
  readonly codeId: string
}

interface EmailChange {
  readonly fname: string
  readonly codeId: string
}

export const emailLetters = {
  /** Proves that the member reads the mails to their address. */
  'email-proof': async ({ codeId }: WithCode, { language, club, findAddress, makeMemberCode }) => {
    const code = await makeMemberCode('email-proof', codeId)
    const words = pick(language, {
      en: {
        title: 'please confirm your e-mail address',
        heading: 'Is this your address?',
        intro: `With this code you confirm that the mails to this address reach you, as a member of ${club}.`,
        code: 'Code',
        open: 'Confirm my address',
        minutes: 'The code works for 15 minutes. After that, ask for a new one in your profile.',
        footer: [
          `Was it not you? Then do not pass the code on, and tell ${club}: somebody uses your address.`,
        ],
      },
      es: {
        title: 'confirme su correo electrónico',
        heading: '¿Es esta su dirección?',
        intro: `Con este código confirma usted, como miembro de ${club}, que recibe el correo de esta dirección.`,
        code: 'Código',
        open: 'Confirmar mi dirección',
        minutes: 'El código vale 15 minutos. Después, pida uno nuevo en su perfil.',
        footer: [
          `¿No ha sido usted? Entonces no comparta el código y avise a ${club}: alguien usa su dirección.`,
        ],
      },
    })
    const page = findAddress('/portal/member/profile', { proof: code })
    return {
      ...words,
      blocks: [words.intro, toTypedCode(words.code, code), toLink(words.open, page), words.minutes],
    }
  },

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
} satisfies Letters

// The letters that several areas send to a member: the code for a first password, and the invitation to an additional login.
import { toShownCode } from '../../domain/receiptCode.ts'
import { pick } from '../mail/language.ts'
import { toFacts, toLink, toTypedCode, toTypedText, toVisibleLine } from '../mail/letter.ts'
import { type Letters, writeSecret } from '../mail/letterContext.ts'

interface WithCode {
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
  /** With this the account gets its first password. */
  'setup-code': async ({ codeId }: WithCode, { language, club, to, findAddress, makeMemberCode }) => {
    const code = await makeMemberCode('setup', codeId)
    const words = pick(language, {
      en: {
        title: 'your code to choose a password',
        heading: 'Choose your password',
        intro: `With this code you choose the first password of your account at ${club}.`,
        code: 'Code',
        open: 'Choose a password',
        minutes: 'The code works for 15 minutes. After that, ask for a new one on the sign-in page.',
        footer: [
          'Was it not you? Then do nothing, and do not pass the code on: without it nobody can set a password.',
        ],
      },
      es: {
        title: 'su código para elegir una contraseña',
        heading: 'Elija su contraseña',
        intro: `Con este código elige usted la primera contraseña de su cuenta en ${club}.`,
        code: 'Código',
        open: 'Elegir una contraseña',
        minutes: 'El código vale 15 minutos. Después, pida uno nuevo en la página de inicio de sesión.',
        footer: [
          '¿No ha sido usted? Entonces no haga nada y no comparta el código: sin él nadie puede poner una contraseña.',
        ],
      },
    })
    const page = findAddress('/portal/signin', { setup: code, email: to })
    return {
      ...words,
      blocks: [words.intro, toTypedCode(words.code, code), toLink(words.open, page), words.minutes],
    }
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
} satisfies Letters

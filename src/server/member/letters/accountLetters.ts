// The letters about signing in: the code for a first password, a temporary password, and that one was set.
import { toShownCode } from '../../../domain/receiptCode.ts'
import { pick } from '../../mail/language.ts'
import { type Block, toLink } from '../../mail/letter.ts'
import type { Letters } from '../../mail/letterContext.ts'

interface WithCode {
  readonly codeId: string
}

export const accountLetters = {
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

  'temporary-password': async ({ codeId }: WithCode, { language, club, to, findAddress, makeMemberCode }) => {
    const code = await makeMemberCode('temporary', codeId)
    const words = pick(language, {
      en: {
        title: 'your temporary password',
        heading: 'Your temporary password',
        intro: `Somebody asked for a temporary password for your account at ${club}. Type it where you type your password. Then choose a new one.`,
        // not a code: the sign-in screen asks for codes elsewhere
        code: 'Temporary password',
        open: 'Sign in',
        hour: 'It works once, within the next hour. Your old password works until you have chosen a new one.',
        footer: ['Was it not you? Then do nothing: your password has not changed.'],
      },
      es: {
        title: 'su contraseña temporal',
        heading: 'Su contraseña temporal',
        intro: `Alguien ha pedido una contraseña temporal para su cuenta en ${club}. Escríbala donde escribe su contraseña. Después, elija una nueva.`,
        code: 'Contraseña temporal',
        open: 'Iniciar sesión',
        hour: 'Vale una sola vez, durante la próxima hora. Su contraseña anterior vale hasta que haya elegido una nueva.',
        footer: ['¿No ha sido usted? Entonces no haga nada: su contraseña no ha cambiado.'],
      },
    })
    const page = findAddress('/portal/signin', { email: to })
    return {
      ...words,
      blocks: [words.intro, toTypedCode(words.code, code), toLink(words.open, page), words.hour],
    }
  },

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

  /** `undoId` is the code that takes the change back. */
  'password-set': async (
    { isFirst, undoId }: { readonly isFirst: boolean; readonly undoId: string | null },
    { language, club, to, findAddress, makeMemberCode },
  ) => {
    const words = isFirst
      ? pick(language, {
          en: {
            title: 'your password was set',
            heading: 'Your password was set',
            before: [`Your account at ${club} has a password now. You can sign in with it.`],
            open: 'Sign in',
            after: [],
            footer: [
              `Was it not you? Then somebody else can read your mail. Ask for a temporary password on the sign-in page, choose a new password, and tell ${club}.`,
            ],
          },
          es: {
            title: 'su contraseña está lista',
            heading: 'Su contraseña está lista',
            before: [`Su cuenta en ${club} ya tiene contraseña. Puede iniciar sesión con ella.`],
            open: 'Iniciar sesión',
            after: [],
            footer: [
              `¿No ha sido usted? Entonces otra persona puede leer su correo. Pida una contraseña temporal en la página de inicio de sesión, elija una contraseña nueva y avise a ${club}.`,
            ],
          },
        })
      : pick(language, {
          en: {
            title: 'your password was changed',
            heading: 'Your password was changed',
            before: [
              `The password of your account at ${club} was changed. All other devices were signed out.`,
              'Was it you? Then you need do nothing.',
              'Was it not you? Then take the change back: everybody is signed out, and you choose a new password.',
            ],
            open: 'It was not me',
            after: ['The link works for three days.'],
            footer: [],
          },
          es: {
            title: 'su contraseña ha cambiado',
            heading: 'Su contraseña ha cambiado',
            before: [
              `La contraseña de su cuenta en ${club} ha cambiado. Se ha cerrado la sesión en todos los demás dispositivos.`,
              '¿Ha sido usted? Entonces no tiene que hacer nada.',
              '¿No ha sido usted? Entonces anule el cambio: se cierran todas las sesiones y usted elige una contraseña nueva.',
            ],
            open: 'No he sido yo',
            after: ['El enlace vale tres días.'],
            footer: [],
          },
        })
    const page =
      undoId === null
        ? findAddress('/portal/signin', { email: to })
        : findAddress('/portal/undo-password', {
            code: await makeMemberCode('password-undo', undoId),
            email: to,
          })
    return { ...words, blocks: [...words.before, toLink(words.open, page), ...words.after] }
  },
} satisfies Letters

function toTypedCode(label: string, code: string): Block {
  return { kind: 'code', label, value: toShownCode(code), cid: null }
}

// The letters about signing in: a temporary password, and that a password was set.
import { pick } from '../../mail/language.ts'
import { toLink, toTypedCode } from '../../mail/letter.ts'
import type { Letters } from '../../mail/letterContext.ts'

interface WithCode {
  readonly codeId: string
}

export const signinLetters = {
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

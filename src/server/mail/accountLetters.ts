// The mails about signing in: the code for a first password, a temporary password, and that one was set.
import { platform } from '../../domain/platform.ts'
import type { MailLanguage } from './language.ts'
import { type Block, type Letter, toOneLine } from './letter.ts'
import type { AccountMessage } from './messages.ts'

export interface AccountLetterContext {
  readonly language: MailLanguage
  /** The club's name as people typed it. */
  readonly clubName: string
  /** As people type it: in groups. '' for a message without a code. */
  readonly code: string
  /** Opens the page for it. */
  readonly address: string
}

export function writeAccountLetter(message: AccountMessage, context: AccountLetterContext): Letter {
  const { language, code, address } = context
  const club = toOneLine(context.clubName)
  const words = wordsOf[language]
  const { title, heading, paragraphs, open, after, notYou } = words[toTopic(message)](club)
  // not a code: the sign-in screen asks for codes elsewhere
  const label = message.kind === 'temporary-password' ? words.temporaryPassword : words.code
  const blocks: Block[] = [
    ...paragraphs.map((text): Block => ({ kind: 'paragraph', text })),
    ...(code === '' ? [] : [{ kind: 'code', label, value: code, cid: null } as const]),
    { kind: 'link', label: open, href: address },
    ...after.map((text): Block => ({ kind: 'paragraph', text })),
  ]
  return {
    language,
    club,
    subject: `${club}: ${title}`,
    heading,
    blocks,
    footer: [...(notYou === '' ? [] : [notYou]), words.automatic],
  }
}

type Topic = 'setup' | 'temporary' | 'proof' | 'first' | 'changed'

function toTopic(message: AccountMessage): Topic {
  if (message.kind === 'setup-code') return 'setup'
  if (message.kind === 'temporary-password') return 'temporary'
  if (message.kind === 'email-proof') return 'proof'
  return message.isFirst ? 'first' : 'changed'
}

interface TopicWords {
  title: string
  heading: string
  paragraphs: readonly string[]
  open: string
  after: readonly string[]
  notYou: string
}

type AccountWords = Readonly<Record<Topic, (club: string) => TopicWords>> & {
  readonly code: string
  readonly temporaryPassword: string
  readonly automatic: string
}

const wordsOf: Readonly<Record<MailLanguage, AccountWords>> = {
  en: {
    code: 'Code',
    temporaryPassword: 'Temporary password',
    automatic: `${platform.name} wrote this message for the club.`,
    setup: (club) => ({
      title: 'your code to choose a password',
      heading: 'Choose your password',
      paragraphs: [`With this code you choose the first password of your account at ${club}.`],
      open: 'Choose a password',
      after: ['The code works for 15 minutes. After that, ask for a new one on the sign-in page.'],
      notYou:
        'Was it not you? Then do nothing, and do not pass the code on: without it nobody can set a password.',
    }),
    temporary: (club) => ({
      title: 'your temporary password',
      heading: 'Your temporary password',
      paragraphs: [
        `Somebody asked for a temporary password for your account at ${club}. Type it where you type your password. Then choose a new one.`,
      ],
      open: 'Sign in',
      after: [
        'It works once, within the next hour. Your old password works until you have chosen a new one.',
      ],
      notYou: 'Was it not you? Then do nothing: your password has not changed.',
    }),
    proof: (club) => ({
      title: 'please confirm your e-mail address',
      heading: 'Is this your address?',
      paragraphs: [
        `With this code you confirm that the mails to this address reach you, as a member of ${club}.`,
      ],
      open: 'Confirm my address',
      after: ['The code works for 15 minutes. After that, ask for a new one in your profile.'],
      notYou: `Was it not you? Then do not pass the code on, and tell ${club}: somebody uses your address.`,
    }),
    first: (club) => ({
      title: 'your password was set',
      heading: 'Your password was set',
      paragraphs: [`Your account at ${club} has a password now. You can sign in with it.`],
      open: 'Sign in',
      after: [],
      notYou: `Was it not you? Then somebody else can read your mail. Ask for a temporary password on the sign-in page, choose a new password, and tell ${club}.`,
    }),
    changed: (club) => ({
      title: 'your password was changed',
      heading: 'Your password was changed',
      paragraphs: [
        `The password of your account at ${club} was changed. All other devices were signed out.`,
        'Was it you? Then you need do nothing.',
        'Was it not you? Then take the change back: everybody is signed out, and you choose a new password.',
      ],
      open: 'It was not me',
      after: ['The link works for three days.'],
      notYou: '',
    }),
  },
  es: {
    code: 'Código',
    temporaryPassword: 'Contraseña temporal',
    automatic: `${platform.name} ha escrito este mensaje en nombre del club.`,
    setup: (club) => ({
      title: 'su código para elegir una contraseña',
      heading: 'Elija su contraseña',
      paragraphs: [`Con este código elige usted la primera contraseña de su cuenta en ${club}.`],
      open: 'Elegir una contraseña',
      after: ['El código vale 15 minutos. Después, pida uno nuevo en la página de inicio de sesión.'],
      notYou:
        '¿No ha sido usted? Entonces no haga nada y no comparta el código: sin él nadie puede poner una contraseña.',
    }),
    temporary: (club) => ({
      title: 'su contraseña temporal',
      heading: 'Su contraseña temporal',
      paragraphs: [
        `Alguien ha pedido una contraseña temporal para su cuenta en ${club}. Escríbala donde escribe su contraseña. Después, elija una nueva.`,
      ],
      open: 'Iniciar sesión',
      after: [
        'Vale una sola vez, durante la próxima hora. Su contraseña anterior vale hasta que haya elegido una nueva.',
      ],
      notYou: '¿No ha sido usted? Entonces no haga nada: su contraseña no ha cambiado.',
    }),
    proof: (club) => ({
      title: 'confirme su correo electrónico',
      heading: '¿Es esta su dirección?',
      paragraphs: [
        `Con este código confirma usted, como miembro de ${club}, que recibe el correo de esta dirección.`,
      ],
      open: 'Confirmar mi dirección',
      after: ['El código vale 15 minutos. Después, pida uno nuevo en su perfil.'],
      notYou: `¿No ha sido usted? Entonces no comparta el código y avise a ${club}: alguien usa su dirección.`,
    }),
    first: (club) => ({
      title: 'su contraseña está lista',
      heading: 'Su contraseña está lista',
      paragraphs: [`Su cuenta en ${club} ya tiene contraseña. Puede iniciar sesión con ella.`],
      open: 'Iniciar sesión',
      after: [],
      notYou: `¿No ha sido usted? Entonces otra persona puede leer su correo. Pida una contraseña temporal en la página de inicio de sesión, elija una contraseña nueva y avise a ${club}.`,
    }),
    changed: (club) => ({
      title: 'su contraseña ha cambiado',
      heading: 'Su contraseña ha cambiado',
      paragraphs: [
        `La contraseña de su cuenta en ${club} ha cambiado. Se ha cerrado la sesión en todos los demás dispositivos.`,
        '¿Ha sido usted? Entonces no tiene que hacer nada.',
        '¿No ha sido usted? Entonces anule el cambio: se cierran todas las sesiones y usted elige una contraseña nueva.',
      ],
      open: 'No he sido yo',
      after: ['El enlace vale tres días.'],
      notYou: '',
    }),
  },
}

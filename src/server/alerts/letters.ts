// The letter that tells a member what the club has added.
import { pick } from '../mail/language.ts'
import { toLink, toOneLine } from '../mail/letter.ts'
import type { Letters } from '../mail/letterContext.ts'

interface Alert {
  /** In the reader's language. */
  readonly body: string
  /** Where it is in the app. */
  readonly path: string
}

export const alertLetters = {
  alert: ({ body, path }: Alert, { language, findAddress }) => {
    const words = pick(language, {
      en: {
        heading: 'News from your club',
        open: 'Open it',
        settings: 'Choose what you hear of, or switch it off',
        footer: [
          'You get this mail because your settings say so, and because no device of yours gets notifications.',
        ],
      },
      es: {
        heading: 'Novedades de su club',
        open: 'Abrir',
        settings: 'Elija de qué quiere enterarse, o desactívelo',
        footer: [
          'Recibe este correo porque así lo dicen sus ajustes y porque ninguno de sus dispositivos recibe notificaciones.',
        ],
      },
    })
    return {
      ...words,
      title: toOneLine(body),
      blocks: [
        body,
        toLink(words.open, findAddress(path)),
        toLink(words.settings, findAddress('/portal/member/notifications')),
      ],
    }
  },
} satisfies Letters

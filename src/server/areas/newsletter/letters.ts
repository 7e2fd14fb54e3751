// The letters with newsletters, and the one that asks an additional address whether it wants them.
import { platform } from '../../../domain/platform.ts'
import { toFileName } from '../../../domain/shapes/fileType.ts'
import { pick } from '../../mail/language.ts'
import { toFacts, toLink, toOneLine, toTypedText, toVisibleLine } from '../../mail/letter.ts'
import type { LetterContext, Letters } from '../../mail/letterContext.ts'

interface Reader {
  readonly memberId: number
  /** 0 for the member's own address. */
  readonly addressId: number
}

const page = '/portal/newsletter'

export const newsletterLetters = {
  /**
   * The file itself is attached: links to the club's files end after ten minutes and need a member's sign-in, which the
   * reader of an additional address does not have.
   */
  newsletter: async ({ fileId, ...reader }: Reader & { readonly fileId: number }, context) => {
    const { language, club, findAddress } = context
    const stop = await context.makeNewsletterCode('stop', reader)
    const { name, contentType, content } = await context.readSharedFile(fileId)
    const attachment = { name: toFileName(name, contentType), contentType, content }
    const words = pick(language, {
      en: {
        attached: `Here is the newsletter of ${club}. It is attached to this mail.`,
        file: 'File',
        stop: 'No more newsletters to this address',
        footer: [`You get this because this address is to get the newsletter of ${club}.`],
      },
      es: {
        attached: `Aquí está el boletín de ${club}. Va adjunto a este correo.`,
        file: 'Archivo',
        stop: 'No enviar más boletines a esta dirección',
        footer: [`Recibe este correo porque esta dirección recibe el boletín de ${club}.`],
      },
    })
    return {
      ...words,
      title: toOneLine(name),
      heading: toOneLine(name),
      blocks: [
        words.attached,
        toFacts([words.file, toVisibleLine(attachment.name)]),
        toLink(words.stop, findAddress(page, { stop })),
      ],
      automatic: writeForClub(context),
      attachments: [attachment],
      stopAddress: findAddress(`/newsletter/stop?code=${stop}`),
    }
  },

  /** To an additional address of a member: does its reader want the newsletter? */
  'newsletter-confirm': async ({ fname, ...reader }: Reader & { readonly fname: string }, context) => {
    const { language, club, findAddress } = context
    const name = toTypedText(fname)
    const words = pick(language, {
      en: {
        title: 'do you want our newsletter here?',
        heading: 'Do you want our newsletter here?',
        intro: `${name}, a member of ${club}, has named this address to get the club's newsletter too. Until you confirm it, nothing is sent here.`,
        confirm: 'Yes, send it here',
        days: 'The link works for 30 days.',
        never: 'No, and do not ask again',
        footer: ['Do you not know this person? Then do nothing: without the link nothing is sent.'],
      },
      es: {
        title: '¿quiere recibir aquí nuestro boletín?',
        heading: '¿Quiere recibir aquí nuestro boletín?',
        intro: `${name}, socio de ${club}, ha indicado esta dirección para que reciba también el boletín del club. Mientras no la confirme, no se envía nada aquí.`,
        confirm: 'Sí, enviarlo aquí',
        days: 'El enlace funciona durante 30 días.',
        never: 'No, y no preguntar más',
        footer: ['¿No conoce a esta persona? Entonces no haga nada: sin el enlace no se envía nada.'],
      },
    })
    const confirm = await context.makeNewsletterCode('confirm', reader)
    const stop = await context.makeNewsletterCode('stop', reader)
    return {
      ...words,
      blocks: [
        words.intro,
        toLink(words.confirm, findAddress(page, { confirm })),
        words.days,
        toLink(words.never, findAddress(page, { stop })),
      ],
      automatic: writeForClub(context),
    }
  },
} satisfies Letters

function writeForClub({ language, club }: LetterContext): string {
  return pick(language, {
    en: `${platform.name} wrote this message for ${club}.`,
    es: `${platform.name} ha escrito este mensaje en nombre de ${club}.`,
  })
}

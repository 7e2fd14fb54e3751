// The letter to who has closed their account.
import { pick } from '../../mail/language.ts'
import { toNotice, toTypedText } from '../../mail/letter.ts'
import { type Letters, writeSecret } from '../../mail/letterContext.ts'

export const closingLetters = {
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
